/**
 * What a company says for ever of a day of a simulated market: before the day the hash of its seed and what its prices are made of, after
 * it the seed itself. Two facts of the kind `seed`.
 *
 * Invariant: whoever has both works out every tick of the day to the last digit, and nobody who has only the first can.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { formatFixedShort, parseFixed } from '../decimal'
import { dayBounds, utcDay } from '../utc-day'
import { DRIVERS, dayOf, type MarketDay } from './day-seed'
import type { SimulatedTerms } from './simulated-price'

/** What an instrument's price is made of besides the seed. */
export interface SeedInstrument {
  readonly base: string
  readonly quote: string
  readonly precision: number
  /** Decimal. */
  readonly reference: string
}

export interface SeedCommitted {
  readonly kind: 'seed'
  readonly state: 'committed'
  readonly company: string
  /** As ticks name their source. */
  readonly market: string
  /** `2026-11-27`, UTC. */
  readonly day: string
  /** SHA-256 of the seed's document, lower-case hex. */
  readonly hash: string
  /** True where the day had begun: what came of it before was promised by nobody. */
  readonly is_late: boolean
  /** By code. */
  readonly instruments: Readonly<Record<string, SeedInstrument>>
}

export interface SeedRevealed {
  readonly kind: 'seed'
  readonly state: 'revealed'
  readonly company: string
  readonly market: string
  readonly day: string
  /** To the byte. */
  readonly document: string
}

export type SeedFact = SeedCommitted | SeedRevealed

/** The document of a day's seed. The factors' logarithms at its beginning are numbers of 64 bits, in as few digits as tell them apart. */
interface SeedDocument {
  readonly kind: 'day'
  readonly market: string
  readonly day: string
  /** 32 bytes in lower-case hex. */
  readonly seed: string
  readonly start: Readonly<Record<string, string>>
}

/** Canonical JSON. */
export function seedText(market: string, { from, seed, factors }: MarketDay): string {
  const starts = DRIVERS.map(({ name }, at) => [name, String(factors[at]?.start ?? 0)] as const)
  const start = Object.fromEntries(starts.sort(([one], [other]) => (one < other ? -1 : 1)))
  const document: SeedDocument = { day: utcDay(from), kind: 'day', market, seed: bytesToHex(seed), start } as SeedDocument
  return JSON.stringify(document)
}

export function seedHash(document: string): string {
  return bytesToHex(sha256(utf8ToBytes(document)))
}

/** The day that a document is of, if it is the one that the hash is of; null for any other. */
export function openSeed(document: string, hash: string): MarketDay | null {
  if (seedHash(document) !== hash) return null
  try {
    const { day, seed, start } = JSON.parse(document) as SeedDocument
    const bounds = dayBounds(day)
    const starts = DRIVERS.map(({ name }) => Number(start[name]))
    if (bounds === null || !/^[0-9a-f]{64}$/.test(seed) || starts.some((one) => !Number.isFinite(one))) return null
    return dayOf(hexToBytes(seed), bounds.from, (factor) => starts[factor] ?? 0)
  } catch {
    return null
  }
}

export function seedTerms(instruments: readonly SimulatedTerms[]): Record<string, SeedInstrument> {
  return Object.fromEntries(
    instruments.map(({ code, baseAsset, quoteCurrency, pricePrecision, referencePrice }) => [
      code,
      { base: baseAsset, quote: quoteCurrency, precision: pricePrecision, reference: formatFixedShort(referencePrice) },
    ]),
  )
}

export function simulatedTerms(code: string, { base, quote, precision, reference }: SeedInstrument): SimulatedTerms {
  return { code, baseAsset: base, quoteCurrency: quote, pricePrecision: precision, referencePrice: parseFixed(reference) }
}
