/** Refusals of stops and targets, with the prices that would have been allowed. */

import type { Tenant } from '../../contract/tenant'
import { FIXED_DECIMALS, type Fixed, formatFixed, formatFixedShort, isOnGrid, MAX_FIXED, roundToGrid } from '../../rules/decimal'
import { targetProblem, targetRange } from '../../rules/pending-kind'
import type { OrderSide } from '../../rules/price'
import {
  type AllowedPrices,
  leastTrailingDistance,
  type ProtectionPrices,
  protectionProblemAt,
  protectionRange,
} from '../../rules/protection'
import { type Outcome, refused } from '../calls/handler'
import type { Pricing } from '../market/pricing'

export interface PriceGrid {
  readonly precision: number
  /** How near a stop or target may stand. */
  readonly minDistance: Fixed
}

/** The grid of an instrument that the tenant may have stopped offering: positions in it are still looked after. */
export function priceGrid(pricing: Pricing, tenant: Tenant, code: string, precision: number): PriceGrid {
  return { precision, minDistance: pricing.termsOf(tenant).get(code)?.minStopDistance ?? 0n }
}

type Refusal = Extract<Outcome<never>, { ok: false }>

/**
 * The first of these that is no price of the instrument, by the name of its parameter, with the nearest one that is. Whatever is
 * kept with an order or told in its receipt comes through here. 0 stands for "none" in all of them but `price`: nothing is quoted at 0.
 */
export function offGridRefusal(prices: Readonly<Record<string, Fixed | undefined>>, precision: number): Refusal | null {
  for (const [parameter, price] of Object.entries(prices)) {
    if (price === undefined || (isOnGrid(price, precision) && !(price === 0n && parameter === 'price'))) continue
    const point = 10n ** BigInt(FIXED_DECIMALS - precision)
    const nearest = roundToGrid(price, precision, price > MAX_FIXED - point ? 'down' : 'half-even')
    const example = formatFixed(nearest > 0n ? nearest : point, precision)
    return asRefusal(refused('PRICE_OFF_GRID', { parameter, decimals: String(precision), example }))
  }
  return null
}

/** @param reference the closing side's price, or the target of a pending order */
export function protectionRefusal(side: OrderSide, wanted: ProtectionPrices, reference: Fixed, grid: PriceGrid): Refusal | null {
  const problem = protectionProblemAt(side, wanted, reference, grid.minDistance)
  if (problem === null) return null
  const range = protectionRange(side, reference, grid.minDistance, grid.precision)
  const allowed = problem.startsWith('STOP_LOSS') ? range.stopLoss : range.takeProfit
  return asRefusal(refused(problem, { price: formatFixed(reference, grid.precision), allowed: allowedText(allowed, grid) }))
}

/** @param now the opening side's price */
export function targetRefusal(target: Fixed, now: Fixed, grid: PriceGrid): Refusal | null {
  const problem = targetProblem(target, now, grid.minDistance)
  if (problem === null) return null
  const { below, above } = targetRange(now, grid.minDistance, grid.precision)
  const allowed = `${allowedText(below, grid)} · ${allowedText(above, grid)}`
  return asRefusal(refused(problem, { price: formatFixed(now, grid.precision), allowed }))
}

export function trailingRefusal(distance: Fixed, grid: PriceGrid): Refusal | null {
  if (distance === 0n) return null
  const least = leastTrailingDistance(grid.minDistance, grid.precision)
  return distance >= least ? null : asRefusal(refused('TRAILING_TOO_CLOSE', { min: formatFixedShort(least) }))
}

function asRefusal(outcome: Outcome<never>): Refusal {
  return outcome as Refusal
}

/** The sign is the same in every language. */
function allowedText({ bound, price }: AllowedPrices, { precision }: PriceGrid): string {
  return `${bound === 'at-most' ? '≤' : '≥'} ${formatFixed(price, precision)}`
}
