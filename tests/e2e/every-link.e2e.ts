/** A newcomer opens every link of every sample brand, of the main site and of the desk: each leads somewhere that works. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import type { TenantFile } from '../../contract/tenant'
import { TENANTS_DIR } from '../fixtures/test-tenants'
import { makeWorlds, type Worlds } from '../matrix/world'
import { crawl } from './crawl'
import { type Brand, hostOf, PORTS } from './ports'
import { LONG } from './site-test'
import { textsOf } from './texts'

const BRANDS: readonly Brand[] = ['aurora', 'meridian', 'saffron', 'graphite']
const sampleAddressNote = textsOf('en')('account:email.sample')

let worlds: Worlds
test.beforeAll(async () => {
  worlds = await makeWorlds([...BRANDS, 'desk'])
})

/** What the brand's own file names, and nothing else. */
function hostsOf(brand: Brand): string[] {
  const file = JSON.parse(readFileSync(path.join(TENANTS_DIR, brand, 'tenant.json'), 'utf8')) as TenantFile
  const register = file.legal.licence?.registerUrl
  return [...(file.linkHosts ?? []), ...(register === undefined ? [] : [new URL(register).hostname])]
}

const VISITORS = [
  ['nobody', undefined],
  ['a demo trader', 'demo'],
  ['a real trader', 'real'],
] as const

/** By default everybody at the first company, and at each of the others one of them, in turn. */
const isUsual = (company: number, visitor: number): boolean => company === 0 || (company - 1) % VISITORS.length === visitor

for (const [company, brand] of BRANDS.entries()) {
  for (const [visitor, [who, cookie]] of VISITORS.entries()) {
    test(`every link of ${brand} works for ${who}`, isUsual(company, visitor) ? {} : LONG, async () => {
      const token = cookie === undefined ? undefined : worlds.get(brand)?.tokens[cookie]
      const cookies: Record<string, string> = { lng: 'en', ...(token === undefined ? {} : { candor_session: token }) }
      const { seen, faults } = await crawl({ host: hostOf(brand), cookies, start: '/', outside: hostsOf(brand), sampleAddressNote })
      expect(faults).toEqual([])
      expect(seen).toContain('/mine/chat')
      expect(seen.length).toBeGreaterThan(15)
    })
  }
}

test('every link of the main site works', async () => {
  const brandHosts = BRANDS.map((brand) => new URL(`http://${hostOf(brand)}`).hostname)
  const { faults, seen } = await crawl({
    host: `localhost:${PORTS.open}`,
    cookies: { lng: 'en' },
    start: '/',
    outside: brandHosts,
    sampleAddressNote,
  })
  expect(faults).toEqual([])
  expect(seen.length).toBeGreaterThan(1)
})

test('every link of the desk works for an operator', async () => {
  const token = worlds.get('desk')?.tokens.operator ?? ''
  const { faults, seen } = await crawl({
    host: hostOf('desk'),
    cookies: { lng: 'en', candor_desk: token },
    start: '/desk?company=graphite',
    outside: [],
    sampleAddressNote,
  })
  expect(faults).toEqual([])
  expect(seen).toContain('/desk/traders?company=graphite')
  expect(seen.some((page) => page.startsWith('/desk/trader?'))).toBe(true)
})
