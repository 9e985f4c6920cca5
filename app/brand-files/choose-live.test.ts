import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tenant } from '../../contract/tenant'
import { chooseLive } from './choose-live'

const house = new Map([['example.com', 'the main site']])
const brands = (all: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(all).map(([id, siteHosts]) => [id, { id, siteHosts } as unknown as Tenant]))
const choose = (wanted: Record<string, readonly string[]>, live: Record<string, readonly string[]>) => {
  const { tenants, conflicts } = chooseLive(brands(wanted), brands(live), house)
  const served = Object.fromEntries(tenants.map(({ id, siteHosts }) => [id, siteHosts.join()]))
  return { served, conflicts: conflicts.map(({ id, host, owner }) => `${id} ${host} ${owner}`) }
}

test.each([
  ['all that do not meet', { a: ['x'], b: ['y'] }, {}, { a: 'x', b: 'y' }, []],
  ['of two that come together the first by id', { b: ['x'], a: ['x'] }, {}, { a: 'x' }, ['b x a']],
  ['who has the host already, whatever the ids', { a: ['x'], b: ['x'] }, { b: ['x'] }, { b: 'x' }, ['a x b']],
  ['nobody on a host of the house', { a: ['example.com'] }, {}, {}, ['a example.com the main site']],
  ['as it was, who wants what another one keeps', { a: ['y'], b: ['y'] }, { a: ['x'], b: ['y'] }, { a: 'x', b: 'y' }, ['a y b']],
  ['both of a swap', { a: ['y'], b: ['x'] }, { a: ['x'], b: ['y'] }, { a: 'y', b: 'x' }, []],
  ['a circle of three', { a: ['y'], b: ['z'], c: ['x'] }, { a: ['x'], b: ['y'], c: ['z'] }, { a: 'y', b: 'z', c: 'x' }, []],
  [
    'nobody who counted on a host that its owner has to keep',
    { a: ['y'], b: ['y'], c: ['x'] },
    { a: ['x'], b: ['y'] },
    { a: 'x', b: 'y' },
    ['a y b', 'c x a'],
  ],
  ['whoever takes over from one that has gone', { b: ['x'] }, { a: ['x'] }, { b: 'x' }, []],
] as const)('live are: %s', (_title, wanted, live, served, conflicts) => {
  expect(choose(wanted, live)).toEqual({ served, conflicts })
})

test('whatever is wanted: no host has two brands, nobody who is live falls out, and asking again changes nothing', () => {
  const hostsOf = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.uniqueArray(fc.constantFrom('v', 'w', 'x', 'y', 'z'), { maxLength: 3 }),
  )
  fc.assert(
    fc.property(hostsOf, hostsOf, hostsOf, (first, second, third) => {
      let live = new Map<string, Tenant>()
      for (const wanted of [first, second, third].map(brands)) {
        const { tenants, conflicts } = chooseLive(wanted, live, house)
        const hosts = tenants.flatMap(({ siteHosts }) => siteHosts)
        expect(new Set(hosts).size).toBe(hosts.length)
        const served = new Set(tenants.map(({ id }) => id))
        for (const id of live.keys()) if (wanted.has(id)) expect(served).toContain(id)
        // Who is not served as wanted is named.
        const named = new Set(conflicts.map(({ id }) => id))
        for (const [id, tenant] of wanted) expect(named.has(id)).toBe(!tenants.includes(tenant))
        live = new Map(tenants.map((tenant) => [tenant.id, tenant]))
        expect(chooseLive(wanted, live, house).tenants).toEqual(tenants)
      }
    }),
  )
})
