/**
 * What this browser saw of each log: the newest checkpoint, with the note that signs it. The log may only grow out of it. Nothing
 * leaves the browser but the question for tiles, which is the same for everybody.
 *
 * Invariant: a log is called rewritten only where the tiles lead to the root of one signed checkpoint and to another root than the
 * other one's. Tiles that lead to neither say nothing of the log: they were damaged on the way, or are not the log's.
 */
import { fromBase64, toBase64 } from '../../../rules/log/base64'
import {
  consistencySpans,
  HASH_BYTES,
  type Hash,
  isConsistent,
  isCount,
  isSameHash,
  type Span,
  spanHash,
  subtreesOf,
} from '../../../rules/log/merkle'
import { subtreeReader, TILE_WIDTH, tilePath, tilesOf } from '../../../rules/log/tiles'

export interface SeenLog {
  readonly origin: string
  readonly size: number
  readonly root: Hash
  /** The signed note. */
  readonly note: string
}

/** What is kept of a log, and since when by the device's clock, Unix milliseconds. */
interface KeptLog extends SeenLog {
  readonly firstAt: number
  readonly newestAt: number
  /** How many checkpoints have been kept, each in the place of the one before. */
  readonly count: number
}

/**
 * The body of a tile by its path below the log; null where there is no such file. `anew`: not from what a cache holds.
 * @throws without a connection
 */
export type FetchTile = (path: string, anew?: boolean) => Promise<Uint8Array | null>

type Memory = Pick<Storage, 'getItem' | 'setItem'>
export interface Compared {
  readonly outcome: 'passed' | 'waiting' | 'failed' | 'unchecked'
  readonly said: 'passed' | 'failed' | 'first' | 'offline' | 'damaged'
  /** The sizes of the two, and for a contradiction both roots at the smaller size. */
  readonly history?: {
    readonly before: number
    readonly now: number
    readonly roots?: { readonly before: Hash; readonly now: Hash }
    readonly hashes: number
  }
  /** Both notes, and the hashes that lead from one to the other. */
  readonly evidence?: string
}

/** What the memory of a log is called, before the log's own name. */
export const LOG_MEMORY = 'candor.log.'
const keyOf = (origin: string): string => `${LOG_MEMORY}${origin}`

/** Also null where the memory cannot be read or says nonsense. */
export function seenBefore(memory: Memory | null, origin: string): KeptLog | null {
  try {
    const { size, root, note, ...since } = JSON.parse(memory?.getItem(keyOf(origin)) ?? 'null') as Record<string, unknown>
    const bytes = fromBase64(String(root))
    const isSound = typeof size === 'number' && isCount(size) && bytes?.length === HASH_BYTES && typeof note === 'string'
    if (!isSound || bytes === null) return null
    const [firstAt, newestAt, count] = [since.firstAt, since.newestAt, since.count].map((one) => (isTime(one) ? one : 0))
    return { origin, size, root: bytes, note: String(note), firstAt: firstAt ?? 0, newestAt: newestAt ?? 0, count: count ?? 0 }
  } catch {
    return null
  }
}

const isTime = (value: unknown): value is number => typeof value === 'number' && isCount(value)

function remember(memory: Memory | null, { origin, size, root, note }: SeenLog, now: number): void {
  const before = seenBefore(memory, origin)
  const kept = { size, root: toBase64(root), note, firstAt: before?.firstAt ?? now, newestAt: now, count: (before?.count ?? 0) + 1 }
  try {
    memory?.setItem(keyOf(origin), JSON.stringify(kept))
  } catch {
    // A full or forbidden memory: the next check begins anew.
  }
}

/** Whether the older of the two is the beginning of the newer; the newer is remembered unless they contradict each other. */
export async function compareWithSeen(now: SeenLog, memory: Memory | null, fetchTile: FetchTile, at = Date.now()): Promise<Compared> {
  const before = seenBefore(memory, now.origin)
  if (before === null) {
    remember(memory, now, at)
    return { outcome: 'unchecked', said: 'first' }
  }
  const compared = before.size <= now.size ? await compareLogs(before, now, fetchTile) : await compareLogs(now, before, fetchTile)
  if (compared.outcome === 'passed' && now.size > before.size) remember(memory, now, at)
  return compared
}

/** Whether the newer of two signed states of a log has grown out of the older. */
export async function compareLogs(older: SeenLog, newer: SeenLog, fetchTile: FetchTile): Promise<Compared> {
  const grown = await growthBetween(older, newer, fetchTile)
  if (grown === 'away') return { outcome: 'unchecked', said: 'offline' }
  if (grown === 'damaged') return { outcome: 'waiting', said: 'damaged' }
  const history = { before: older.size, now: newer.size, hashes: grown.proof.length }
  if (isSameHash(grown.root, older.root)) return { outcome: 'passed', said: 'passed', history }
  const roots = { before: older.root, now: grown.root }
  return { outcome: 'failed', said: 'failed', history: { ...history, roots }, evidence: evidenceOf(older, newer, grown.proof) }
}

/** Both notes as they were signed, and the hashes: whoever has the log's key sees that they contradict each other. */
function evidenceOf(older: SeenLog, newer: SeenLog, proof: readonly Hash[]): string {
  const hashes = proof.length === 0 ? '' : `\n${proof.map(toBase64).join('\n')}\n`
  return `${older.note}\n${newer.note}${hashes}`
}

interface Growth {
  /** Of the newer tree, when it had as many entries as the older. */
  readonly root: Hash
  readonly proof: readonly Hash[]
}

/**
 * How the newer tree stood at the older one's size, by tiles that lead to the newer one's root. Tiles that do not are asked for
 * once more past every cache before they count as damaged; `away`: they could not be had.
 */
async function growthBetween(older: SeenLog, newer: SeenLog, fetchTile: FetchTile): Promise<Growth | 'damaged' | 'away'> {
  if (older.size === newer.size) return { root: newer.root, proof: [] }
  if (older.size === 0) return { root: older.root, proof: [] }
  const first = await readGrowth(older.size, newer, fetchTile)
  return first === 'damaged' ? readGrowth(older.size, newer, (path) => fetchTile(path, true)) : first
}

async function readGrowth(size: number, newer: SeenLog, fetchTile: FetchTile): Promise<Growth | 'damaged' | 'away'> {
  const whole: Span = { from: 0, to: size }
  const spans = consistencySpans(size, newer.size)
  const tiles = new Map<string, Uint8Array>()
  try {
    for (const tile of tilesOf([whole, ...spans].flatMap(subtreesOf), newer.size)) {
      // Since then it may have become full, and the narrow one may be gone.
      const bytes = (await fetchTile(tilePath(tile))) ?? (await fetchTile(tilePath({ ...tile, width: TILE_WIDTH })))
      if (bytes === null) return 'away'
      tiles.set(`${tile.level}/${tile.index}`, bytes)
    }
  } catch {
    return 'away'
  }
  try {
    const read = subtreeReader(({ level, index }) => tiles.get(`${level}/${index}`))
    const [root, proof] = [spanHash(whole, read), spans.map((span) => spanHash(span, read))]
    return isConsistent({ size, root }, newer, proof) ? { root, proof } : 'damaged'
  } catch {
    // A tile that is too short.
    return 'damaged'
  }
}
