/**
 * A tree as tiles (C2SP tlog-tiles): 256 neighbouring hashes of every eighth level, under a path that says which. A full tile never
 * changes; one that is not yet full is named with its width, and begins every wider one.
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { HASH_BYTES, type Hash, isCount, nodeHash, type ReadSubtree, type Subtree } from './merkle'

/** Hashes of a full tile, and how many levels of the tree it stands for. */
export const TILE_WIDTH = 256
const TILE_HEIGHT = 8
const MAX_LEVEL = 63

/** `entries` of level: the entries themselves, not their hashes. `width` is 1 to 256. */
export interface Tile {
  readonly level: number | 'entries'
  readonly index: number
  readonly width: number
}

export type HashTile = Tile & { readonly level: number }

/** Path below the log's own address. @throws RangeError for a tile that cannot be */
export function tilePath({ level, index, width }: Tile): string {
  if (level !== 'entries' && !(isCount(level) && level <= MAX_LEVEL)) throw new RangeError(`no level ${level}`)
  if (!isCount(index)) throw new RangeError(`no tile ${index}`)
  if (!isCount(width) || width < 1 || width > TILE_WIDTH) throw new RangeError(`no tile of ${width}`)
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  const name = groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/')
  return `tile/${level}/${name}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

const PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/

/** Null for what is no path of a tile, or not its one spelling. */
export function parseTilePath(path: string): Tile | null {
  const [, level, name, width] = PATH.exec(path) ?? []
  if (level === undefined || name === undefined) return null
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(name.replace(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  }
  try {
    return tilePath(tile) === path ? tile : null
  } catch {
    return null
  }
}

/** How many hashes a level of tiles has in a tree of `size` entries. */
export function levelWidth(level: number, size: number): number {
  return Math.floor(size / TILE_WIDTH ** level)
}

/** How wide a tile is in a tree of `size` entries; 0: it is not there. */
export function tileWidth({ level, index }: Pick<Tile, 'level' | 'index'>, size: number): number {
  const width = levelWidth(level === 'entries' ? 0 : level, size) - index * TILE_WIDTH
  return Math.max(0, Math.min(TILE_WIDTH, width))
}

/** Every tile of hashes that a tree of `newer` entries has and one of `older` has not, or not so wide; the lowest level first. */
export function tilesBetween(older: number, newer: number): HashTile[] {
  const tiles: HashTile[] = []
  for (let level = 0; levelWidth(level, newer) > 0; level++) {
    const [before, now] = [levelWidth(level, older), levelWidth(level, newer)]
    if (before === now) continue
    for (let index = Math.floor(before / TILE_WIDTH); index * TILE_WIDTH < now; index++)
      tiles.push({ level, index, width: tileWidth({ level, index }, newer) })
  }
  return tiles
}

/** Where a whole subtree's hash is in the tiles: it is the tree over `count` hashes of one tile, from the hash `first` on. */
function placeOf({ height, index }: Subtree): { level: number; index: number; first: number; count: number } {
  const count = 2 ** (height % TILE_HEIGHT)
  const first = index * count
  return { level: Math.floor(height / TILE_HEIGHT), index: Math.floor(first / TILE_WIDTH), first: first % TILE_WIDTH, count }
}

/** The tiles that hold these subtrees in a tree of `size` entries, each once. */
export function tilesOf(subtrees: readonly Subtree[], size: number): HashTile[] {
  const tiles = new Map<string, HashTile>()
  for (const subtree of subtrees) {
    const { level, index } = placeOf(subtree)
    tiles.set(`${level}/${index}`, { level, index, width: tileWidth({ level, index }, size) })
  }
  return [...tiles.values()]
}

/** Bytes of a tile, or of a wider one of the same place; undefined where it is not at hand. */
type TileBytes = (tile: Pick<HashTile, 'level' | 'index'>) => Uint8Array | undefined

/** Reads hashes of whole subtrees from tiles. @throws RangeError when a tile is missing or too short */
export function subtreeReader(tileBytes: TileBytes): ReadSubtree {
  return (subtree) => {
    const { level, index, first, count } = placeOf(subtree)
    const bytes = tileBytes({ level, index })
    if (bytes === undefined || bytes.length < (first + count) * HASH_BYTES) throw new RangeError(`tile ${level}/${index} is too short`)
    return hashOver(bytes.subarray(first * HASH_BYTES, (first + count) * HASH_BYTES))
  }
}

/** The tree over a power of two of hashes that stand side by side; of a full tile, its hash in the level above. */
export function hashOver(hashes: Uint8Array): Hash {
  if (hashes.length === HASH_BYTES) return hashes
  const middle = hashes.length / 2
  return nodeHash(hashOver(hashes.subarray(0, middle)), hashOver(hashes.subarray(middle)))
}

const LENGTH_BYTES = 2
const MAX_ENTRY_BYTES = 65_535

/** Entries side by side, each behind its length. @throws RangeError for one longer than 65,535 bytes */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES) throw new RangeError(`an entry of ${entry.length} bytes`)
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]
    }),
  )
}

/** Null when the bytes end within an entry. */
export function readEntryBundle(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bundle.length; ) {
    const [high, low] = bundle.subarray(at, at + LENGTH_BYTES)
    if (high === undefined || low === undefined) return null
    const end = at + LENGTH_BYTES + high * 256 + low
    if (end > bundle.length) return null
    entries.push(bundle.subarray(at + LENGTH_BYTES, end))
    at = end
  }
  return entries
}
