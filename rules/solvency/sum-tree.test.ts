import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { buildTree, pathOf, type Tile, tilesOfPath, topOfTile } from './build-tree'
import { type Owed, planLeaves } from './plan-leaves'
import { arePartsOf, innerNode, type Leaf, leafNode, MAX_SUM, type PathStep, type SumRoot, saltAt, verifyInclusion } from './sum-tree'

const HOUR = 1_795_000 * 3_600_000
const SECRET = new Uint8Array(32).fill(7)

/** A foretold stream of numbers: what is tested holds for any. */
function drawFrom(seed: number) {
  let state = BigInt(seed) + 1n
  return (bound: bigint) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 128n
    return (state >> 32n) % bound
  }
}

async function treeOf(owed: readonly Owed[], seed = 1) {
  const tiles = new Map<string, Uint8Array>()
  const keep = ({ level, index, nodes }: Tile) => void tiles.set(`${level}/${index}`, nodes)
  const built = await buildTree(owed, { hour: HOUR, secret: SECRET, draw: drawFrom(seed) }, keep)
  const proofsOf = (account: string) => {
    const index = owed.findIndex((one) => one.account === account)
    return built.parts[index]!.map(({ place, amount }, part) => ({
      leaf: { salt: saltAt(SECRET, place), account, hour: HOUR, part, amount } satisfies Leaf,
      place,
      path: pathOf(
        place,
        tilesOfPath(place, built.leaves).map(({ level, index: at }) => tiles.get(`${level}/${at}`)!),
      ),
    }))
  }
  return { ...built, tiles, proofsOf }
}

const accounts = (amounts: readonly bigint[]): Owed[] => amounts.map((amount, index) => ({ account: `1000${index}`, amount }))
const AMOUNTS = fc.array(fc.bigInt(0n, 10n ** 15n), { minLength: 1, maxLength: 40 })

property.prop([AMOUNTS, fc.nat()])('every account finds all of its money in the total', async (amounts, seed) => {
  const owed = accounts(amounts)
  const tree = await treeOf(owed, seed)
  expect(tree.total).toBe(amounts.reduce((sum, amount) => sum + amount, 0n))
  const places = new Set<number>()
  for (const one of owed) {
    const proofs = tree.proofsOf(one.account)
    expect(proofs.map((proof) => verifyInclusion(proof, tree))).toEqual([true, true])
    expect(arePartsOf(proofs, { ...one, hour: HOUR })).toBe(true)
    for (const { place } of proofs) places.add(place)
  }
  expect(places.size).toBe(owed.length * 2)
})

const flip = (bytes: Uint8Array, bit: number) => bytes.map((byte, at) => (at === (bit >> 3) % 32 ? byte ^ (1 << (bit & 7)) : byte))

property.prop([AMOUNTS, fc.nat(), fc.nat(255), fc.bigInt(1n, 10n ** 12n)])(
  'nothing that is changed passes: no byte, sum, side, place, account, hour or part',
  async (amounts, any, bit, more) => {
    const tree = await treeOf(accounts(amounts), any)
    const { leaf, place, path } = tree.proofsOf(`1000${any % amounts.length}`)[any % 2]!
    const at = any % path.length
    const step = path[at]!
    const withStep = (changed: Partial<PathStep>) => ({ leaf, place, path: path.with(at, { ...step, ...changed }) })
    const withLeaf = (changed: Partial<Leaf>) => ({ leaf: { ...leaf, ...changed }, place, path })
    const wrong = [
      withStep({ hash: flip(step.hash, bit) }),
      withStep({ hash: step.hash.subarray(1) }),
      withStep({ sum: step.sum + more }),
      withStep({ sum: step.sum - more }),
      withStep({ side: step.side === 'left' ? 'right' : 'left' }),
      withLeaf({ salt: flip(leaf.salt, bit) }),
      withLeaf({ account: `${leaf.account}0` }),
      withLeaf({ account: '' }),
      withLeaf({ hour: leaf.hour + 3_600_000 }),
      withLeaf({ part: 1 - leaf.part }),
      withLeaf({ amount: leaf.amount + more }),
      { leaf, place: place === 0 ? 1 : place - 1, path },
      { leaf, place: place + tree.leaves, path },
      { leaf, place, path: path.slice(1) },
      { leaf, place, path: [...path, step] },
      { leaf, place, path: [] },
    ]
    expect(wrong.filter((proof) => verifyInclusion(proof, tree))).toEqual([])
    const roots: SumRoot[] = [
      { ...tree, root: flip(tree.root, bit) },
      { ...tree, total: tree.total + more },
      { ...tree, leaves: tree.leaves * 2 },
    ]
    expect(roots.filter((root) => verifyInclusion({ leaf, place, path }, root))).toEqual([])
  },
)

