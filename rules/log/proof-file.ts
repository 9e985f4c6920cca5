/** Proofs that can be checked without a connection (C2SP tlog-proof): place, hashes and checkpoint of an entry in one text. */
import { fromBase64, toBase64 } from './base64'
import { HASH_BYTES, type Hash, isCount } from './merkle'
import { parseNote } from './note'

interface LogProof {
  readonly index: number
  readonly hashes: readonly Hash[]
  /** The signed note. */
  readonly checkpoint: string
  /** What no signature covers, such as the salt of the entry; null where there is none. */
  readonly extra: Uint8Array | null
}

const HEAD = 'c2sp.org/tlog-proof@v1'
/** A tree of more levels has more entries than a number is exact for. */
const MAX_HASHES = 63

export function writeLogProof({ index, hashes, checkpoint, extra }: LogProof): string {
  const lines = [HEAD, ...(extra === null ? [] : [`extra ${toBase64(extra)}`]), `index ${index}`, ...hashes.map(toBase64)]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** Reads the form alone. Null for what is no proof. */
export function parseLogProof(text: string): LogProof | null {
  const end = text.indexOf('\n\n')
  if (end < 0) return null
  const [head, ...lines] = text.slice(0, end).split('\n')
  const checkpoint = text.slice(end + 2)
  if (head !== HEAD || parseNote(checkpoint) === null) return null
  const extra = lines[0]?.startsWith('extra ') ? fromBase64((lines.shift() ?? '').slice('extra '.length)) : undefined
  const [, place] = /^index (0|[1-9]\d*)$/.exec(lines.shift() ?? '') ?? []
  if (extra === null || place === undefined || !isCount(Number(place)) || lines.length > MAX_HASHES) return null
  const hashes = lines.map(fromBase64)
  if (!hashes.every((hash) => hash?.length === HASH_BYTES)) return null
  return { index: Number(place), hashes: hashes as Hash[], checkpoint, extra: extra ?? null }
}
