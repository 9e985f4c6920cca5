import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { PARTITION_LEASES, PARTITIONS, partitionOf } from './partitions'
import { type LeaseGroup, shareOut } from './share-out'

const GROUP: LeaseGroup = { role: 'engine', names: PARTITION_LEASES }

/** One look of each node, in turn, at what the others have left. Gives how many leases moved. */
function round(nodes: readonly string[], holders: Map<string, string>, group = GROUP): number {
  let moved = 0
  const view = { nodes: new Map(nodes.map((id) => [id, new Set(['engine'])])), holders }
  for (const id of nodes) {
    const { take, giveBack } = shareOut(id, group, view)
    for (const name of giveBack) holders.delete(name)
    for (const name of take) {
      expect(holders.has(name)).toBe(false)
      holders.set(name, id)
    }
    moved += take.length + giveBack.length
  }
  return moved
}

const countsOf = (holders: ReadonlyMap<string, string>, nodes: readonly string[]) =>
  nodes.map((id) => [...holders.values()].filter((holder) => holder === id).length)

property.prop([fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1 }), { minLength: 1, maxLength: 6 })])(
  'whoever comes and goes: two looks later everything is held, nobody has more than a fair share, and nothing moves any more',
  (changes) => {
    const holders = new Map<string, string>()
    for (const ids of changes) {
      const nodes = [...new Set(ids)].map(String)
      for (const [name, holder] of holders) if (!nodes.includes(holder)) holders.delete(name)
      round(nodes, holders)
      round(nodes, holders)
      expect(holders.size).toBe(PARTITIONS)
      expect(Math.max(...countsOf(holders, nodes))).toBeLessThanOrEqual(Math.ceil(PARTITIONS / nodes.length))
      expect(round(nodes, holders)).toBe(0)
    }
  },
)

test('a node that comes back does not take a single lease from whoever has it', () => {
  const group = { role: 'engine', names: ['feed'] }
  const holders = new Map([['feed', 'b']])
  expect([round(['a', 'b'], holders, group), holders.get('feed')]).toEqual([0, 'b'])
})

test('a node without the role takes nothing, and gives back what it has', () => {
  const view = { nodes: new Map([['a', new Set(['api'])]]), holders: new Map([['engine:3', 'a']]) }
  expect(shareOut('a', GROUP, view)).toEqual({ take: [], giveBack: ['engine:3'] })
})

test('the part of an account never changes, and parts are about as large as one another', () => {
  expect([1n, 2n, 987_654_321_012_345n].map((traderId) => partitionOf({ tenantId: 'aurora', traderId }))).toEqual([3, 10, 11])
  const counts = new Array<number>(PARTITIONS).fill(0)
  for (let id = 0n; id < 64_000n; id++) counts[partitionOf({ tenantId: 'meridian', traderId: 240_000_000_000n + id * 1024n })]! += 1
  expect(Math.min(...counts)).toBeGreaterThan(700)
  expect(Math.max(...counts)).toBeLessThan(1_300)
})
