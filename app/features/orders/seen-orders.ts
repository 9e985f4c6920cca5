/**
 * Orders that a list of this page has shown: a push names its order by the number alone, and is told with the instrument.
 * In memory, for as long as the page lives; on the server nothing is ever written here.
 */
import type { Order } from '../../terms/order'

interface SeenOrder {
  readonly code: string
  readonly precision: number
}

const seen = new Map<string, SeenOrder>()

export function noteSeen(orders: readonly Order[]): void {
  for (const { id, instrument } of orders) seen.set(id, { code: instrument.symbol, precision: instrument.pricePrecision })
}

export function seenOrder(id: string): SeenOrder | undefined {
  return seen.get(id)
}
