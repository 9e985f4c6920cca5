/**
 * What a broker commits to of a minute of prices, and how what it publishes is held against it: a fact in the company's log names the
 * hash of the minute's document, the document the root of each instrument's batches (price-batch.ts).
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { batchesRoot, type PriceBatch, parseBatch } from './price-batch'

/** A fact of the kind `prices`. */
export interface PricesFact {
  readonly kind: 'prices'
  readonly company: string
  /** Unix milliseconds. */
  readonly minute: number
  /** Below `/log/<company>/`: the document, and below that the batches of each instrument. */
  readonly path: string
  /** SHA-256 of the document, lower-case hex. */
  readonly hash: string
  /** Of all instruments. */
  readonly ticks: number
}

export interface MinuteInstrument {
  /** Over its batches, lower-case hex. */
  readonly root: string
  readonly batches: number
  readonly ticks: number
}

/** A minute of prices as it is published, or kept. */
export interface PublishedMinute {
  readonly document: string
  /** The hash that the company's fact names. */
  readonly hash: string
  /** The batches of each instrument, a line each, by code. */
  readonly batches: ReadonlyMap<string, string>
  /** Place of its fact in the log, where it was read from a log. */
  readonly entry?: number
}

/** The document of a minute: canonical JSON. */
export interface CommittedMinute {
  readonly kind: 'minute'
  readonly minute: number
  /** Every second that was written, with the start of the process that wrote it; what is missing was not promised. */
  readonly seconds: readonly (readonly [second: number, begun: number])[]
  /** By code; those that were quoted. */
  readonly instruments: Readonly<Record<string, MinuteInstrument>>
}

export function pricesPath(minute: number, code?: string): string {
  return code === undefined ? `prices/${minute}` : `prices/${minute}/${code}`
}

/** The document if it is the one that the hash is of; null for any other. */
export function openMinute(document: string, hash: string): CommittedMinute | null {
  if (bytesToHex(sha256(utf8ToBytes(document))) !== hash) return null
  try {
    const value = JSON.parse(document) as CommittedMinute
    return value.kind === 'minute' && Array.isArray(value.seconds) && typeof value.instruments === 'object' ? value : null
  } catch {
    return null
  }
}

/** The batches of an instrument if they are the ones that were committed; null for any others. */
export function openBatches({ instruments }: CommittedMinute, code: string, text: string): PriceBatch[] | null {
  const committed = Object.hasOwn(instruments, code) ? instruments[code] : undefined
  const lines = text === '' ? [] : text.split('\n')
  if (committed === undefined) return lines.length === 0 ? [] : null
  if (lines.length !== committed.batches || bytesToHex(batchesRoot(lines)) !== committed.root) return null
  const batches = lines.map(parseBatch)
  return batches.every((batch) => batch?.code === code) ? (batches as PriceBatch[]) : null
}
