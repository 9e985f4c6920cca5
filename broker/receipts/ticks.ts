/**
 * The ticks that stand under a receipt: how they are kept, and the hash of them that is signed.
 *
 * Invariant: the last record is the tick that was traded. What the source sent after it and was refused proves nothing about
 * the price and is cut off; it is in the tick log if it was held back. A record has the same text here, in the store and on the
 * wire, so anybody who sees the ticks can work the hash out.
 */
import { formatFixedShort } from '../../rules/decimal'
import type { LoggedTick } from '../market/tick-log'
import { canonicalText, sha256Hex } from './canonical-json'

/**
 * A judged tick as JSON: prices and the number as decimal text, the time in Unix milliseconds of the market. What a record does not
 * know it does not name: the hash of one that was written before a name existed stays what it was.
 */
export interface TickRecord {
  readonly source: string
  readonly symbol: string
  readonly seq: string
  readonly bid: string
  readonly ask: string
  readonly last: string
  readonly time: number
  /** Unix milliseconds by the source's own clock, where it says so. */
  readonly source_time?: number
  /** Unix milliseconds of our clock on arrival. */
  readonly arrived_at?: number
  readonly verdict: LoggedTick['verdict']
}

/** Oldest first, up to and including the last tick that was accepted; empty when none was. */
export function receiptTicks(ticks: readonly LoggedTick[]): TickRecord[] {
  const traded = ticks.findLastIndex(({ verdict }) => verdict === 'accepted')
  return ticks.slice(0, traded + 1).map(tickRecord)
}

export function tickRecord({ source, symbol, seq, bid, ask, last, time, sourceTime, arrivedAt, verdict }: LoggedTick): TickRecord {
  return {
    source,
    symbol,
    seq: String(seq),
    bid: formatFixedShort(bid),
    ask: formatFixedShort(ask),
    last: formatFixedShort(last),
    time,
    ...(sourceTime === undefined ? {} : { source_time: sourceTime }),
    ...(arrivedAt === undefined ? {} : { arrived_at: arrivedAt }),
    verdict,
  }
}

/** SHA-256 of the records' canonical JSON, lower-case hex: `ticks_hash` of the receipt. */
export function ticksHash(records: readonly TickRecord[]): string {
  return sha256Hex(canonicalText(records))
}
