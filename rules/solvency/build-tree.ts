/**
 * Makes the tree of an hour and cuts it into tiles of 256 nodes, of which every eighth level is kept: what lies between is worked out
 * again from one tile, and a proof needs a tile for eight of its steps.
 */
import { type Owed, PARTS, type PlacedPart, planLeaves } from './plan-leaves'
import { HASH_BYTES, leafNode, levelAbove, type PathStep, type Sha256, type SumNode, type SumRoot, saltAt } from './sum-tree'

const TILE_HEIGHT = 8
export const TILE_WIDTH = 2 ** TILE_HEIGHT
const NODE_BYTES = HASH_BYTES + 8

export interface Tile {
  /** 0 is of leaves, 1 of the nodes eight levels above them, and so on. */
  readonly level: number
  readonly index: number
  /** Up to 256 nodes: hash and sum, 40 bytes each. */
  readonly nodes: Uint8Array
}

interface Hour {
  /** Beginning of the hour, Unix milliseconds. */
  readonly hour: number
  /** 32 random bytes that stay secret. */
  readonly secret: Uint8Array
  /** See `Draw`. */
  readonly draw: (bound: bigint) => bigint
  readonly sha256?: Sha256
  /** Called between pieces of the work: a tree of millions of leaves is not made in one turn. */
  readonly rest?: () => Promise<void>
}

interface BuiltTree extends SumRoot {
  readonly parts: readonly (readonly PlacedPart[])[]
}

/** @param keep takes each tile as it is there. @throws RangeError for accounts that cannot be counted (plan-leaves.ts) */
export async function buildTree(
  owed: readonly Owed[],
  { hour, secret, draw, sha256, rest = async () => {} }: Hour,
  keep: (tile: Tile) => Promise<void> | void,
): Promise<BuiltTree> {
  const { parts, owners } = planLeaves(owed, draw)
  const leafAt = (place: number): SumNode => {
    const owner = owners[place]!
    const [index, part] = owner < 0 ? [-1, 0] : [Math.floor(owner / PARTS), owner % PARTS]
    const amount = index < 0 ? 0n : parts[index]![part]!.amount
    return leafNode({ salt: saltAt(secret, place, sha256), account: owed[index]?.account ?? '', hour, part, amount }, sha256)
  }
  let nodeAt = leafAt
  let width = owners.length
  for (let level = 0; ; level++) {
    const tops: SumNode[] = []
    for (let from = 0; from < width; from += TILE_WIDTH) {
      let nodes = Array.from({ length: Math.min(TILE_WIDTH, width - from) }, (_, at) => nodeAt(from + at))
      await keep({ level, index: from / TILE_WIDTH, nodes: tileBytes(nodes) })
      while (nodes.length > 1) nodes = levelAbove(nodes, sha256)
      tops.push(nodes[0]!)
      await rest()
    }
    if (tops.length === 1) return { root: tops[0]!.hash, total: tops[0]!.sum, leaves: owners.length, parts }
    nodeAt = (at) => tops[at]!
    width = tops.length
  }
}

function tileBytes(nodes: readonly SumNode[]): Uint8Array {
  const bytes = new Uint8Array(nodes.length * NODE_BYTES)
  const view = new DataView(bytes.buffer)
  for (const [at, { hash, sum }] of nodes.entries()) {
    bytes.set(hash, at * NODE_BYTES)
    view.setBigUint64(at * NODE_BYTES + HASH_BYTES, sum)
  }
  return bytes
}

/** @throws RangeError for bytes that are no tile */
export function tileNodes(bytes: Uint8Array): SumNode[] {
  const count = bytes.length / NODE_BYTES
  if (!Number.isInteger(Math.log2(count)) || count > TILE_WIDTH) throw new RangeError('not a tile')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: count }, (_, at) => ({
    hash: bytes.slice(at * NODE_BYTES, at * NODE_BYTES + HASH_BYTES),
    sum: view.getBigUint64(at * NODE_BYTES + HASH_BYTES),
  }))
}

/** The node that a tile comes to. */
export function topOfTile(bytes: Uint8Array): SumNode {
  let nodes = tileNodes(bytes)
  while (nodes.length > 1) nodes = levelAbove(nodes)
  return nodes[0]!
}

/** Which tiles a proof of a place is read from, the lowest first. */
export function tilesOfPath(place: number, leaves: number): { readonly level: number; readonly index: number }[] {
  const tiles: { level: number; index: number }[] = []
  let [at, width] = [place, leaves]
  for (let level = 0; width > 1; level++) {
    at = Math.floor(at / TILE_WIDTH)
    width = Math.ceil(width / TILE_WIDTH)
    tiles.push({ level, index: at })
  }
  return tiles
}

/** The way from a place to the root. @param tiles those of `tilesOfPath`, in that order */
export function pathOf(place: number, tiles: readonly Uint8Array[]): PathStep[] {
  const path: PathStep[] = []
  let at = place
  for (const bytes of tiles) {
    let nodes = tileNodes(bytes)
    let inTile = at % TILE_WIDTH
    while (nodes.length > 1) {
      const isRight = inTile % 2 === 1
      const other = nodes[isRight ? inTile - 1 : inTile + 1]!
      path.push({ ...other, side: isRight ? 'left' : 'right' })
      nodes = levelAbove(nodes)
      inTile = Math.floor(inTile / 2)
    }
    at = Math.floor(at / TILE_WIDTH)
  }
  return path
}
