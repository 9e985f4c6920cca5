/**
 * The secret seed of a day of a simulated market, and the day that comes of it: every factor's words, and where each begins and ends.
 *
 * Invariants: a day's seed tells nothing of another day's: all are made of one secret that is never shown. Where
 * a day begins is where the one before has ended, so prices go on over midnight.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { DAY_MS } from '../durations'
import { utcDay } from '../utc-day'
import { endOf, type FactorDay, moveOf, startBefore, WORDS } from './day-path'
import { FACTORS } from './market-model'
import { OperationalClock } from './operational-clock'

/** The day at whose beginning the simulated market stands at the reference prices. */
export const ANCHOR_DAY_MS = Date.UTC(2026, 10, 20)

const CLOCKS = {
  forex: new OperationalClock('forex'),
  crypto: new OperationalClock('crypto'),
  us: new OperationalClock('us'),
  europe: new OperationalClock('europe'),
  asia: new OperationalClock('asia'),
  energy: new OperationalClock('energy'),
}

/** What moves each factor, in the order in which a day counts them. */
export const DRIVERS = Object.entries(FACTORS).map(([name, { annualVolatility, profile }]) => ({
  name,
  annualVolatility,
  clock: CLOCKS[profile],
}))

/** A day of the whole market. */
export interface MarketDay {
  /** Unix milliseconds of its beginning. */
  readonly from: number
  /** 32 bytes. */
  readonly seed: Uint8Array
  /** Of each factor, in the order of `DRIVERS`. */
  readonly factors: readonly (FactorDay & { readonly end: number })[]
}

/** @param secret of the market, any text; @param from Unix milliseconds of the day's beginning */
export function daySeed(secret: string, from: number): Uint8Array {
  return hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`candor simulated day v1\n${utcDay(from)}\n`))
}

/** @param startOf where a factor begins, by its place in `DRIVERS` and the day's move of it */
export function dayOf(seed: Uint8Array, from: number, startOf: (factor: number, move: number) => number): MarketDay {
  const factors = DRIVERS.map((driver, factor) => {
    const words = wordsOf(seed, driver.name)
    const move = moveOf({ from, words }, driver)
    const start = startOf(factor, move)
    return { from, start, words, end: endOf(start, move, from < ANCHOR_DAY_MS) }
  })
  return { from, seed, factors }
}

function wordsOf(seed: Uint8Array, factor: string): Uint32Array {
  const bytes = sha256(concatBytes(seed, utf8ToBytes(factor)))
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return Uint32Array.from({ length: WORDS }, (_, at) => view.getUint32(4 * at))
}

/** All days of a market, one after the other from the day at which it stands at the reference prices, forwards and back. */
export class MarketDays {
  private readonly days = new Map<number, MarketDay>()
  private first = ANCHOR_DAY_MS
  private last = ANCHOR_DAY_MS

  constructor(private readonly secret: string) {
    this.add(ANCHOR_DAY_MS, () => 0)
  }

  /** @param from Unix milliseconds of its beginning */
  at(from: number): MarketDay {
    while (this.last < from) {
      const before = this.known(this.last)
      this.last += DAY_MS
      this.add(this.last, (factor) => before.factors[factor]?.end ?? 0)
    }
    while (this.first > from) {
      const after = this.known(this.first)
      this.first -= DAY_MS
      this.add(this.first, (factor, move) => startBefore(after.factors[factor]?.start ?? 0, move))
    }
    return this.known(from)
  }

  private add(from: number, startOf: (factor: number, move: number) => number): void {
    this.days.set(from, dayOf(daySeed(this.secret, from), from, startOf))
  }

  private known(from: number): MarketDay {
    const day = this.days.get(from)
    if (day === undefined) throw new RangeError(`no day begins at ${from}`)
    return day
  }
}
