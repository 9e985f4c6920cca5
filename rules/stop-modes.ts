/**
 * A stop given as a price, as pips, as money or as percent of the balance, and read back in all four.
 *
 * All four are measured from the entry. Money is the profit formula (profit.ts) solved for the price p:
 *   ±result = s·(p − entry)·lots·contract size·rate(p)      s = +1 for a buy, −1 for a sell
 * with `rate` constant:          p = entry + s·result ÷ (units·rate)
 * or 1 ÷ p (USD/JPY in yen):     p = s·entry·units ÷ (s·units − result)
 *
 * Invariant: the loss at a stop loss is never more than was asked for, the profit at a take profit never less; both by the
 * rounding of `orderProfit`. Fee and what the spread does to the conversion rate are not in it: see size-from-risk.ts.
 */
import { conversionRate, RATE_ONE, type Rate } from './conversion'
import { divide, FIXED_ONE, type Fixed, roundToGrid } from './decimal'
import type { Amount } from './money'
import { pipSize, pointSize } from './pip'
import { sideSign } from './price'
import { orderProfit, type ProfitTerms } from './profit'

export type StopUnit = 'price' | 'pips' | 'money' | 'percent'
export const STOP_UNITS: readonly StopUnit[] = ['price', 'pips', 'money', 'percent']

export type StopName = 'stopLoss' | 'takeProfit'

export interface StopTerms extends ProfitTerms {
  readonly pricePrecision: number
  readonly rate: Rate
  /** True where the rate is 1 ÷ the price of this very instrument. */
  readonly rateFollowsPrice: boolean
  /** What 100 percent are; `null` where nobody is signed in. */
  readonly balance: Amount | null
}

/** The rate at which an order in these terms is converted when it closes at `price`. */
export function rateAtPrice(terms: Pick<StopTerms, 'rate' | 'rateFollowsPrice'>, price: Fixed): Rate {
  return terms.rateFollowsPrice ? conversionRate({ code: '', direction: 'inverse' }, price) : terms.rate
}

/** Profit or loss at a price, signed, before the fee. */
export function resultAt(terms: StopTerms, price: Fixed): Amount {
  return orderProfit(terms, price, rateAtPrice(terms, price))
}

/**
 * The price on the grid at which the stop stands.
 * @param value a price; or a distance in pips, an amount in USDT or percent of the balance, all positive and towards the
 * stop's own side (loss for a stop loss, profit for a take profit)
 * @returns `null` where there is none: no such price, no balance to take percent of, or 0
 */
export function stopPrice(terms: StopTerms, name: StopName, unit: StopUnit, value: Fixed): Fixed | null {
  if (value <= 0n) return null
  if (unit === 'price') return value
  const price = unit === 'pips' ? pipsToPrice(terms, name, value) : moneyToPrice(terms, name, unit, value)
  return price === null || price <= 0n ? null : price
}

/** +1 where the stop stands above the entry. */
function directionOf({ side }: Pick<StopTerms, 'side'>, name: StopName): 1n | -1n {
  return name === 'takeProfit' ? sideSign(side) : sideSign(side) === 1n ? -1n : 1n
}

/** Rounds towards the entry for a stop loss, away from it for a take profit. */
function toGrid(terms: StopTerms, name: StopName, price: Fixed): Fixed {
  const isUp = (directionOf(terms, name) === 1n) === (name === 'takeProfit')
  return roundToGrid(price, terms.pricePrecision, isUp ? 'up' : 'down')
}

function pipsToPrice(terms: StopTerms, name: StopName, pips: Fixed): Fixed {
  const distance = divide(pips * pipSize(terms.pricePrecision), FIXED_ONE, name === 'stopLoss' ? 'down' : 'up')
  return toGrid(terms, name, terms.entryPrice + directionOf(terms, name) * distance)
}

function moneyToPrice(terms: StopTerms, name: StopName, unit: 'money' | 'percent', value: Fixed): Fixed | null {
  const amount = unit === 'money' ? value : percentOf(terms.balance, name, value)
  if (amount === null || amount <= 0n) return null
  const solved = solvePrice(terms, name, amount)
  if (solved === null || solved <= 0n) return null
  // The result of a row is rounded half-even, so that a price may miss the amount by a hair: the next one does not.
  const point = pointSize(terms.pricePrecision)
  const direction = directionOf(terms, name)
  const isKept = (price: Fixed) => (name === 'stopLoss' ? -resultAt(terms, price) <= amount : resultAt(terms, price) >= amount)
  const price = toGrid(terms, name, solved)
  if (price > 0n && isKept(price)) return price
  const next = name === 'stopLoss' ? price - direction * point : price + direction * point
  return next > 0n && isKept(next) ? next : null
}

function percentOf(balance: Amount | null, name: StopName, percent: Fixed): Amount | null {
  return balance === null || balance <= 0n ? null : divide(balance * percent, 100n * FIXED_ONE, name === 'stopLoss' ? 'down' : 'up')
}

/** The exact price, cut at 10⁻⁸; `null` where no price brings so much (a short in yen never loses more than its size). */
function solvePrice(terms: StopTerms, name: StopName, amount: Amount): Fixed | null {
  const { entryPrice, lots, contractSize, rate } = terms
  // Scale 10⁻¹⁶: units of the base currency.
  const units = lots * contractSize
  if (units === 0n) return null
  const rounding = (directionOf(terms, name) === 1n) === (name === 'takeProfit') ? 'up' : 'down'
  if (!terms.rateFollowsPrice) {
    const distance = divide(amount * FIXED_ONE * FIXED_ONE * RATE_ONE, units * rate, name === 'stopLoss' ? 'down' : 'up')
    return entryPrice + directionOf(terms, name) * distance
  }
  const signed = sideSign(terms.side)
  const result = (name === 'takeProfit' ? amount : -amount) * FIXED_ONE
  const divisor = signed * units - result
  // Past this point the price would have to be negative or without end.
  if (divisor === 0n || divisor > 0n !== signed > 0n) return null
  return divide(signed * entryPrice * units, divisor, rounding)
}

export interface StopReadings {
  readonly price: Fixed
  /** From the entry, signed: above is positive. In pips, with 8 decimals. */
  readonly pips: Fixed
  /** Profit or loss at the price, signed, before the fee. */
  readonly money: Amount
  /** The money as percent of the balance, half-even; `null` without a balance. */
  readonly percent: Fixed | null
}

/** The same stop in all four units. `price` must be positive. */
export function stopReadings(terms: StopTerms, price: Fixed): StopReadings {
  const money = resultAt(terms, price)
  const { balance } = terms
  return {
    price,
    pips: divide((price - terms.entryPrice) * FIXED_ONE, pipSize(terms.pricePrecision), 'half-even'),
    money,
    percent: balance === null || balance <= 0n ? null : divide(money * 100n * FIXED_ONE, balance, 'half-even'),
  }
}
