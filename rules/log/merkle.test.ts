import { fc, test } from '@fast-check/vitest'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import {
  consistencySpans,
  EMPTY_ROOT,
  HASH_BYTES,
  type Hash,
  inclusionSpans,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  type ReadSubtree,
  rootHash,
  type Span,
  spanHash,
  type Tree,
} from './merkle'
import { hashOver, subtreeReader, tilesBetween, tileWidth } from './tiles'

const MAX = 300
const LEAVES = Array.from({ length: 1_100 }, (_, index) => leafHash(utf8ToBytes(`entry ${index}`)))

/** RFC 6962, 2.1, to the letter; what was worked out once is remembered. */
const known = new Map<string, Hash>()
function mth(from: number, to: number, leaves = LEAVES): Hash {
  const name = leaves === LEAVES ? `${from}-${to}` : ''
  const found = known.get(name)
  if (found !== undefined) return found
  const n = to - from
  let hash: Hash
  if (n === 0) hash = EMPTY_ROOT
  else if (n === 1) hash = leaves[from]!
  else hash = nodeHash(mth(from, from + k(n), leaves), mth(from + k(n), to, leaves))
  if (name !== '') known.set(name, hash)
  return hash
}
function k(n: number): number {
  let power = 1
  while (power * 2 < n) power *= 2
  return power
}
function path(m: number, from: number, to: number): Hash[] {
  const n = to - from
  if (n === 1) return []
  return m < k(n) ? [...path(m, from, from + k(n)), mth(from + k(n), to)] : [...path(m - k(n), from + k(n), to), mth(from, from + k(n))]
}
function subproof(m: number, from: number, to: number, isKnown: boolean): Hash[] {
  const n = to - from
  if (m === n) return isKnown ? [] : [mth(from, to)]
  return m <= k(n)
    ? [...subproof(m, from, from + k(n), isKnown), mth(from + k(n), to)]
    : [...subproof(m - k(n), from + k(n), to, false), mth(from, from + k(n))]
}

/** The tiles of a tree, as they are published. */
function tilesOfTree(size: number): Map<string, Uint8Array> {
  const tiles = new Map<string, Uint8Array>()
  for (const { level, index, width } of tilesBetween(0, size)) {
    const bytes = new Uint8Array(width * HASH_BYTES)
    for (let at = 0; at < width; at++) {
      const place = index * 256 + at
      bytes.set(level === 0 ? LEAVES[place]! : hashOver(tiles.get(`${level - 1}/${place}`)!), at * HASH_BYTES)
    }
    tiles.set(`${level}/${index}`, bytes)
  }
  return tiles
}
/** A subtree is put together once: many proofs of a tree share it. */
function readerOf(tiles: ReadonlyMap<string, Uint8Array>): ReadSubtree {
  const read = subtreeReader(({ level, index }) => tiles.get(`${level}/${index}`))
  const seen = new Map<string, Hash>()
  return (subtree) => {
    const name = `${subtree.height}/${subtree.index}`
    const hash = seen.get(name) ?? read(subtree)
    seen.set(name, hash)
    return hash
  }
}
const hexOf = (hashes: readonly Hash[]) => hashes.map(bytesToHex).join()

test('the eight trees of the first implementation of RFC 6962', () => {
  const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const leaves = entries.map((entry) => leafHash(hexToBytes(entry)))
  const tile = Uint8Array.from(leaves.flatMap((leaf) => [...leaf]))
  const read = subtreeReader(() => tile)
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((size) => bytesToHex(rootHash(size, read)))).toEqual([
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ])
})

describe(`every tree of 0 to ${MAX} entries`, () => {
  test('has the root of the definition, from its tiles alone', () => {
    for (let size = 0; size <= MAX; size++) expect(bytesToHex(rootHash(size, readerOf(tilesOfTree(size))))).toBe(bytesToHex(mth(0, size)))
  })

  test('proves each of its entries as the definition does, and the check lets it pass', () => {
    const wrong: [size: number, index: number][] = []
    for (let size = 1; size <= MAX; size++) {
      const read = readerOf(tilesOfTree(size))
      const root = mth(0, size)
      for (let index = 0; index < size; index++) {
        const proof = inclusionSpans(index, size).map((span) => spanHash(span, read))
        const passes = isIncluded({ index, size, root, leaf: LEAVES[index]! }, proof)
        if (!passes || hexOf(proof) !== hexOf(path(index, 0, size))) wrong.push([size, index])
      }
    }
    expect(wrong).toEqual([])
  })

  test('proves that each smaller one is its beginning as the definition does, and the check lets it pass', () => {
    const wrong: [older: number, newer: number][] = []
    for (let newer = 0; newer <= MAX; newer++) {
      const read = readerOf(tilesOfTree(newer))
      for (let older = 0; older <= newer; older++) {
        const proof = older === 0 ? [] : consistencySpans(older, newer).map((span) => spanHash(span, read))
        const passes = isConsistent({ size: older, root: mth(0, older) }, { size: newer, root: mth(0, newer) }, proof)
        if (!passes || (older > 0 && hexOf(proof) !== hexOf(subproof(older, 0, newer, true)))) wrong.push([older, newer])
      }
    }
    expect(wrong).toEqual([])
  })
})

