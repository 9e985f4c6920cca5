/**
 * The prices that a broker traded on, as it commits to them: of each second and instrument one batch, a line of JSON; the lines of an
 * instrument's minute are the leaves of a tree (RFC 6962), whose root is what the broker has said for ever.
 *
 * A batch is `[second, begun, code, ticks]`: Unix milliseconds of the second and of the start of the process that heard it, the
 * instrument's code, and its ticks in the order of arrival. A tick is `[place, source, seq, bid, ask, last, sides, time, arrived,
 * source time or null, verdict, confirmed]`: its place among all ticks of that second, prices and the number as decimal text, 2 sides
 * where the source quotes both and 1 where it makes one price, times in Unix milliseconds, and whether triggers may run on it.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Hash, leafHash, nodeHash, rootHash, type Subtree } from './merkle'

const TICK_VERDICTS = ['accepted', 'duplicate', 'late', 'quarantined'] as const
export type TickVerdict = (typeof TICK_VERDICTS)[number]

/** A judged tick of a batch. */
export interface BatchTick {
  /** Among all ticks of its second, whatever their instrument. */
  readonly place: number
  readonly source: string
  readonly seq: string
  readonly bid: string
  readonly ask: string
  readonly last: string
  readonly isTwoSided: boolean
  /** The market's own time. */
  readonly time: number
  /** By the broker's clock. */
  readonly arrivedAt: number
  readonly sourceTime: number | null
  readonly verdict: TickVerdict
  /** False for the first after a pause, and for what was refused: nothing is set off by it. */
  readonly isConfirmed: boolean
}

export interface PriceBatch {
  /** Start of the second in which they were judged, Unix milliseconds. */
  readonly second: number
  /** When the process that heard them began, Unix milliseconds: two may share a second. */
  readonly begun: number
  readonly code: string
  readonly ticks: readonly BatchTick[]
}

/** One line, without its end; the leaf to the byte. */
export function writeBatch({ second, begun, code, ticks }: PriceBatch): string {
  return JSON.stringify([second, begun, code, ticks.map(tickValues)])
}

function tickValues(tick: BatchTick) {
  const { place, source, seq, bid, ask, last, isTwoSided, time, arrivedAt, sourceTime, verdict, isConfirmed } = tick
  return [place, source, seq, bid, ask, last, isTwoSided ? 2 : 1, time, arrivedAt, sourceTime, verdict, isConfirmed ? 1 : 0]
}

const DECIMAL = /^-?\d{1,20}(\.\d{1,8})?$/

/** Null for a line that is no batch. */
export function parseBatch(line: string): PriceBatch | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  if (!Array.isArray(value) || value.length !== 4) return null
  const [second, begun, code, ticks] = value as unknown[]
  if (!isMoment(second) || !isMoment(begun) || typeof code !== 'string' || !Array.isArray(ticks)) return null
  const read = ticks.map(parseTick)
  return read.includes(null) ? null : { second, begun, code, ticks: read as BatchTick[] }
}

function parseTick(value: unknown): BatchTick | null {
  if (!Array.isArray(value) || value.length !== 12) return null
  const [place, source, seq, bid, ask, last, sides, time, arrivedAt, sourceTime, verdict, confirmed] = value as unknown[]
  const isWhole = isMoment(place) && isMoment(time) && isMoment(arrivedAt) && (sourceTime === null || isMoment(sourceTime))
  if (!isWhole || typeof source !== 'string' || typeof seq !== 'string' || !/^-?\d{1,19}$/.test(seq)) return null
  if (![bid, ask, last].every((price) => typeof price === 'string' && DECIMAL.test(price))) return null
  const isJudged = TICK_VERDICTS.includes(verdict as TickVerdict) && (sides === 1 || sides === 2) && (confirmed === 0 || confirmed === 1)
  if (!isJudged) return null
  const prices = { bid: bid as string, ask: ask as string, last: last as string }
  const said = { ...prices, isTwoSided: sides === 2, time, arrivedAt, sourceTime }
  return { place, source, seq, ...said, verdict: verdict as TickVerdict, isConfirmed: confirmed === 1 }
}

function isMoment(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/** The root over the batches of an instrument's minute, in the order of their seconds. */
export function batchesRoot(lines: readonly string[]): Hash {
  const leaves = lines.map((line) => leafHash(utf8ToBytes(line)))
  const read = ({ height, index }: Subtree): Hash => {
    if (height > 0) return nodeHash(read({ height: height - 1, index: 2 * index }), read({ height: height - 1, index: 2 * index + 1 }))
    const leaf = leaves[index]
    if (leaf === undefined) throw new RangeError(`no leaf ${index}`)
    return leaf
  }
  return rootHash(leaves.length, read)
}
