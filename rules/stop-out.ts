/**
 * Where an account would be stopped out: the price of one instrument at which equity falls to
 * `stop-out level × used margin`, everything else standing still. Solved exactly from
 *   rest + Σ sideᵢ·unitsᵢ·(p − entryᵢ)·rate(p) = level × margin
 * with `rate` constant, or 1/p where the instrument itself converts its quote currency (USD/JPY).
 */
import type { Rate } from './conversion'
import { RATE_ONE } from './conversion'
import { divide, type Fixed, FIXED_ONE, roundToGrid } from './decimal'
import type { Amount } from './money'
import { type ProfitTerms } from './profit'
import { type QuotePrices, sideSign } from './price'

export interface StopOutQuestion {
  /** Balance + locked margin + floating profit of all *other* instruments. */
  readonly restEquity: Amount
  readonly usedMargin: Amount
  /** Percent, as a Fixed. */
  readonly stopOutLevel: Fixed
  /** The account's positions in this one instrument. */
  readonly positions: readonly ProfitTerms[]
  readonly quote: QuotePrices
  readonly rate: Rate
  /** True where the rate is 1 ÷ the price of this very instrument. */
  readonly rateFollowsPrice: boolean
  readonly pricePrecision: number
}

/**
 * The price on the closing side of the net position (bid when net long, ask when net short), rounded to the grid
 * towards the present price so that it is never shown later than it comes. `null` when no price reaches it.
 */
export function stopOutPrice(question: StopOutQuestion): Fixed | null {
  let netUnits = 0n
  for (const position of question.positions) netUnits += sideSign(position.side) * position.lots * position.contractSize
  if (netUnits === 0n) return null
  const isNetLong = netUnits > 0n
  const spread = question.quote.ask - question.quote.bid

  let entryUnits = 0n
  for (const position of question.positions) {
    const closesOnOtherSide = (position.side === 'buy') !== isNetLong
    const shift = closesOnOtherSide ? (isNetLong ? -spread : spread) : 0n
    entryUnits += sideSign(position.side) * position.lots * position.contractSize * (position.entryPrice + shift)
  }

  // Scales: netUnits 10^-16, entryUnits 10^-24, missing 10^-8.
  const missing = divide(question.stopOutLevel * question.usedMargin, 100n * FIXED_ONE, 'up') - question.restEquity
  const price = question.rateFollowsPrice
    ? inversePrice(netUnits, entryUnits, missing)
    : divide(missing * FIXED_ONE * FIXED_ONE * RATE_ONE * FIXED_ONE + entryUnits * question.rate, netUnits * question.rate, 'half-even')
  if (price === null || price <= 0n) return null
  const grid = roundToGrid(price, question.pricePrecision, isNetLong ? 'up' : 'down')
  return grid > 0n ? grid : null
}

/** Solves units·(p − entry)/p = missing: p = units·entry ÷ (units − missing). */
function inversePrice(netUnits: bigint, entryUnits: bigint, missing: Amount): Fixed | null {
  const denominator = netUnits - missing * FIXED_ONE
  if (denominator === 0n || entryUnits < 0n !== denominator < 0n) return null
  return divide(entryUnits, denominator, 'half-even')
}