const flipped = (hash: Hash, bit: number): Hash => hash.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
const hashesOf = (spans: readonly Span[]): Hash[] => spans.map(({ from, to }) => mth(from, to))

test.prop([fc.integer({ min: 1, max: 1_100 }), fc.nat(), fc.nat(), fc.nat({ max: 255 })])(
  'an inclusion proof passes for no other entry, place, size or root, and with no bit flipped, hash missing or hash added',
  (size, anyIndex, anyHash, bit) => {
    const index = anyIndex % size
    const root = mth(0, size)
    const entry = { index, size, root, leaf: LEAVES[index]! }
    const proof = hashesOf(inclusionSpans(index, size))
    expect(isIncluded(entry, proof)).toBe(true)
    expect(isIncluded({ ...entry, leaf: flipped(entry.leaf, bit) }, proof)).toBe(false)
    expect(isIncluded({ ...entry, root: flipped(root, bit) }, proof)).toBe(false)
    expect(isIncluded(entry, [...proof, proof[0] ?? root])).toBe(false)
    expect(isIncluded({ ...entry, index: size }, proof)).toBe(false)
    for (const other of [index + 1, index - 1])
      if (other >= 0 && other < size) expect(isIncluded({ ...entry, index: other }, proof)).toBe(false)
    if (proof.length === 0) return
    const at = anyHash % proof.length
    expect(isIncluded(entry, proof.with(at, flipped(proof[at]!, bit)))).toBe(false)
    expect(isIncluded(entry, proof.toSpliced(at, 1))).toBe(false)
    expect(isIncluded(entry, proof.with(at, proof[at]!.subarray(1)))).toBe(false)
  },
)

test.prop([fc.integer({ min: 1, max: 1_100 }), fc.nat(), fc.nat(), fc.nat({ max: 255 })])(
  'a consistency proof passes for no other trees, and with no bit flipped, hash missing or hash added',
  (newerSize, anyOlder, anyHash, bit) => {
    const olderSize = 1 + (anyOlder % newerSize)
    const [older, newer] = [olderSize, newerSize].map((size) => ({ size, root: mth(0, size) })) as [Tree, Tree]
    const proof = hashesOf(consistencySpans(olderSize, newerSize))
    expect(isConsistent(older, newer, proof)).toBe(true)
    expect(isConsistent({ ...older, root: flipped(older.root, bit) }, newer, proof)).toBe(false)
    expect(isConsistent(older, { ...newer, root: flipped(newer.root, bit) }, proof)).toBe(false)
    expect(isConsistent(older, newer, [...proof, older.root])).toBe(false)
    if (olderSize !== newerSize) expect(isConsistent(newer, older, proof)).toBe(false)
    if (proof.length === 0) return
    const at = anyHash % proof.length
    expect(isConsistent(older, newer, proof.with(at, flipped(proof[at]!, bit)))).toBe(false)
    expect(isConsistent(older, newer, proof.toSpliced(at, 1))).toBe(false)
  },
)

test('a tree that grew out of another history is not consistent, whatever the proof', () => {
  const rewritten = LEAVES.with(3, leafHash(utf8ToBytes('another')))
  const older = { size: 8, root: mth(0, 8) }
  const newer = { size: 13, root: mth(0, 13, rewritten) }
  expect(isConsistent(older, newer, hashesOf(consistencySpans(8, 13)))).toBe(false)
  const honest = { size: 13, root: mth(0, 13) }
  expect(isConsistent(older, honest, hashesOf(consistencySpans(8, 13)))).toBe(true)
})

test('nothing is proven of what is not there', () => {
  for (const [index, size] of [
    [0, 0],
    [5, 5],
    [-1, 5],
    [0.5, 5],
    [0, 2 ** 53],
  ] as const)
    expect(() => inclusionSpans(index, size)).toThrow(RangeError)
  for (const [older, newer] of [
    [0, 5],
    [6, 5],
    [1.5, 5],
  ] as const)
    expect(() => consistencySpans(older, newer)).toThrow(RangeError)
})

test('a tree of as many entries as a number is exact for is still told apart', () => {
  const size = Number.MAX_SAFE_INTEGER
  const index = size - 12_345
  const proof = inclusionSpans(index, size).map(({ from, to }) => leafHash(utf8ToBytes(`${from}-${to}`)))
  const leaf = LEAVES[0]!
  // The root is worked out from the top down by the definition, and from the bottom up by the check.
  let hash = leaf
  for (const [at, { from }] of inclusionSpans(index, size).entries())
    hash = from <= index ? nodeHash(proof[at]!, hash) : nodeHash(hash, proof[at]!)
  expect(isIncluded({ index, size, leaf, root: hash }, proof)).toBe(true)
  expect(isIncluded({ index: index - 1, size, leaf, root: hash }, proof)).toBe(false)
})

test('a tile that is cut short is no source of hashes', () => {
  const tiles = tilesOfTree(300)
  const cut = new Map(tiles).set('0/1', tiles.get('0/1')!.subarray(0, -1))
  expect(() => rootHash(300, readerOf(cut))).toThrow(RangeError)
  expect(() => rootHash(300, readerOf(new Map([...tiles].filter(([name]) => name !== '0/1'))))).toThrow(RangeError)
  expect(tileWidth({ level: 0, index: 1 }, 300)).toBe(44)
})
