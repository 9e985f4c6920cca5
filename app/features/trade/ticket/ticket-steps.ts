/** Where the fields of the ticket start, how far one press goes, and what they offer at once. */
import { divide, FIXED_ONE, type Fixed, formatFixed, formatFixedShort, roundToGrid } from '../../../../rules/decimal'
import { pipSize, pointSize, priceStep } from '../../../../rules/pip'
import type { StopName, StopUnit } from '../../../../rules/stop-modes'
import type { TicketTerms } from '../scene/ticket-terms'

export type TrailingUnit = 'pips' | 'price'

/** How many steps of the price something may be away when a market order is filled; `any` sets no limit. */
export const LIMIT_CHOICES = ['0', '2', '5', '20', 'any'] as const
export type LimitChoice = (typeof LIMIT_CHOICES)[number]

/** The lots below which the minus button is blocked: the minimum order, never under one step. */
export function lowestLots(terms: TicketTerms): Fixed {
  return terms.minLots > terms.lotStep ? terms.minLots : terms.lotStep
}

/** 1, 10, 20, 50 and 100 times the minimum, as far as the maximum goes. */
export function quickLots(terms: TicketTerms): string[] {
  return [1n, 10n, 20n, 50n, 100n]
    .map((times) => terms.minLots * times)
    .filter((lots) => lots <= terms.maxLots)
    .map((lots) => formatFixed(lots, terms.lotDecimals))
}

/** How a number of a unit is typed: the decimals it has and how far one press goes. */
interface FieldStep {
  readonly decimals: number
  readonly step: string
}

export function unitStep(unit: StopUnit, { pricePrecision, priceAtStart }: TicketTerms): FieldStep {
  const step = priceStep(pricePrecision, priceAtStart)
  switch (unit) {
    case 'price':
      return { decimals: pricePrecision, step: formatFixedShort(step) }
    case 'pips':
      return { decimals: 1, step: formatFixedShort(divide(step * FIXED_ONE, pipSize(pricePrecision), 'down')) }
    case 'money':
      return { decimals: 2, step: '1' }
    case 'percent':
      return { decimals: 2, step: '0.1' }
  }
}

/** A number written as its field shows it, without a sign. */
export function fieldText(unit: StopUnit, value: Fixed, terms: TicketTerms): string {
  const { decimals } = unitStep(unit, terms)
  return formatFixed(roundToGrid(value < 0n ? -value : value, decimals, 'half-even'), decimals)
}

/** Where a stop starts when it is switched on: for a buy, 0.4 % above the price to take profit, 0.3 % under it to stop. */
export function suggestedPrice(name: StopName, pricePrecision: number, from: Fixed): string {
  const distance = (from * (name === 'takeProfit' ? 40n : -30n)) / 10_000n
  const step = priceStep(pricePrecision, from)
  const price = divide(from + distance, step, 'half-even') * step
  return formatFixed(price > 0n ? price : step, pricePrecision)
}

/** Where a target starts: 0.2 % under the price, for a buy that waits for a better one. */
export function suggestedTarget(pricePrecision: number, last: Fixed): string {
  const step = priceStep(pricePrecision, last)
  const price = divide((last * 9_980n) / 10_000n, step, 'half-even') * step
  return formatFixed(price > 0n ? price : step, pricePrecision)
}

/** Where a trailing stop starts: 0.3 % of the price, in pips. */
export function suggestedTrailing(pricePrecision: number, last: Fixed): string {
  const step = priceStep(pricePrecision, last)
  const distance = divide((last * 30n) / 10_000n, step, 'up') * step
  return formatFixed(divide(distance * FIXED_ONE, pipSize(pricePrecision), 'down'), 1)
}

/** A typed distance in price units; `null` where it lies between two points: nothing else would show to which it was rounded. */
export function distanceOf(unit: TrailingUnit, value: Fixed, pricePrecision: number): Fixed | null {
  const distance = unit === 'price' ? value * FIXED_ONE : value * pipSize(pricePrecision)
  return distance % (pointSize(pricePrecision) * FIXED_ONE) === 0n ? distance / FIXED_ONE : null
}

/** In price units; `null` where there is no limit. */
export function limitOf(choice: LimitChoice, terms: TicketTerms): Fixed | null {
  return choice === 'any' ? null : BigInt(choice) * limitStep(terms)
}

/** A pip where prices show one; else about a ten-thousandth of the price, as 1, 2 or 5 times a power of ten: 5 for BTC at 91,284.50. */
function limitStep({ pricePrecision, priceAtStart }: TicketTerms): Fixed {
  const step = priceStep(pricePrecision, priceAtStart)
  if (pricePrecision === 5 || pricePrecision === 3) return step
  const share = priceAtStart / 10_000n
  return [5n, 2n].map((times) => times * step).find((larger) => larger <= share) ?? step
}
