/**
 * Holds the ticks of simulated markets against the seeds that were committed before their days and revealed behind them.
 *
 * Invariants: what was committed first counts, whatever was committed of the same day again: nobody chooses among seeds once the day is
 * seen. Nothing is held against a day that is not over.
 */
import { formatFixedShort } from '../decimal'
import { DAY_MS, HOUR_MS } from '../durations'
import type { BatchTick, PriceBatch } from '../log/price-batch'
import { utcDay } from '../utc-day'
import type { MarketDay } from './day-seed'
import { openSeed, type SeedCommitted, type SeedFact, type SeedInstrument, simulatedTerms } from './seed-facts'
import { SimulatedPrice, STEP_MS } from './simulated-price'

/** A fact of the kind `seed` as a log has it. */
export interface NotedSeed {
  /** When it was noted, Unix milliseconds: the company's word. */
  readonly at: number
  /** Its place in the log, which is proven; left out where it was read from a store. */
  readonly index?: number
  readonly document: string
}

export interface SeedDay {
  readonly market: string
  readonly day: string
  /** When the first commitment to it was noted. */
  readonly committedAt: number
  readonly isLate: boolean
  /** `open`: not revealed. `withheld`: nor when the day was over by an hour, and more was said of its market. `other`: something was
   * revealed that is not what was committed first. */
  readonly state: 'revealed' | 'open' | 'withheld' | 'other'
  /** The day before is known, and this one begins elsewhere. */
  readonly jumps: boolean
}

export interface OtherTick {
  readonly market: string
  readonly code: string
  readonly time: number
  readonly expected: string
  readonly stated: string
}

interface KnownDay {
  readonly market: string
  readonly from: number
  readonly committedAt: number
  readonly index: number | undefined
  readonly hash: string
  /** Also those that were new in a later commitment. */
  readonly instruments: Map<string, SeedInstrument>
  revealed: MarketDay | null
  isOther: boolean
}

/** Behind the day's end; a server that is up reveals at once. */
const REVEALED_WITHIN_MS = HOUR_MS
/** As far as two ends may be apart: the days before the market's first are worked out backwards. */
const SAME_PLACE = 1e-9

export class CommittedSeeds {
  private readonly days = new Map<string, KnownDay>()
  /** When something was last noted, by market. */
  private readonly newest = new Map<string, number>()
  private readonly prices = new Map<string, SimulatedPrice>()
  checked = 0
  /** Of those that were checked, the ticks from before the first commitment to their day. */
  early = 0
  /** Ticks of minutes whose prices stand in the log before the promise of their day, which claims an earlier time. */
  beforePromise = 0
  /** Ticks of a market that has promises, on a day without one. */
  unpromised = 0

  constructor(facts: readonly NotedSeed[]) {
    const read = facts.map(({ at, index, document }) => ({ at, index, fact: JSON.parse(document) as SeedFact }))
    for (const { at, index, fact } of read) {
      this.newest.set(fact.market, Math.max(at, this.newest.get(fact.market) ?? 0))
      if (fact.state === 'committed') this.commit(fact, at, index)
    }
    for (const { fact } of read) {
      const day = fact.state === 'revealed' ? this.days.get(`${fact.market} ${fact.day}`) : undefined
      if (day === undefined || fact.state !== 'revealed') continue
      const opened = openSeed(fact.document, day.hash)
      if (opened?.from === day.from) day.revealed ??= opened
      else day.isOther = true
    }
  }

  private commit({ market, day, hash, instruments }: SeedCommitted, at: number, index: number | undefined): void {
    const from = Date.parse(`${day}T00:00:00Z`)
    const known = this.days.get(`${market} ${day}`) ?? {
      ...{ market, from, committedAt: at, index, hash, instruments: new Map<string, SeedInstrument>() },
      ...{ revealed: null, isOther: false },
    }
    this.days.set(`${market} ${day}`, known)
    for (const [code, terms] of Object.entries(instruments)) if (!known.instruments.has(code)) known.instruments.set(code, terms)
  }

  /** Of a day, each simulated market that was committed to. @param from Unix milliseconds of its beginning */
  of(from: number): SeedDay[] {
    return [...this.days.values()]
      .filter((day) => day.from === from)
      .map(({ market, committedAt, revealed, isOther }) => {
        const before = this.days.get(`${market} ${utcDay(from - DAY_MS)}`)?.revealed ?? null
        const isDue = (this.newest.get(market) ?? 0) >= from + DAY_MS + REVEALED_WITHIN_MS
        const state = isOther ? 'other' : revealed !== null ? 'revealed' : isDue ? 'withheld' : 'open'
        const jumps = revealed !== null && before !== null && !meets(before, revealed)
        return { market, day: utcDay(from), committedAt, isLate: committedAt >= from, state, jumps }
      })
  }

  /**
   * The first tick of a batch that is not what its day's seed comes to; null where there is none, or nothing was revealed of it.
   * @param entry place in the log of the minute's prices, where it is known
   */
  otherTick({ code, ticks }: PriceBatch, entry?: number): OtherTick | null {
    for (const tick of ticks) {
      const day = this.days.get(`${tick.source} ${utcDay(tick.time)}`)
      if (day === undefined && this.newest.has(tick.source)) this.unpromised += 1
      if (day === undefined || day.revealed === null) continue
      this.checked += 1
      if (tick.time < day.committedAt) this.early += 1
      else if (entry !== undefined && day.index !== undefined && entry < day.index) this.beforePromise += 1
      const expected = this.expectedAt(day, code, tick.time)
      if (expected === null || !isPrice(tick, expected)) {
        const stated = tick.bid === tick.ask && tick.bid === tick.last ? tick.last : `${tick.bid} ${tick.ask} ${tick.last}`
        return { market: tick.source, code, time: tick.time, expected: expected ?? '', stated }
      }
    }
    return null
  }

  /** Null for what has no price, or at a moment at which it does not tick. */
  private expectedAt({ market, instruments }: KnownDay, code: string, time: number): string | null {
    const terms = instruments.get(code)
    if (terms === undefined) return null
    const price = this.priceOf(market, code, terms)
    return (time - price.phaseMs) % STEP_MS === 0 ? formatFixedShort(price.fixedPrice(price.gridPriceAt(time))) : null
  }

  private priceOf(market: string, code: string, terms: SeedInstrument): SimulatedPrice {
    const key = JSON.stringify([market, code, terms])
    const known = this.prices.get(key)
    if (known !== undefined) return known
    const price = new SimulatedPrice(simulatedTerms(code, terms), (from) => this.revealedAt(market, from))
    this.prices.set(key, price)
    return price
  }

  private revealedAt(market: string, from: number): MarketDay {
    const day = this.days.get(`${market} ${utcDay(from)}`)?.revealed
    if (day == null) throw new RangeError(`no seed of ${utcDay(from)} was revealed`)
    return day
  }
}

const isPrice = ({ bid, ask, last }: BatchTick, price: string) => bid === price && ask === price && last === price

function meets(before: MarketDay, after: MarketDay): boolean {
  return before.factors.every(({ end }, at) => Math.abs(end - (after.factors[at]?.start ?? 0)) < SAME_PLACE)
}
