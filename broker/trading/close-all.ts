/** Closing everything that can be closed now, in one unit of work; what cannot is told with its reason. */
import type { ErrorName } from '../../contract/errors'
import type { OrderRow } from '../ledger/order-store'
import type { TradeUnit } from '../ledger/trade-unit'
import { closePosition } from './close-position'
import { holdingOf } from './open-position'

interface ClosedAll {
  readonly closed: readonly OrderRow[]
  readonly kept: readonly { readonly id: bigint; readonly error: ErrorName }[]
}

/** @param code only the positions in this instrument; all when absent */
export function closeAll(unit: TradeUnit, code?: string): ClosedAll {
  const closed: OrderRow[] = []
  const kept: { id: bigint; error: ErrorName }[] = []
  for (const order of holdingOf(unit.books.orders)) {
    if (code !== undefined && order.instrumentCode !== code) continue
    const outcome = closePosition(unit, order.id)
    if (outcome.ok) closed.push(outcome.data)
    else kept.push({ id: order.id, error: outcome.error })
  }
  return { closed, kept }
}
