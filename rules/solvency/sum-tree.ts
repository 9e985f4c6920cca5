/**
 * A Merkle tree of what a company owes (docs/decisions/085-solvency.md): each leaf is a part of an account's money, each node holds the
 * sum of what is below it, and a node's hash is over both children's hashes and both their sums.
 *
 * Invariants: no sum is negative or above 2⁶³ − 1, when a tree is made and when a proof is checked. A leaf names the account, the hour
 * and the part, so no two people, no two hours and no two parts of one person can be shown the same leaf. Nothing about a leaf can be
 * guessed from its hash: each has a salt of its own.
 */
import { sha256 as ownSha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export const HASH_BYTES = 32
/** Amounts are counted in 10⁻⁸ (rules/money.ts). */
export const MAX_SUM = 2n ** 63n - 1n
/** Deeper than any company is large; a proof may not be endless. */
const MAX_HEIGHT = 40

/** SHA-256. Whoever makes a tree of millions of leaves gives the one of their machine: it says the same, sooner. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

export interface SumNode {
  /** SHA-256, 32 bytes. */
  readonly hash: Uint8Array
  readonly sum: bigint
}

export interface Leaf {
  /** 32 bytes. */
  readonly salt: Uint8Array
  /** The public number of the account, as its trader knows it; empty for a leaf that is there to fill the tree. */
  readonly account: string
  /** Beginning of the hour, Unix milliseconds. */
  readonly hour: number
  /** Which part of the account's money, from 0. */
  readonly part: number
  readonly amount: bigint
}

/** The other child of each node on the way from a leaf to the root, the lowest first. */
export interface PathStep extends SumNode {
  /** Where the other child stands. */
  readonly side: 'left' | 'right'
}

export interface SumRoot {
  /** Of the root, 32 bytes. */
  readonly root: Uint8Array
  readonly total: bigint
  /** A power of two. */
  readonly leaves: number
}

const LEAF = utf8ToBytes('candor solvency leaf v1\n')
const NODE = utf8ToBytes('candor solvency node v1\n')
const SALT = utf8ToBytes('candor solvency salt v1\n')
const AMOUNT_BYTES = 8
const PART_BYTES = 4

function isSum(sum: bigint): boolean {
  return sum >= 0n && sum <= MAX_SUM
}

const isIndex = (index: number) => Number.isSafeInteger(index) && index >= 0

/** @throws RangeError for a leaf that no tree may hold */
export function leafNode({ salt, account, hour, part, amount }: Leaf, sha256: Sha256 = ownSha256): SumNode {
  if (salt.length !== HASH_BYTES || !isIndex(hour) || !isIndex(part) || part >= 2 ** 32 || !isSum(amount))
    throw new RangeError('not a leaf of what is owed')
  // The account comes last: everything before it has a fixed length, so no two leaves are written alike.
  const name = utf8ToBytes(account)
  const hourAt = LEAF.length + HASH_BYTES
  const bytes = new Uint8Array(hourAt + AMOUNT_BYTES + PART_BYTES + AMOUNT_BYTES + name.length)
  bytes.set(LEAF)
  bytes.set(salt, LEAF.length)
  const facts = new DataView(bytes.buffer)
  facts.setBigUint64(hourAt, BigInt(hour))
  facts.setUint32(hourAt + AMOUNT_BYTES, part)
  facts.setBigUint64(hourAt + AMOUNT_BYTES + PART_BYTES, amount)
  bytes.set(name, hourAt + AMOUNT_BYTES + PART_BYTES + AMOUNT_BYTES)
  return { hash: sha256(bytes), sum: amount }
}

/** @throws RangeError where a sum is negative or too large */
export function innerNode(left: SumNode, right: SumNode, sha256: Sha256 = ownSha256): SumNode {
  const sum = left.sum + right.sum
  if (!isSum(left.sum) || !isSum(right.sum) || !isSum(sum)) throw new RangeError('a sum below zero, or above what is counted')
  if (left.hash.length !== HASH_BYTES || right.hash.length !== HASH_BYTES) throw new RangeError('a hash of another length')
  const rightAt = NODE.length + HASH_BYTES + AMOUNT_BYTES
  const bytes = new Uint8Array(rightAt + HASH_BYTES + AMOUNT_BYTES)
  bytes.set(NODE)
  bytes.set(left.hash, NODE.length)
  bytes.set(right.hash, rightAt)
  const sums = new DataView(bytes.buffer)
  sums.setBigUint64(NODE.length + HASH_BYTES, left.sum)
  sums.setBigUint64(rightAt + HASH_BYTES, right.sum)
  return { hash: sha256(bytes), sum }
}

/** Eight bytes, the highest first. */
function sumBytes(sum: bigint): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(AMOUNT_BYTES))
  bytes.setBigUint64(0, sum)
  return new Uint8Array(bytes.buffer)
}

/** Salts of one hour are drawn from one secret, which leaves nobody's hands: who is told some of them learns nothing of the others. */
export function saltAt(secret: Uint8Array, place: number, sha256: Sha256 = ownSha256): Uint8Array {
  if (secret.length !== HASH_BYTES || !isIndex(place)) throw new RangeError('a secret of 32 bytes and a place')
  return sha256(concatBytes(SALT, secret, sumBytes(BigInt(place))))
}

/** Next power of two, at least 2: a tree of one leaf would show its amount to whoever sees the total. */
export function paddedCount(leaves: number): number {
  let count = 2
  while (count < leaves) count *= 2
  return count
}

/** The level above. @param level an even number of nodes */
export function levelAbove(level: readonly SumNode[], sha256: Sha256 = ownSha256): SumNode[] {
  const above: SumNode[] = []
  for (let at = 0; at < level.length; at += 2) above.push(innerNode(level[at]!, level[at + 1]!, sha256))
  return above
}

interface Inclusion {
  readonly leaf: Leaf
  /** From 0, from left to right. */
  readonly place: number
  readonly path: readonly PathStep[]
}

/** Whether this leaf stands at this place of a tree with this root, total and number of leaves. Never throws. */
export function verifyInclusion({ leaf, place, path }: Inclusion, { root, total, leaves }: SumRoot): boolean {
  const height = path.length
  if (height < 1 || height > MAX_HEIGHT || leaves !== 2 ** height || !isIndex(place) || place >= leaves) return false
  let node: SumNode
  try {
    node = leafNode(leaf)
    for (const [at, step] of path.entries()) {
      // The place says on which side each neighbour stands, so one leaf has one place.
      const isRight = Math.floor(place / 2 ** at) % 2 === 1
      if (step.side !== (isRight ? 'left' : 'right')) return false
      node = isRight ? innerNode(step, node) : innerNode(node, step)
    }
  } catch {
    return false
  }
  return node.sum === total && bytesToHex(node.hash) === bytesToHex(root)
}

/** Whether these are all parts of one account's amount: numbered from 0, at different places, and adding up. */
export function arePartsOf(parts: readonly Pick<Inclusion, 'leaf' | 'place'>[], owed: Pick<Leaf, 'account' | 'hour' | 'amount'>): boolean {
  const isOwn = parts.every(({ leaf }, index) => leaf.part === index && leaf.account === owed.account && leaf.hour === owed.hour)
  const isSpread = new Set(parts.map(({ place }) => place)).size === parts.length
  return parts.length > 0 && isOwn && isSpread && parts.reduce((sum, { leaf }) => sum + leaf.amount, 0n) === owed.amount
}
