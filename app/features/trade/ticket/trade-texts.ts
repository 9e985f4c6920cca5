/** Sentences of the trade screen that are put together from figures. The words themselves are in the locale files. */
import type { TFunction } from 'i18next'
import { divide, FIXED_ONE, type Fixed, formatFixed, formatFixedShort } from '../../../../rules/decimal'
import { pipSize } from '../../../../rules/pip'
import type { OrderSide } from '../../../../rules/price'
import type { AllowedPrices } from '../../../../rules/protection'
import type { Order } from '../../../terms/order'
import { decimalText } from '../../../ui/decimal-text'
import { costText } from '../../orders/money'
import { lotsText } from '../../orders/order-facts'
import type { TicketTerms } from '../scene/ticket-terms'
import type { SessionTexts } from '../scene/trade-data'
import type { SideSummary } from './side-summary'
import type { TicketDraft } from './ticket-draft'
import type { TicketHint, TicketLock } from './ticket-lock'

export type TradeText = TFunction<['trade', 'public']>

/** Title and text of the message after an order was taken. */
export function placedTexts(t: TradeText, order: Order): { title: string; text: string } {
  if (order.underWay !== null) {
    const text = t('placedPending', { lots: lotsText(order.lots), instrument: order.instrument.symbol })
    return { title: t('sentTo', { provider: order.underWay.provider }), text }
  }
  if (order.kind === 'market') return { title: t('confirmed'), text: orderText(t, order) }
  const price = decimalText(order.askedPrice, { decimals: order.instrument.pricePrecision })
  return {
    title: t(`placed.${order.side}.${order.kind}`, { price }),
    text: t('placedPending', { lots: lotsText(order.lots), instrument: order.instrument.symbol }),
  }
}

function orderText(t: TradeText, order: Order): string {
  return t('placedText', {
    side: t(order.side === 'buy' ? 'side.long' : 'side.short'),
    lots: lotsText(order.lots),
    instrument: order.instrument.symbol,
    price: decimalText(order.entryPrice, { decimals: order.instrument.pricePrecision }),
    margin: costText(order.margin, 'own'),
  })
}

export function ageText(t: TradeText, seconds: number): string {
  return seconds < 120 ? t('age.seconds', { count: seconds }) : t('age.minutes', { count: Math.floor(seconds / 60) })
}

/** Distance in pips where prices show a pip (ten points), else in price; signed, with the real minus. */
export function distanceText(t: TradeText, distance: Fixed, pricePrecision: number): string {
  if (pricePrecision !== 5 && pricePrecision !== 3) return decimalText(formatFixed(distance, pricePrecision), { signed: true })
  return pipsText(t, divide(distance * FIXED_ONE, pipSize(pricePrecision), 'down'))
}

/** Pips with one decimal, signed. */
export function pipsText(t: TradeText, pips: Fixed): string {
  return t('ticket.pips', { pips: decimalText(formatFixed(pips, 1), { signed: true }) })
}

interface LockWords {
  readonly terms: TicketTerms
  readonly session: SessionTexts | undefined
  readonly ageSeconds: number
}

/** What to say about a lock, in one or two sentences; of a field without a number, also one that it could have. */
export function lockText(t: TradeText, lock: TicketLock, draft: TicketDraft, words: LockWords): string {
  const example = exampleFor(lock, draft, words.terms)
  const reason = reasonText(t, lock, draft, words)
  return example === null ? reason : `${reason} ${t('public:forExample', { example })}`
}

function exampleFor(lock: TicketLock, draft: TicketDraft, terms: TicketTerms): string | null {
  const price = decimalText(formatFixed(terms.priceAtStart, terms.pricePrecision))
  switch (lock.kind) {
    case 'lots':
      return lock.problem === 'LOTS_UNREADABLE' ? lotsText(formatFixedShort(terms.minLots)) : null
    case 'risk':
      return draft.risk.unit === 'percent' ? '1.00' : '50.00'
    case 'target':
      return price
    case 'protection':
      return draft[lock.name].unit === 'price' ? price : '20'
    case 'trailing':
      return draft.trailing.unit === 'pips' ? '20' : decimalText(formatFixed(20n * pipSize(terms.pricePrecision), terms.pricePrecision))
    default:
      return null
  }
}

function reasonText(t: TradeText, lock: TicketLock, draft: TicketDraft, { terms, session, ageSeconds }: LockWords): string {
  switch (lock.kind) {
    case 'braked':
      return t('lock.braked', { reason: lock.reason })
    case 'closed':
      return session?.opens ? `${t('lock.closed')} ${t('lock.closedOpens', { time: session.opens })}` : t('lock.closed')
    case 'stale':
      return t('lock.stale', { age: ageText(t, ageSeconds) })
    case 'lots':
      return t(`lock.${lock.problem}`, {
        lots: lotsText(formatFixedShort(lock.problem === 'LOTS_TOO_LARGE' ? terms.maxLots : terms.minLots)),
        step: lotsText(formatFixedShort(terms.lotStep)),
      })
    case 'protection':
      return draft[lock.name].unit === 'price'
        ? t(`lock.${lock.name}`, { count: terms.pricePrecision })
        : t(lock.name === 'takeProfit' ? 'lock.takeProfitValue' : 'lock.stopLossValue')
    case 'stop-price':
      return t(`lock.stop-price.${lock.name}`)
    case 'target':
      return draft.target.trim() === '' ? t('lock.targetEmpty') : t('lock.target', { count: terms.pricePrecision })
    case 'trailing':
      return t('lock.trailing', { least: decimalText(formatFixed(lock.least, terms.pricePrecision)) })
    case 'risk-small':
      return t('lock.risk-small', { lots: lotsText(formatFixedShort(lock.least.lots)), amount: moneyText(lock.least.total) })
    case 'margin':
      return t('lock.margin', { amount: moneyText(lock.missing) })
    default:
      return t(`lock.${lock.kind}`)
  }
}

/** An amount of USDT that is missing or can be lost, never shown smaller than it is. */
export const moneyText = (amount: Fixed): string => costText(formatFixed(amount), 'glance')

/** What the broker would refuse, with the prices that it would take. */
export function hintText(t: TradeText, hint: TicketHint, pricePrecision: number): string {
  const allowed = (prices: AllowedPrices) => allowedText(t, prices, pricePrecision)
  if (hint.kind === 'stop-range') return t(`hint.${hint.name}`, { buy: allowed(hint.buy), sell: allowed(hint.sell) })
  const reason = t(hint.isMarketPrice ? 'hint.targetIsMarket' : 'hint.targetTooClose')
  return `${reason} ${t('hint.targetAllowed', { below: allowed(hint.allowed.below), above: allowed(hint.allowed.above) })}`
}

function allowedText(t: TradeText, { bound, price }: AllowedPrices, pricePrecision: number): string {
  if (price <= 0n) return t('ticket.noneAllowed')
  const text = decimalText(formatFixed(price, pricePrecision))
  return t(bound === 'at-most' ? 'ticket.atMost' : 'ticket.atLeast', { price: text })
}

/** What the button of a pending order does: "Buy limit". */
export function pendingKindText(t: TradeText, side: OrderSide, { pendingKind }: Pick<SideSummary, 'pendingKind'>): string {
  return t(`pendingKind.${side}.${pendingKind ?? 'none'}`)
}
