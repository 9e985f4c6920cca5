/**
 * The figures of the ranking. They rest on ended orders only: an order counts when the last of it is closed, with its parts as one,
 * and its result is its profit after its fee. What is open, and what a price did since, does not count.
 *
 *   three-week result  = Σ results of the orders that ended in the three weeks
 *   three-week rate    = three-week result ÷ capital × 100, where capital = what the account was worth when the three weeks began
 *                        (money that came in and went out, and results, up to then) + everything that came in since
 *   three-week win     = orders of the three weeks with a result above 0 ÷ orders of the three weeks × 100
 *   total rate         = Σ of all results ÷ everything that ever came in × 100
 *   drawdown           = the largest fall of the results from their highest point, ÷ what the account was worth at that point × 100;
 *                        money that comes in or goes out is neither a gain nor a fall: the high point moves along with it
 *
 * "Came in" is a grant, a demo account's refill or a deposit; it counts whole from its day, so a late deposit lowers a rate rather
 * than raising it. The protection from a negative balance is no capital: a loss stays as large as it was, and a rate may be
 * below −100 %. Rates and shares are rounded half-even at 0.01 %, the drawdown up and never above 100 %.
 */

import { divide } from './decimal'
import { DAY_MS } from './durations'
import type { Amount } from './money'

export const THREE_WEEKS_MS = 21 * DAY_MS
/** Fewer ended orders than this in the three weeks say nothing: the trader is not listed. */
export const MIN_SAMPLE = 5

/** What an account has been through, in the order in which it was booked. Times are Unix milliseconds. */
export type RankingEvent =
  | { readonly kind: 'result'; readonly at: number; readonly amount: Amount; readonly leverage: number | null }
  /** Money that came in (positive) or went out (negative); `isCapital` is false for the protection from a negative balance. */
  | { readonly kind: 'flow'; readonly at: number; readonly amount: Amount; readonly isCapital: boolean }

/** Sums over the events of an account; a store may work them out in its own way. */
export interface RankingSums {
  readonly results: Amount
  readonly inflow: Amount
  readonly orders: number
  readonly recentResults: Amount
  readonly recentInflow: Amount
  readonly recentOrders: number
  readonly recentWins: number
  /** What the account was worth when the three weeks began. */
  readonly worthBefore: Amount
  /** Hundredths of a percent. */
  readonly drawdown: bigint
  /** The leverage of most orders, the higher one of two; `null` where no order had one. */
  readonly leverage: number | null
}

export interface RankingFigures {
  /** Hundredths of a percent. */
  readonly threeWeekRate: bigint
  readonly threeWeekWin: bigint
  readonly threeWeekProfit: Amount
  readonly threeWeekOrders: number
  readonly totalRate: bigint
  readonly totalOrders: number
  readonly drawdown: bigint
  readonly leverage: number | null
}

const HUNDREDTHS = 10_000n

export function rankingSums(events: readonly RankingEvent[], nowMs: number): RankingSums {
  const since = nowMs - THREE_WEEKS_MS
  const results = events.filter((event) => event.kind === 'result')
  const inflows = events.filter((event) => event.kind === 'flow' && event.isCapital && event.amount > 0n)
  const recent = results.filter(({ at }) => at > since)
  return {
    results: total(results),
    inflow: total(inflows),
    orders: results.length,
    recentResults: total(recent),
    recentInflow: total(inflows.filter(({ at }) => at > since)),
    recentOrders: recent.length,
    recentWins: recent.filter(({ amount }) => amount > 0n).length,
    worthBefore: total(events.filter(({ at }) => at <= since)),
    drawdown: largestFall(events),
    leverage: mostUsed(results.map(({ leverage }) => leverage)),
  }
}

/** `null` for an account that is not listed: too few orders, or no capital to hold them against. */
export function rankingFigures(sums: RankingSums): RankingFigures | null {
  const capital = sums.worthBefore + sums.recentInflow
  if (sums.recentOrders < MIN_SAMPLE || capital <= 0n || sums.inflow <= 0n) return null
  return {
    threeWeekRate: percentOf(sums.recentResults, capital),
    threeWeekWin: percentOf(BigInt(sums.recentWins), BigInt(sums.recentOrders)),
    threeWeekProfit: sums.recentResults,
    threeWeekOrders: sums.recentOrders,
    totalRate: percentOf(sums.results, sums.inflow),
    totalOrders: sums.orders,
    drawdown: sums.drawdown,
    leverage: sums.leverage,
  }
}

function total(events: readonly { readonly amount: Amount }[]): Amount {
  return events.reduce((sum, { amount }) => sum + amount, 0n)
}

function percentOf(part: bigint, whole: bigint): bigint {
  return divide(part * HUNDREDTHS, whole, 'half-even')
}

/**
 * A fall in hundredths of a percent of the height it fell from, rounded up: never shown smaller than it was. What fell from nothing
 * fell altogether.
 */
export function fallOf(fall: Amount, height: Amount): bigint {
  if (fall <= 0n) return 0n
  if (height <= fall) return HUNDREDTHS
  return divide(fall * HUNDREDTHS, height, 'up')
}

function largestFall(events: readonly RankingEvent[]): bigint {
  let flows = 0n
  let results = 0n
  let best = 0n
  let largest = 0n
  for (const { kind, amount } of events) {
    if (kind === 'flow') flows += amount
    else results += amount
    if (results > best) best = results
    const fall = fallOf(best - results, flows + best)
    if (fall > largest) largest = fall
  }
  return largest
}

function mostUsed(leverages: readonly (number | null)[]): number | null {
  const uses = new Map<number, number>()
  for (const leverage of leverages) if (leverage !== null) uses.set(leverage, (uses.get(leverage) ?? 0) + 1)
  const [first] = [...uses].sort(([one, oneUses], [other, otherUses]) => otherUses - oneUses || other - one)
  return first?.[0] ?? null
}
