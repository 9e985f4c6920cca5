/** A trader's records as the desk shows them: moments and states in words. */
import type { TFunction } from 'i18next'
import type { DeskTraderRecords } from '../../../../contract/desk/people'
import { paths } from '../../../addresses/paths'
import { readFigures } from '../../../terms/account'
import { type Order, readOrder } from '../../../terms/order'
import { inOwnNames } from '../../../terms/own-names'
import type { DeskCompany } from '../../../visitor/desk-guards.server'
import { actorWords } from '../audit/event-words'

interface Words {
  readonly t: TFunction
  readonly time: (at: number) => string
  readonly company: DeskCompany
  readonly traderId: string
}

export function shownRecords(records: DeskTraderRecords, { t, time, company, traderId }: Words) {
  const canReview = company.permissions.includes('identity.read')
  const movement = (kind: string) => t(`desk:review.movement.${kind}`, { defaultValue: kind })
  return {
    figures: { ...readFigures(records.figures), reserved: records.figures.reserved },
    positions: records.positions.map((order) => shownOrder(readOrder(order), time)),
    pending: records.pending.map((order) => shownOrder(readOrder(order), time)),
    closed: records.closed.map(readOrder).map((order) => ({
      ...shownOrder(order, time),
      reason: order.closeReason === null ? '' : t(`order:reason.${order.closeReason}`),
    })),
    closedTotal: records.closed_total,
    ledger: inOwnNames(records.ledger).map(({ at, kind, ...line }) => ({ ...line, time: time(at), what: movement(kind) })),
    receipts: inOwnNames(records.receipts).map(({ at, event, ...line }) => ({
      ...line,
      time: time(at),
      what: t(`receipt:event.${event}`, { defaultValue: event }),
    })),
    documents: records.documents.map(({ id, status, submitted_at, decided_at, decided_by, reason }) => ({
      id,
      status: t(`desk:people.identityState.${status}`),
      submitted: time(submitted_at),
      decided: decided_at === null ? '' : time(decided_at),
      by: decided_by === '' ? '' : actorWords(t, decided_by, decided_by === `trader:${traderId}` ? traderId : ''),
      reason,
      href: canReview ? paths.desk.identity({ company: company.id, status: String(status), id }) : null,
    })),
  }
}

function shownOrder(order: Order, time: (at: number) => string) {
  return {
    id: order.id,
    code: order.instrument.symbol,
    isLong: order.side === 'buy',
    lots: order.lots,
    leverage: order.leverage,
    target: order.askedPrice,
    entry: order.entryPrice,
    price: order.price,
    profit: order.profit,
    margin: order.margin,
    opened: time(order.openedAt ?? order.placedAt),
    closed: order.closedAt === null ? '' : time(order.closedAt),
    wasFilled: order.openedAt !== null,
  }
}
export type ShownOrder = ReturnType<typeof shownOrder>
