/** How much of an order is filled at what is offered. */
import { divide, type Fixed } from '../../rules/decimal'
import type { Level } from './quote-board'

export interface Fill {
  readonly quantity: Fixed
  readonly price: Fixed
}

/** The levels of the other side, the best first; `limit` null takes every price. */
export function fillOrder(side: 'buy' | 'sell', quantity: Fixed, limit: Fixed | null, levels: readonly Level[]): Fill[] {
  const fills: Fill[] = []
  let rest = quantity
  for (const { price, size } of levels) {
    const isGood = limit === null || (side === 'buy' ? price <= limit : price >= limit)
    const taken = rest < size ? rest : size
    if (!isGood || taken <= 0n) break
    fills.push({ quantity: taken, price })
    rest -= taken
  }
  return fills
}

export function averageOf(fills: readonly Fill[]): Fixed {
  const quantity = fills.reduce((sum, fill) => sum + fill.quantity, 0n)
  if (quantity === 0n) return 0n
  return divide(
    fills.reduce((sum, fill) => sum + fill.quantity * fill.price, 0n),
    quantity,
    'half-even',
  )
}
