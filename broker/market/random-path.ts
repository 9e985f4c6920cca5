/**
 * A random walk that is a pure function of (seed, time): it can be asked for any instant, in any order, and always answers the
 * same. History, the live price and the hours a server slept through are all read off the one path, so they always fit together.
 *
 * How: independent values every ~155 days keep the level stationary (weak mean reversion, no drift); between two of them the path
 * is halved again and again, each midpoint displaced like a Brownian bridge (Lévy's construction). The displacement is scaled by
 * an amplitude that itself varies a little at each halving, which gives calm and stormy spells on every scale.
 */
import { DAY_MS } from '../../rules/durations'

/** Length of the finest interval and the number of halvings above it: 50 ms × 2^28 ≈ 155 days. */
const LEAF_MS = 50
const LEVELS = 28
const KNOT_MS = LEAF_MS * 2 ** LEVELS
const YEAR_MS = 365.25 * DAY_MS

const AMPLITUDE_STEP = 0.09
/** Keeps the mean square of the amplitude at 1 through all halvings. */
const AMPLITUDE_SHRINK = 1 / Math.sqrt(1 + AMPLITUDE_STEP ** 2)
const AMPLITUDE_MIN = 0.45
const AMPLITUDE_MAX = 2.2

/** Standard deviation of the sum of four bytes: the unit in which `unitNormal` counts. */
const FOUR_BYTES_DEVIATION = Math.sqrt((4 * (256 ** 2 - 1)) / 12)
const FOUR_BYTES_MEAN = 4 * 127.5

/** A well-mixed 32-bit number from four others (the finaliser of MurmurHash3, once an input). */
export function hash32(a: number, b: number, c: number, d: number): number {
  let h = mix(a ^ 0x9e3779b9)
  h = mix(h ^ b)
  h = mix(h ^ c)
  return mix(h ^ d)
}

/** The n-th number of the sequence named by `seed`: one multiplication and one mixing, for the innermost loops. */
export function sequenceHash(seed: number, n: number): number {
  return mix(seed + Math.imul(n, 0x9e3779b1))
}

function mix(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Almost normal, mean 0, deviation 1, never beyond ±3.5: no transcendental function, so every machine computes the same bits. */
function unitNormal(hash: number): number {
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24)
  return (sum - FOUR_BYTES_MEAN) / FOUR_BYTES_DEVIATION
}

/** A 32-bit seed from text, for naming factors. */
export function seedOf(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return mix(h)
}

export class RandomPath {
  // The node of each level on the way to the last leaf: consecutive questions share all but the last few halvings.
  private readonly left = new Float64Array(LEVELS + 1)
  private readonly right = new Float64Array(LEVELS + 1)
  private readonly amplitude = new Float64Array(LEVELS + 1)
  private readonly deviation = new Float64Array(LEVELS + 1)
  private readonly levelSeed = new Int32Array(LEVELS + 1)
  private readonly knotDeviation: number
  private knot = Number.NaN
  private leaf = -1

  constructor(
    private readonly seed: number,
    annualVolatility: number,
  ) {
    this.knotDeviation = annualVolatility * Math.sqrt(KNOT_MS / YEAR_MS / 2)
    for (let level = 0; level <= LEVELS; level++) {
      this.deviation[level] = (annualVolatility * Math.sqrt(KNOT_MS / 2 ** level / YEAR_MS)) / 2
    }
  }

  /** The path's value (a logarithm) at `timeMs` ≥ 0 of its own, operational time. */
  valueAt(timeMs: number): number {
    const knot = Math.floor(timeMs / KNOT_MS)
    const offset = timeMs - knot * KNOT_MS
    if (knot !== this.knot) this.enterKnot(knot)
    const leaf = Math.floor(offset / LEAF_MS)
    this.descend(leaf)
    const share = offset / LEAF_MS - leaf
    const start = this.left[LEVELS] ?? 0
    return start + ((this.right[LEVELS] ?? 0) - start) * share
  }

  private enterKnot(knot: number): void {
    this.knot = knot
    this.leaf = -1
    this.left[0] = this.knotValue(knot)
    this.right[0] = this.knotValue(knot + 1)
    this.amplitude[0] = 1
    for (let level = 0; level <= LEVELS; level++) this.levelSeed[level] = hash32(this.seed, knot, level, 1)
  }

  private knotValue(knot: number): number {
    return unitNormal(hash32(this.seed, knot, 0x6b6e6f74, 0)) * this.knotDeviation
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
      amplitude[level] = Math.min(AMPLITUDE_MAX, Math.max(AMPLITUDE_MIN, size * step))
    }
    this.leaf = leaf
  }
}
