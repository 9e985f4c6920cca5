/**
 * Where an account would be stopped out: the first price of one instrument at which equity falls to
 * `stop-out level × used margin`, everything else standing still. Solved exactly from
 *   rest + Σ sideᵢ·unitsᵢ·(p − entryᵢ)·rate(p) = level × margin
 * with `rate` constant, or 1 ÷ last price where the instrument itself converts its quote currency (USD/JPY).
 *
 * Invariant: at the answer `isStoppedOut` is true and one grid step on the safe side of it is false; both are tried by the
 * same rounding of rows by which the engine decides.
 */
import { isStoppedOut } from './account'
import { conversionRate, RATE_ONE, type Rate } from './conversion'
import { divide, FIXED_DECIMALS, FIXED_ONE, type Fixed, roundToGrid } from './decimal'
import type { Amount } from './money'
import { closingPrice, type QuotePrices, sideSign } from './price'
import { orderProfit, type ProfitTerms } from './profit'

export interface StopOutQuestion {
  /** Balance + locked margin + floating profit of all *other* instruments. */
  readonly restEquity: Amount
  readonly usedMargin: Amount
  /** Percent, as a Fixed. */
  readonly stopOutLevel: Fixed
  /** The account's positions in this one instrument. */
  readonly positions: readonly ProfitTerms[]
  /** `last` is the price that converts; the middle of the two sides when left out. */
  readonly quote: QuotePrices & { readonly last?: Fixed }
  readonly rate: Rate
  /** True where the rate is 1 ÷ the price of this very instrument. */
  readonly rateFollowsPrice: boolean
  readonly pricePrecision: number
}

/** Added-up positions as a line in p, the price on the closing side of the net position: equity = rest + (units·p − cost)·rate. */
interface NetPosition {
  /** Scale 10⁻¹⁶, positive when net long. */
  readonly units: bigint
  /** Scale 10⁻²⁴. */
  readonly cost: bigint
  /** How far the last price stands above p. */
  readonly lastAbove: Fixed
}

/**
 * The price on the closing side of the net position (bid when net long or even, ask when net short), on the price grid.
 * `null` when no price reaches it, as for a hedge whose sides cancel each other.
 */
export function stopOutPrice(question: StopOutQuestion): Fixed | null {
  const net = netPosition(question)
  // Where equity grows with the price, danger lies below.
  const slope = question.rateFollowsPrice ? net.units * net.lastAbove + net.cost : net.units
  if (slope === 0n) return null
  const solved = solve(question, net)
  if (solved === null || solved <= 0n) return null

  const step = 10n ** BigInt(FIXED_DECIMALS - question.pricePrecision)
  const towardsSafety = slope > 0n ? step : -step
  const price = roundToGrid(solved, question.pricePrecision, slope > 0n ? 'down' : 'up')
  // Rows are rounded one by one, which can move the border by a hair: the neighbours are tried.
  for (const tried of [price + towardsSafety, price, price - towardsSafety]) {
    if (tried > 0n && tried + net.lastAbove > 0n && isStoppedOutAt(question, net, tried)) return tried
  }
  return null
}

function netPosition({ positions, quote }: StopOutQuestion): NetPosition {
  let units = 0n
  for (const position of positions) units += sideSign(position.side) * position.lots * position.contractSize
  const near = units < 0n ? 'sell' : 'buy'
  const p = closingPrice(near, quote)
  let cost = 0n
  for (const position of positions) {
    const shift = closingPrice(position.side, quote) - p
    cost += sideSign(position.side) * position.lots * position.contractSize * (position.entryPrice - shift)
  }
  return { units, cost, lastAbove: lastOf(quote) - p }
}

/** The exact border, rounded to 10⁻⁸. */
function solve(question: StopOutQuestion, { units, cost, lastAbove }: NetPosition): Fixed | null {
  const missing = divide(question.stopOutLevel * question.usedMargin, 100n * FIXED_ONE, 'up') - question.restEquity
  if (!question.rateFollowsPrice) {
    const { rate } = question
    return divide(missing * FIXED_ONE * FIXED_ONE * RATE_ONE + cost * rate, units * rate, 'half-even')
  }
  // units·p − cost = missing·(p + lastAbove)
  const denominator = units - missing * FIXED_ONE
  return denominator === 0n ? null : divide(cost + missing * FIXED_ONE * lastAbove, denominator, 'half-even')
}

function isStoppedOutAt(question: StopOutQuestion, { units, lastAbove }: NetPosition, price: Fixed): boolean {
  const { quote } = question
  const moved = price - closingPrice(units < 0n ? 'sell' : 'buy', quote)
  const then = { bid: quote.bid + moved, ask: quote.ask + moved }
  const rate = question.rateFollowsPrice ? conversionRate({ code: '', direction: 'inverse' }, price + lastAbove) : question.rate
  const floatingProfit = question.positions.reduce((sum, one) => sum + orderProfit(one, closingPrice(one.side, then), rate), 0n)
  const { restEquity, usedMargin, stopOutLevel } = question
  return isStoppedOut({ balance: restEquity - usedMargin, usedMargin, floatingProfit }, stopOutLevel)
}

function lastOf(quote: StopOutQuestion['quote']): Fixed {
  return quote.last ?? (quote.bid + quote.ask) / 2n
}

/** The position that a stop-out closes next: the largest loss, ties by id, oldest first. Engine and stop-out map ask here. */
export function nextToClose<P extends { readonly profit: Amount; readonly id: bigint }>(positions: readonly P[]): P | undefined {
  let next: P | undefined
  for (const one of positions) {
    if (next === undefined || one.profit < next.profit || (one.profit === next.profit && one.id < next.id)) next = one
  }
  return next
}
