/**
 * The Merkle tree of a log (RFC 6962 and 9162, section 2.1): hashes of leaves and nodes, and the proofs that an entry is in a tree and
 * that one tree is the beginning of another.
 *
 * Invariant: a proof passes only in its one shape: as many hashes as the place and the sizes ask for, none left over. Whoever makes a
 * proof needs hashes of whole subtrees alone, which never change once they are whole.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

/** SHA-256, 32 bytes. */
export type Hash = Uint8Array
export const HASH_BYTES = 32

/** The root of a log without entries. */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array())

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export function leafHash(entry: Uint8Array): Hash {
  return sha256(concatBytes(LEAF, entry))
}

export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256(concatBytes(NODE, left, right))
}

export function isSameHash(one: Hash, other: Hash): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** A subtree that is whole: the leaves from `index * 2 ** height`, `2 ** height` of them. */
export interface Subtree {
  readonly height: number
  readonly index: number
}

/** Leaves from `from`, up to but not including `to`, as a proof covers them by one hash. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Hash of a whole subtree. @throws when it is not known */
export type ReadSubtree = (subtree: Subtree) => Hash

/** Whether a number counts entries or names one: whole, not negative, and exact. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** The largest power of two below `size`, which is at least 2. */
function split(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

/** The whole subtrees that a span is put together from, from left to right. `from` has to be where a subtree of its size may begin. */
export function subtreesOf({ from, to }: Span): Subtree[] {
  const parts: Subtree[] = []
  for (let at = from; at < to; ) {
    let height = 0
    let width = 1
    while (at % (width * 2) === 0 && at + width * 2 <= to) {
      height += 1
      width *= 2
    }
    parts.push({ height, index: at / width })
    at += width
  }
  return parts
}

/** Hash of a span that is not empty. */
export function spanHash(span: Span, read: ReadSubtree): Hash {
  const hashes = subtreesOf(span).map(read)
  return hashes.reduceRight((right, left) => nodeHash(left, right))
}

export function rootHash(size: number, read: ReadSubtree): Hash {
  return size === 0 ? EMPTY_ROOT : spanHash({ from: 0, to: size }, read)
}

/** What proves that entry `index` is in the tree of `size` entries, from the leaf's sibling up. @throws RangeError when it is not. */
export function inclusionSpans(index: number, size: number): Span[] {
  if (!isCount(index) || !isCount(size) || index >= size) throw new RangeError(`no entry ${index} in a tree of ${size}`)
  const spans: Span[] = []
  for (let [from, to] = [0, size]; to - from > 1; ) {
    const middle = from + split(to - from)
    spans.push(index < middle ? { from: middle, to } : { from, to: middle })
    if (index < middle) to = middle
    else from = middle
  }
  return spans.reverse()
}

/** What proves that the tree of `older` entries is the beginning of that of `newer`. @throws RangeError unless 0 < older ≤ newer. */
export function consistencySpans(older: number, newer: number): Span[] {
  if (!isCount(older) || !isCount(newer) || older === 0 || older > newer) throw new RangeError(`no tree of ${older} begins one of ${newer}`)
  const spans: Span[] = []
  let [from, to] = [0, newer]
  while (older !== to) {
    const middle = from + split(to - from)
    spans.push(older <= middle ? { from: middle, to } : { from, to: middle })
    if (older <= middle) to = middle
    else from = middle
  }
  // The older tree itself is known to whoever checks.
  if (from > 0) spans.push({ from, to })
  return spans.reverse()
}

/** The root that follows from a leaf and its proof; null when the proof has not the shape for this place. */
function rootOfInclusion(index: number, size: number, leaf: Hash, proof: readonly Hash[]): Hash | null {
  if (!isCount(index) || !isCount(size) || index >= size || proof.some(({ length }) => length !== HASH_BYTES)) return null
  let hash = leaf
  let [place, last] = [index, size - 1]
  for (const sibling of proof) {
    if (last === 0) return null
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash)
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, sibling)
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : null
}

interface ProvenEntry {
  readonly index: number
  readonly size: number
  readonly root: Hash
  readonly leaf: Hash
}

export function isIncluded({ index, size, root, leaf }: ProvenEntry, proof: readonly Hash[]): boolean {
  const found = rootOfInclusion(index, size, leaf, proof)
  return found !== null && isSameHash(found, root)
}

export interface Tree {
  readonly size: number
  readonly root: Hash
}

/** Whether `newer` has grown out of `older`, by a proof of `consistencySpans`; nothing needs no proof. */
export function isConsistent(older: Tree, newer: Tree, proof: readonly Hash[]): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && isSameHash(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && isSameHash(older.root, EMPTY_ROOT)
  const roots = provenRoots(older, newer, proof)
  return roots !== null && isSameHash(roots.before, older.root) && isSameHash(roots.now, newer.root)
}

/** The roots that follow from a proof between two sizes, 0 < older < newer. Where the older tree is one whole subtree its root is taken as given. */
interface ProvenRoots {
  readonly before: Hash
  readonly now: Hash
}

/** Null when the proof has not the shape for these sizes. */
export function provenRoots(older: Tree, newer: Pick<Tree, 'size'>, proof: readonly Hash[]): ProvenRoots | null {
  if (!isCount(older.size) || !isCount(newer.size) || older.size === 0 || older.size >= newer.size) return null
  if (proof.some(({ length }) => length !== HASH_BYTES)) return null
  let [place, last] = [older.size - 1, newer.size - 1]
  while (place % 2 === 1) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  const isWhole = place === 0
  const [first, ...rest] = isWhole ? [older.root, ...proof] : proof
  if (first === undefined) return null
  let [before, now] = [first, first]
  for (const sibling of rest) {
    if (last === 0) return null
    if (place % 2 === 1 || place === last) {
      before = nodeHash(sibling, before)
      now = nodeHash(sibling, now)
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else now = nodeHash(now, sibling)
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? { before, now } : null
}
