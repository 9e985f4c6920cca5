/**
 * What a company's orders of one UTC day met, worked out from what its books say: fill rate, refusals with their reasons, slippage both
 * ways, time from order to fill, age of the quote.
 *
 *   orders    = filled + rejected; a stop-out is the house's own doing and is counted apart, a cancelled order was taken back
 *   slippage  = what was asked for less what was got, by the side of the deal: better or worse for the trader, in pips
 *   symmetry  = share of worse less share of better among market orders, whose price can move either way while they are on their way
 *   pN        = nearest rank: the ⌈N·n/100⌉-th of n values
 *
 * Invariants: whole numbers and decimals of whole numbers only, so that no order of adding and no machine changes a byte; of fewer than
 * FEWEST_ORDERS orders only counts are stated, and what else is said of instruments with fewer is said of all of them together. Fewer
 * would tell about persons.
 */
import { divide, type Fixed, formatFixedShort, formatScaled, parseFixed } from './decimal'
import { pipSize } from './pip'

/** Under so many orders nothing but counts is said. */
export const FEWEST_ORDERS = 20

export const ORDER_TYPES = ['market', 'limit', 'stop', 'close', 'stop_loss', 'take_profit'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

/** Why an order was not filled, in the words of a trader. */
export const REJECTION_REASONS = [
  'price_moved',
  'margin',
  'market_closed',
  'stale_price',
  'size',
  'levels',
  'paused',
  'provider',
  'other',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/** Upper bounds of the classes of slippage in pips; the last class has none. */
const CLASS_BOUNDS: readonly Fixed[] = ['0.2', '0.5', '1'].map(parseFixed)

/** An order that was filled. */
export interface FilledOrder {
  readonly instrument: string
  readonly type: OrderType
  /** Of the deal: closing a bought position sells. */
  readonly side: 'buy' | 'sell'
  /** Null where nothing was asked for but the price of the moment. */
  readonly requested: Fixed | null
  readonly price: Fixed
  readonly pricePrecision: number
  /** From the order's arrival, or the price that set it off, to the decision to fill it; null where nobody measured. */
  readonly tookMs: number | null
  readonly quoteAgeMs: number | null
}

/** Orders that were not filled, all of one kind. */
export interface RejectedOrders {
  readonly instrument: string
  readonly type: OrderType
  readonly reason: RejectionReason
  readonly count: number
}

interface Percentiles {
  readonly p50: number
  readonly p99: number
  readonly measured: number
}

interface SlippageFigures {
  readonly measured: number
  readonly better: number
  readonly same: number
  readonly worse: number
  /** By the bounds of the classes, the smallest first. */
  readonly better_by: readonly number[]
  readonly worse_by: readonly number[]
  /** Pips, above 0 in favour of traders. */
  readonly net_pips: string
}

/** A class of orders: null stands for all of them. */
interface ExecutionClass {
  readonly instrument: string | null
  readonly type: OrderType | null
  readonly orders: number
  readonly filled: number
  readonly rejected: number
  /** Percent, never flattered by rounding; this and what follows is null over too few orders. */
  readonly fill_rate: string | null
  readonly took_ms: Percentiles | null
  readonly quote_age_ms: Percentiles | null
  readonly slippage: SlippageFigures | null
  readonly rejections: readonly { readonly reason: RejectionReason; readonly count: number }[] | null
}

interface SymmetryFigures {
  /** Market orders whose price could be compared. */
  readonly measured: number
  readonly better: number
  readonly worse: number
  /** Percentage points, below 0 where more were better; null over too few orders. */
  readonly difference: string | null
  readonly bound: string
  readonly is_symmetric: boolean | null
}

interface DayFigures {
  /** All orders first, then by type, by instrument, and by both. */
  readonly classes: readonly ExecutionClass[]
  /** The instruments whose own lines have counts alone, together. */
  readonly others: ExecutionClass & { readonly instruments: number }
  readonly symmetry: SymmetryFigures
}

/** What is counted of one class while it grows: sums and counts alone, whose order does not matter. */
class Tally {
  filled = 0
  readonly took = new Map<number, number>()
  readonly ages = new Map<number, number>()
  same = 0
  readonly better = [0, 0, 0, 0]
  readonly worse = [0, 0, 0, 0]
  net: Fixed = 0n
  readonly reasons = new Map<RejectionReason, number>()

  fill({ side, requested, price, pricePrecision, tookMs, quoteAgeMs }: FilledOrder): void {
    this.filled += 1
    if (tookMs !== null) count(this.took, tookMs, 1)
    if (quoteAgeMs !== null) count(this.ages, quoteAgeMs, 1)
    if (requested === null) return
    const pips = inPips(side === 'buy' ? requested - price : price - requested, pricePrecision)
    this.net += pips
    if (pips === 0n) this.same += 1
    else if (pips > 0n) this.better[classOf(pips)]! += 1
    else this.worse[classOf(-pips)]! += 1
  }

  get rejected(): number {
    return total([...this.reasons.values()])
  }

  figures(instrument: string | null, type: OrderType | null): ExecutionClass {
    const { filled, rejected } = this
    const orders = filled + rejected
    const counts = { instrument, type, orders, filled, rejected }
    if (orders < FEWEST_ORDERS) {
      return { ...counts, fill_rate: null, took_ms: null, quote_age_ms: null, slippage: null, rejections: null }
    }
    return {
      ...counts,
      fill_rate: formatScaled(divide(BigInt(filled) * 10_000n, BigInt(orders), 'down'), 2),
      took_ms: percentiles(this.took),
      quote_age_ms: percentiles(this.ages),
      slippage: this.slippage(),
      rejections: REJECTION_REASONS.flatMap((reason) => {
        const found = this.reasons.get(reason)
        return found === undefined ? [] : [{ reason, count: found }]
      }),
    }
  }

  slippage(): SlippageFigures {
    const [better, worse] = [total(this.better), total(this.worse)]
    const measured = better + worse + this.same
    return {
      ...{ measured, better, same: this.same, worse },
      ...{ better_by: [...this.better], worse_by: [...this.worse], net_pips: formatFixedShort(this.net) },
    }
  }
}

/** Price units into pips, exactly: a pip is a power of ten. */
function inPips(difference: Fixed, pricePrecision: number): Fixed {
  return (difference * 100_000_000n) / pipSize(pricePrecision)
}

function classOf(pips: Fixed): number {
  const found = CLASS_BOUNDS.findIndex((bound) => pips <= bound)
  return found === -1 ? CLASS_BOUNDS.length : found
}

const total = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0)

function count<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** By nearest rank over whole numbers; null over none. */
function percentiles(counts: ReadonlyMap<number, number>): Percentiles | null {
  const measured = total([...counts.values()])
  return measured === 0 ? null : { p50: nearestRank(counts, measured, 50), p99: nearestRank(counts, measured, 99), measured }
}

function nearestRank(counts: ReadonlyMap<number, number>, measured: number, percent: number): number {
  const rank = Math.ceil((measured * percent) / 100)
  let passed = 0
  for (const value of [...counts.keys()].sort((a, b) => a - b)) {
    passed += counts.get(value) ?? 0
    if (passed >= rank) return value
  }
  throw new Error('a rank lies within its values')
}

/** Of values in any order, by nearest rank; null over fewer than `fewest`. */
export function percentileOf(values: readonly number[], percent: number, fewest = 1): number | null {
  if (values.length < Math.max(1, fewest)) return null
  const counts = new Map<number, number>()
  for (const value of values) count(counts, value, 1)
  return nearestRank(counts, values.length, percent)
}

/** Grows with every order, in whatever order they come. */
export class DayTally {
  private readonly cells = new Map<string, Tally>()
  private readonly instruments = new Map<string, number>()

  fill(order: FilledOrder): void {
    count(this.instruments, order.instrument, 1)
    for (const tally of this.tallies(order)) tally.fill(order)
  }

  reject(orders: RejectedOrders): void {
    count(this.instruments, orders.instrument, orders.count)
    for (const tally of this.tallies(orders)) count(tally.reasons, orders.reason, orders.count)
  }

  /** @param bound percentage points with two decimals, such as `1.00` */
  figures(bound: string): DayFigures {
    const codes = [...this.instruments.keys()].sort()
    const types = ORDER_TYPES.filter((type) => this.cells.has(keyOf(null, type)))
    const few = codes.filter((code) => (this.instruments.get(code) ?? 0) < FEWEST_ORDERS)
    const classes = [null, ...codes].flatMap((code) => [null, ...types].map((type) => [code, type] as const))
    return {
      classes: classes.flatMap(([code, type]) => {
        const tally = this.cells.get(keyOf(code, type))
        return tally === undefined ? (code === null ? [new Tally().figures(null, type)] : []) : [tally.figures(code, type)]
      }),
      others: { ...this.sum(few).figures(null, null), instruments: few.length },
      symmetry: symmetryOf((this.cells.get(keyOf(null, 'market')) ?? new Tally()).slippage(), bound),
    }
  }

  private tallies({ instrument, type }: { readonly instrument: string; readonly type: OrderType }): Tally[] {
    return [keyOf(null, null), keyOf(null, type), keyOf(instrument, null), keyOf(instrument, type)].map((key) => {
      const tally = this.cells.get(key) ?? new Tally()
      this.cells.set(key, tally)
      return tally
    })
  }

  private sum(codes: readonly string[]): Tally {
    const sum = new Tally()
    for (const code of codes) {
      const one = this.cells.get(keyOf(code, null))
      if (one === undefined) continue
      sum.filled += one.filled
      sum.same += one.same
      sum.net += one.net
      for (const [ms, times] of one.took) count(sum.took, ms, times)
      for (const [ms, times] of one.ages) count(sum.ages, ms, times)
      for (const [reason, times] of one.reasons) count(sum.reasons, reason, times)
      for (const side of ['better', 'worse'] as const)
        one[side].forEach((times, index) => {
          sum[side][index]! += times
        })
    }
    return sum
  }
}

const keyOf = (instrument: string | null, type: OrderType | null) => `${instrument ?? ''}/${type ?? ''}`

/**
 * Not symmetric where the difference is beyond the bound and larger than chance alone would make it: of n fills that slipped, better or
 * worse like a coin, the two counts differ by more than 3·√n once in some four hundred days. Both ways: a price that only ever moves in
 * favour of traders says as much about what was refused.
 */
function symmetryOf({ measured, better, worse }: SlippageFigures, bound: string): SymmetryFigures {
  const counts = { measured, better, worse, bound }
  if (measured < FEWEST_ORDERS) return { ...counts, difference: null, is_symmetric: null }
  const apart = BigInt(worse - better)
  const size = apart < 0n ? -apart : apart
  const isBeyond = size * 10_000n > BigInt(bound.replace('.', '')) * BigInt(measured)
  const isMoreThanChance = size * size > 9n * BigInt(better + worse)
  const difference = formatScaled(divide(apart * 10_000n, BigInt(measured), 'half-even'), 2)
  return { ...counts, difference, is_symmetric: !(isBeyond && isMoreThanChance) }
}
