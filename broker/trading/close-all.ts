/** Closing everything that can be closed now, in one unit of work; what cannot is told with its reason. */
import type { ErrorName } from '../../contract/errors'
import type { OrderRow } from '../ledger/order-store'
import type { TradeUnit } from '../ledger/trade-unit'
import { closePosition } from './close-position'
import { holdingOf } from './open-position'

interface ClosedAll {
  readonly closed: readonly OrderRow[]
  /** Their provider has been asked, now. */
  readonly underWay: readonly OrderRow[]
  readonly kept: readonly {
    readonly id: bigint
    readonly instrumentCode: string
    readonly error: ErrorName
    readonly details?: Readonly<Record<string, string>> | undefined
  }[]
}

/** @param code only the positions in this instrument; all when absent */
export function closeAll(unit: TradeUnit, code?: string): ClosedAll {
  const closed: OrderRow[] = []
  const underWay: OrderRow[] = []
  const kept: { id: bigint; instrumentCode: string; error: ErrorName; details?: Readonly<Record<string, string>> | undefined }[] = []
  for (const order of holdingOf(unit.books.orders)) {
    if (code !== undefined && order.instrumentCode !== code) continue
    const outcome = closePosition(unit, order.id)
    if (outcome.ok) (outcome.data.underWay === null ? closed : underWay).push(outcome.data)
    else kept.push({ id: order.id, instrumentCode: order.instrumentCode, error: outcome.error, details: outcome.details })
  }
  return { closed, underWay, kept }
}