describe('a company that wants to owe less', () => {
  test('leaves an account out: nothing it can show them passes', async () => {
    const tree = await treeOf(accounts([500n, 700n, 900n]))
    for (const other of ['10000', '10001', '10002'])
      for (const proof of tree.proofsOf(other))
        expect(verifyInclusion({ ...proof, leaf: { ...proof.leaf, account: '10003' } }, tree)).toBe(false)
  })

  test('shows two people who have the same one leaf: it is one’s only', async () => {
    const tree = await treeOf(accounts([500n, 500n]))
    const own = tree.proofsOf('10000')
    expect(arePartsOf(own, { account: '10000', hour: HOUR, amount: 500n })).toBe(true)
    expect(arePartsOf(own, { account: '10001', hour: HOUR, amount: 500n })).toBe(false)
  })

  test('shows one part twice: parts stand at places of their own', async () => {
    const [first] = (await treeOf(accounts([500n]))).proofsOf('10000')
    const twice = [first!, { ...first!, leaf: { ...first!.leaf, part: 1 } }]
    expect(arePartsOf(twice, { account: '10000', hour: HOUR, amount: first!.leaf.amount * 2n })).toBe(false)
    expect(arePartsOf([first!, first!], { account: '10000', hour: HOUR, amount: first!.leaf.amount * 2n })).toBe(false)
  })

  test('counts an account below zero, or a neighbour: it cannot be made, and what was made otherwise does not pass', () => {
    const draw = drawFrom(1)
    expect(() => planLeaves(accounts([500n, -1n]), draw)).toThrow(RangeError)
    expect(() => leafNode({ salt: SECRET, account: '1', hour: HOUR, part: 0, amount: -1n })).toThrow(RangeError)
    const leaf: Leaf = { salt: SECRET, account: '1', hour: HOUR, part: 0, amount: 500n }
    const own = leafNode(leaf)
    const other = leafNode({ ...leaf, account: '2' })
    expect(() => innerNode(own, { ...other, sum: -400n })).toThrow(RangeError)
    // As a program would write it that takes the eight bytes for a number with a sign.
    const wrapped = { ...other, sum: BigInt.asUintN(64, -400n) }
    expect(() => innerNode(own, wrapped)).toThrow(RangeError)
    const tree = { root: innerNode(own, other).hash, total: 1_000n, leaves: 2 }
    expect(verifyInclusion({ leaf, place: 0, path: [{ ...other, side: 'right' }] }, tree)).toBe(true)
    for (const sum of [-400n, BigInt.asUintN(64, -400n), MAX_SUM])
      expect(verifyInclusion({ leaf, place: 0, path: [{ ...other, sum, side: 'right' }] }, { ...tree, total: 500n + sum })).toBe(false)
  })

  test('counts an account twice: there is no such tree', () => {
    const twice = [
      { account: '10000', amount: 5n },
      { account: '10000', amount: 5n },
    ]
    expect(() => planLeaves(twice, drawFrom(1))).toThrow(RangeError)
  })
})

test('a tree of more than one tile is read from its tiles, and each is what stands above it', async () => {
  const tree = await treeOf(accounts(Array.from({ length: 300 }, (_, index) => BigInt(index) * 10n ** 8n)))
  expect([...tree.tiles.keys()]).toEqual(['0/0', '0/1', '0/2', '0/3', '1/0'])
  expect(topOfTile(tree.tiles.get('1/0')!)).toEqual({ hash: tree.root, sum: tree.total })
  for (const account of ['10000', '1000150', '1000299'])
    for (const proof of tree.proofsOf(account)) expect(verifyInclusion(proof, tree)).toBe(true)
  expect(() => topOfTile(tree.tiles.get('1/0')!.subarray(1))).toThrow(RangeError)
})

test('nobody at all is a tree, too: of empty leaves', async () => {
  const tree = await treeOf([])
  expect(tree).toMatchObject({ total: 0n, leaves: 2 })
})
