/** The recorded changes of the brands, and the way back. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brandDiff, describeDifference } from '../../app/brand-files/brand-diff'
import { readBrandFolder } from '../../app/brand-files/brand-folder.server'
import { findRevision, type Revision } from '../../app/brand-files/brand-history.server'
import { putBack } from '../../app/brand-files/put-back.server'
import { judgeBrand } from '../../broker/brands/judge-brand'
import { queryRows } from '../../broker/db/open-database'
import { host, type LiveSite, openLiveSite } from '../fixtures/live-site'
import { TEST_BASE_DOMAIN } from '../fixtures/test-tenants'

let site: LiveSite
beforeEach(async () => {
  site = await openLiveSite()
  await site.brands.settle()
})
afterEach(() => site.close())

const dir = (id: string) => path.join(site.root, 'tenants', id)
const hashOf = (id: string) => readBrandFolder(dir(id))?.hash
const nameOf = async (id: string) => (await site.page(host(id))).name
const revision = (id: string, number: number): Revision => findRevision(site.history.list(id), String(number))
const back = (id: string, number: number) =>
  putBack(
    {
      tenantsDir: path.join(site.root, 'tenants'),
      themesDir: path.join(site.root, 'themes'),
      baseDomain: TEST_BASE_DOMAIN,
      scheme: 'http',
      judge: judgeBrand,
    },
    site.history,
    { id, revision: revision(id, number), at: Date.parse('2026-11-18T12:30:00Z'), by: 'machine:ada' },
  )

async function rename(name: string): Promise<void> {
  site.edit('aurora', () => ({ name }))
  await expect.poll(() => nameOf('aurora')).toBe(name)
  await site.brands.settle()
}

interface ChangeEvent {
  readonly actor: string
  readonly detail: { readonly before: { hash: string }; readonly after: { hash: string }; readonly revision: number }
}
const events = () =>
  site.world.broker.database.withTenant('aurora', (tx) =>
    queryRows<ChangeEvent & Record<string, unknown>>(
      tx,
      sql`select actor, detail from audit_event where action = 'tenant.changed' and object = 'tenant:aurora' order by id`,
    ),
  )

test('the first revision is what was there; each change is one more, chained by its hash, and stands in the audit trail', async () => {
  const first = hashOf('aurora')
  expect(site.history.list('aurora')).toMatchObject([{ number: 1, hash: first, previous: null, by: 'file' }])
  await rename('Aurora One')
  await rename('Aurora Two')
  const list = site.history.list('aurora')
  expect(list.map(({ number, by }) => [number, by])).toEqual([1, 2, 3].map((number) => [number, 'file']))
  expect(list.map(({ previous }) => previous)).toEqual([null, first, list[1]?.hash])
  expect(list[2]?.hash).toBe(hashOf('aurora'))
  expect((await events()).map(({ actor, detail }) => [actor, detail.before.hash, detail.after.hash])).toEqual([
    ['system', list[0]?.hash, list[1]?.hash],
    ['system', list[1]?.hash, list[2]?.hash],
  ])
})

test('what never went live is no revision, and touching a file is none', async () => {
  site.write('aurora', 'tenant.json', 'half a fil')
  await expect.poll(() => site.brands.problems.length).toBe(1)
  await site.brands.settle()
  expect(site.history.list('aurora')).toHaveLength(1)
  const whole = site.history.contentOf(revision('aurora', 1)).get('tenant.json') ?? ''
  site.write('aurora', 'tenant.json', whole)
  await expect.poll(() => site.brands.problems.length).toBe(0)
  site.write('aurora', 'tenant.json', whole)
  await site.brands.settle()
  expect(site.history.list('aurora')).toHaveLength(1)
})

test('a revision holds every file byte for byte, also what is no text, and a rollback puts exactly that back, live', async () => {
  const odd = Buffer.from([0, 255, 13, 10, 26, 128])
  site.write('aurora', 'notes.bin', odd)
  mkdirSync(path.join(dir('aurora'), 'deep'))
  site.write('aurora', 'deep/more.txt', 'below\r\n')
  writeFileSync(path.join(dir('aurora'), '.editor'), 'mine')
  await expect.poll(() => site.history.list('aurora').length).toBeGreaterThan(1)
  await site.brands.settle()
  const kept = site.history.list('aurora').at(-1) as Revision
  expect(site.history.contentOf(kept).get('notes.bin')).toEqual(odd)

  rmSync(path.join(dir('aurora'), 'notes.bin'))
  site.write('aurora', 'logo.svg', site.read('meridian', 'logo.svg'))
  await rename('Aurora Wrong')
  expect(hashOf('aurora')).not.toBe(kept.hash)

  const outcome = back('aurora', kept.number)
  expect(outcome).toMatchObject({ kind: 'done', revision: { hash: kept.hash, by: 'machine:ada', note: `put back to ${kept.number}` } })
  expect(hashOf('aurora')).toBe(kept.hash)
  expect(readdirSync(dir('aurora'))).toContain('.editor')
  await expect.poll(() => nameOf('aurora')).toBe('Aurora Markets')
  await site.brands.settle()
  const list = site.history.list('aurora')
  expect(list.at(-1)).toMatchObject({ hash: kept.hash, by: 'machine:ada' })
  expect((await events()).at(-1)).toMatchObject({ actor: 'machine:ada', detail: { after: { hash: kept.hash }, revision: list.length } })
  expect(readdirSync(path.join(site.root, 'tenants')).filter((name) => name.startsWith('.'))).toEqual([])
  expect(site.complaints).toEqual([])
})

test('a rollback keeps what nobody has recorded yet, and is itself undone by another one', async () => {
  await rename('Aurora One')
  await site.brands.close()
  site.edit('aurora', () => ({ name: 'Written while no server ran' }))
  const unrecorded = hashOf('aurora')
  expect(back('aurora', 1).kind).toBe('done')
  expect(site.history.list('aurora').map(({ hash }) => hash)).toContain(unrecorded)
  const number = site.history.list('aurora').findIndex(({ hash }) => hash === unrecorded) + 1
  expect(back('aurora', number).kind).toBe('done')
  expect(hashOf('aurora')).toBe(unrecorded)
  expect(back('aurora', number).kind).toBe('same')
})

test('a rollback is refused when the revision could not be served, and changes nothing', async () => {
  site.edit('aurora', () => ({ hosts: ['shop.example'] }))
  await expect.poll(() => site.history.list('aurora').length).toBe(2)
  site.edit('aurora', () => ({ hosts: [] }))
  await expect.poll(() => site.history.list('aurora').length).toBe(3)
  site.edit('meridian', () => ({ hosts: ['shop.example'] }))
  await expect.poll(() => site.brands.tenants.find(({ id }) => id === 'meridian')?.siteHosts).toContain('shop.example')
  const before = hashOf('aurora')
  expect(back('aurora', 2)).toMatchObject({
    kind: 'refused',
    problems: [{ path: 'hosts', reason: expect.stringContaining('meridian') }, {}],
  })
  renameSync(path.join(site.root, 'themes/aurora.json'), path.join(site.root, 'gone.json'))
  expect(back('aurora', 1)).toMatchObject({ kind: 'refused', problems: [{ path: 'theme.name' }] })
  expect(hashOf('aurora')).toBe(before)
  expect(site.history.list('aurora')).toHaveLength(3)
})

test('content that is not what its name says is never put back', async () => {
  await rename('Aurora One')
  const hash = revision('aurora', 1).files['tenant.json'] ?? ''
  writeFileSync(path.join(site.root, 'data/tenants-history/objects', hash.slice(0, 2), hash), '{}')
  expect(() => back('aurora', 1)).toThrow('is not what its name says')
  expect(await nameOf('aurora')).toBe('Aurora One')
})

test('a line that a power cut left half written names nothing, and the next one is whole', async () => {
  const file = path.join(site.root, 'data/tenants-history/aurora/revisions.jsonl')
  writeFileSync(file, '{"at":"2026-11-18T12:0', { flag: 'a' })
  expect(site.history.list('aurora')).toHaveLength(1)
  await rename('Aurora One')
  expect(site.history.list('aurora').map(({ hash }) => hash)).toEqual([expect.any(String), hashOf('aurora')])
})

test('the difference is told by place in JSON files and by name for the others', async () => {
  site.write('aurora', 'logo.svg', site.read('meridian', 'logo.svg'))
  site.edit('aurora', ({ legal, ...file }) => ({
    ...file,
    name: 'Other',
    legal: { ...legal, location: 'Elsewhere' },
    hosts: ['a.example'],
  }))
  await expect.poll(() => nameOf('aurora')).toBe('Other')
  await site.brands.settle()
  const list = site.history.list('aurora')
  const lines = brandDiff(site.history.contentOf(list[0] as Revision), site.history.contentOf(list.at(-1) as Revision)).map(
    describeDifference,
  )
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}logo\.svg: \d+ bytes → \d+ bytes$/),
    '  tenant.json name: "Aurora Markets" → "Other"',
    expect.stringContaining('tenant.json legal.location: '),
    '  tenant.json hosts: [] → ["a.example"]',
  ])
  const content = site.history.contentOf(list[0] as Revision)
  expect(brandDiff(content, content)).toEqual([])
})

test('revisions are named by number, counted back, or by the beginning of a hash', () => {
  const list = ['a', 'b', 'a', 'ab'].map((start, index) => ({ number: index + 1, hash: start.padEnd(64, '0') }) as Revision)
  const numberOf = (named: string) => findRevision(list, named).number
  expect([numberOf('1'), numberOf('4'), numberOf('-1'), numberOf('a00000'), numberOf('ab0000')]).toEqual([1, 4, 3, 3, 4])
  expect(() => numberOf('5')).toThrow('there are 1 to 4')
  expect(() => numberOf('0')).toThrow()
  expect(() => numberOf('-9')).toThrow()
  expect(() => numberOf('zz')).toThrow()
})
