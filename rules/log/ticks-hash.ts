/** `ticks_hash` of a receipt over ticks of committed batches: the same text that the broker hashes when it signs. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { BatchTick } from './price-batch'

/** SHA-256 of the canonical JSON of these ticks, oldest first, lower-case hex. */
export function committedTicksHash(symbol: string, ticks: readonly BatchTick[]): string {
  // The names in the order that canonical JSON gives them.
  const records = ticks.map(({ arrivedAt, ask, bid, last, seq, source, sourceTime, time, verdict }) => ({
    arrived_at: arrivedAt,
    ask,
    bid,
    last,
    seq,
    source,
    ...(sourceTime === null ? {} : { source_time: sourceTime }),
    symbol,
    time,
    verdict,
  }))
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(records))))
}
