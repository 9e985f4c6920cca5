/**
 * The way of one factor through one day (UTC): a pure function of the day's words and of where it begins. It can be asked for any instant
 * of the day, in any order, and always answers the same: history, the live price and the hours a server slept through are all read off
 * the one path, so they always fit together.
 *
 * How: the day's move is drawn once; between its two ends the path is halved again and again, each midpoint displaced like a Brownian
 * bridge (Lévy's construction). The displacement is scaled by an amplitude that itself varies a little from day to day and at each
 * halving, which gives calm and stormy spells on every scale. A weak pull back to nothing keeps the level from running away.
 */
import { DAY_MS } from '../durations'
import { hash32, mix, sequenceHash, unitNormal } from './mix'
import type { OperationalClock } from './operational-clock'

/** Halvings of a day: the finest interval is a day / 2^21 ≈ 41 ms. */
const LEVELS = 21
const LEAVES = 2 ** LEVELS
const YEAR_MS = 365.25 * DAY_MS

/** How much of its distance from nothing a factor gives up in a day: what stays of it is halved in 106 days. */
const PULL = 0.0065

const DAY_AMPLITUDE_STEP = 0.25
const DAY_AMPLITUDE_SHRINK = 1 / Math.sqrt(1 + DAY_AMPLITUDE_STEP ** 2)
const AMPLITUDE_STEP = 0.09
/** Keeps the mean square of the amplitude at 1 through all halvings. */
const AMPLITUDE_SHRINK = 1 / Math.sqrt(1 + AMPLITUDE_STEP ** 2)
const AMPLITUDE_MIN = 0.45
const AMPLITUDE_MAX = 2.2

/** 32-bit words that a factor's day is made of: its move, its amplitude, and the halvings in turn. */
export const WORDS = 8
const [MOVE_WORD, AMPLITUDE_WORD, FIRST_LEVEL_WORD] = [0, 1, 2]

/** A factor's day as its seed and its beginning give it. */
export interface FactorDay {
  /** Unix milliseconds of the day's beginning. */
  readonly from: number
  /** The factor's logarithm there. */
  readonly start: number
  readonly words: Uint32Array
}

/** What moves a factor: how much in a year, and when in the week. */
interface Driver {
  readonly annualVolatility: number
  readonly clock: OperationalClock
}

export function moveOf(day: Pick<FactorDay, 'from' | 'words'>, { annualVolatility, clock }: Driver): number {
  const spread = annualVolatility * Math.sqrt(clock.between(day.from, day.from + DAY_MS) / YEAR_MS)
  return unitNormal(day.words[MOVE_WORD] ?? 0) * amplitudeOf(day.words) * spread
}

/** Where the day after begins. @param isBack the day is before the one at which the market stands at nothing: there the pull works backwards. */
export function endOf(start: number, move: number, isBack: boolean): number {
  return isBack ? (start + move) / (1 - PULL) : start * (1 - PULL) + move
}

/** Where a day begins whose end is known, before the day at which the market stands at nothing. */
export function startBefore(end: number, move: number): number {
  return end * (1 - PULL) - move
}

function amplitudeOf(words: Uint32Array): number {
  return bounded(DAY_AMPLITUDE_SHRINK * (1 + DAY_AMPLITUDE_STEP * unitNormal(words[AMPLITUDE_WORD] ?? 0)))
}

const bounded = (amplitude: number) => Math.min(AMPLITUDE_MAX, Math.max(AMPLITUDE_MIN, amplitude))

/** Reads a factor's path; of one day at a time. */
export class DayPath {
  // The node of each level on the way to the last leaf: consecutive questions share all but the last few halvings.
  private readonly left = new Float64Array(LEVELS + 1)
  private readonly right = new Float64Array(LEVELS + 1)
  private readonly amplitude = new Float64Array(LEVELS + 1)
  private readonly deviation = new Float64Array(LEVELS + 1)
  private readonly levelSeed = new Int32Array(LEVELS + 1)
  /** Of the day's beginning and of its whole length, in operational time. */
  private begin = 0
  private length = 1
  private leaf = -1

  constructor(private readonly driver: Driver) {}

  /** @param end where the day after begins */
  enter({ from, start, words }: FactorDay, end: number): void {
    this.begin = this.driver.clock.at(from)
    this.leaf = -1
    this.length = this.driver.clock.between(from, from + DAY_MS)
    this.left[0] = start
    this.right[0] = end
    this.amplitude[0] = amplitudeOf(words)
    for (let level = 0; level <= LEVELS; level++) {
      this.deviation[level] = (this.driver.annualVolatility * Math.sqrt(this.length / 2 ** level / YEAR_MS)) / 2
      this.levelSeed[level] = hash32(words[FIRST_LEVEL_WORD + (level % (WORDS - FIRST_LEVEL_WORD))] ?? 0, level, 0, 1)
    }
  }

  /** The path's value (a logarithm) at an instant of the day that was entered. */
  valueAt(time: number): number {
    const place = ((this.driver.clock.at(time) - this.begin) / this.length) * LEAVES
    const leaf = Math.min(LEAVES - 1, Math.floor(place))
    this.descend(leaf)
    const start = this.left[LEVELS] ?? 0
    return start + ((this.right[LEVELS] ?? 0) - start) * (place - leaf)
  }

  private descend(leaf: number): void {
    if (leaf === this.leaf) return
    const { left, right, amplitude, deviation, levelSeed } = this
    const firstNewLevel = this.leaf < 0 ? 1 : LEVELS - 31 + Math.clz32(leaf ^ this.leaf)
    for (let level = firstNewLevel; level <= LEVELS; level++) {
      const index = leaf >>> (LEVELS - level)
      const parent = level - 1
      const hash = sequenceHash(levelSeed[level] as number, index >>> 1)
      const size = amplitude[parent] as number
      const from = left[parent] as number
      const to = right[parent] as number
      const middle = (from + to) / 2 + unitNormal(hash) * size * (deviation[parent] as number)
      const isRightHalf = (index & 1) === 1
      left[level] = isRightHalf ? middle : from
      right[level] = isRightHalf ? to : middle
      const step = AMPLITUDE_SHRINK * (1 + AMPLITUDE_STEP * unitNormal(mix(hash ^ (isRightHalf ? 0x5bd1e995 : 0x1b873593))))
      amplitude[level] = bounded(size * step)
    }
    this.leaf = leaf
  }
}
