import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { HOUR_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { auditEvent } from '../db/schema'

const { listAuditEvents, freezeTrader } = DESK_ENDPOINTS
const WHY = 'asked by telephone'

let world: World
let compliance: TestOperator
beforeAll(async () => {
  world = await createWorld()
  compliance = await openOperator(world, { roles: ['compliance'] })
})
afterAll(() => world.close())

type Entry = Partial<Pick<typeof auditEvent.$inferInsert, 'actor' | 'action' | 'object' | 'detail' | 'createdAt'>>
const write = (entries: readonly Entry[], tenantId = 'aurora') =>
  world.broker.database.withTenant(tenantId, async (tx) => {
    for (const entry of entries)
      await tx
        .insert(auditEvent)
        .values({ tenantId, actor: 'system', action: 'test.made', object: 'test:1', detail: {}, createdAt: world.clock.now(), ...entry })
  })
type Filter = Omit<Parameters<typeof compliance.call<typeof listAuditEvents>>[1], 'company'>
const listed = async (filter: Filter) => (await compliance.call(listAuditEvents, filter)).data
const objects = async (filter: Filter) => (await listed(filter)).data.map(({ object }) => object)

test('a freeze stands in the trail with who, whom, why and what it was, and is sealed once the sealer has been there', async () => {
  const owner = await world.realTrader()
  await compliance.call(freezeTrader, { id: owner.id, reason: WHY })
  const [entry] = (await listed({ action: 'trader.frozen' })).data
  expect(entry).toMatchObject({ actor: compliance.actor, object: `trader:${owner.id}`, reason: WHY, trader_id: owner.id, is_sealed: false })
  expect(entry?.trader_uid).toMatch(/^\d+$/)
  expect(entry?.change).toContainEqual({ name: 'frozen', before: 'false', after: 'true' })
  await world.broker.sealer.flush()
  const { data, chain } = await listed({ action: 'trader.frozen' })
  expect(data.map(({ is_sealed }) => is_sealed)).toEqual([true])
  expect(chain).toEqual({ links: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await write([{ action: 'test.fresh' }])
  expect((await listed({ action: 'test.fresh' })).data[0]?.is_sealed).toBe(false)
})

test('a whole name is that one, a name that ends with a point or colon is all that begin with it', async () => {
  await write([{ object: 'thing:1' }, { object: 'thing:12' }, { object: 'thin:1' }])
  expect(await objects({ object: 'thing:1' })).toEqual(['thing:1'])
  expect(await objects({ object: 'thing:' })).toEqual(['thing:12', 'thing:1'])
  expect(await objects({ object: 'thing' })).toEqual([])
})

test('words are found anywhere in who, action, object and reason, in capitals or not', async () => {
  await write([
    { actor: 'operator:Gwen', object: 'a:1' },
    { action: 'gwen.did', object: 'a:2' },
    { object: 'gwen:3' },
    { object: 'a:4', detail: { reason: 'said gWEN' } },
    { object: 'a:5', detail: { note: 'gwen' } },
  ])
  expect(await objects({ q: ' GWEN ' })).toEqual(['a:4', 'gwen:3', 'a:2', 'a:1'])
})

test.each(['%', 'test_made', 'tes_', '\\', '%%', "' or 1=1 --", '*', 'te%de', '\u202e'])('%j finds nothing but itself', async (typed) => {
  await write([{ action: 'test.made' }])
  expect(await objects({ q: typed })).toEqual([])
  expect(await objects({ action: typed })).toEqual([])
  expect(await objects({ object: `${typed}:` })).toEqual([])
})

test('a time includes its beginning and not its end', async () => {
  const at = world.clock.now() - 10 * HOUR_MS
  await write([
    { object: 't:1', createdAt: at },
    { object: 't:2', createdAt: at + 1 },
    { object: 't:3', createdAt: at + 2 },
  ])
  expect(await objects({ object: 't:', from: String(at), to: String(at + 2) })).toEqual(['t:2', 't:1'])
})

test('pages follow each other, and reading on is not moved by what comes meanwhile', async () => {
  await write(Array.from({ length: 25 }, (_, index) => ({ object: `page:${index}` })))
  const first = await listed({ object: 'page:' })
  expect([first.data.length, first.total]).toEqual([20, 25])
  expect(await objects({ object: 'page:', page: '2' })).toEqual(['page:4', 'page:3', 'page:2', 'page:1', 'page:0'])
  await write([{ object: 'page:25' }])
  expect(await objects({ object: 'page:', before: first.data.at(-1)?.id, size: '500' })).toEqual([
    'page:4',
    'page:3',
    'page:2',
    'page:1',
    'page:0',
  ])
})

test("a trader's address is masked for who may not freeze; an operator's never", async () => {
  await write([{ action: 'mask.made', actor: 'trader:1', detail: { address: '203.0.113.77' } }])
  await write([{ action: 'mask.made', actor: 'operator:x', detail: { address: '203.0.113.78' } }])
  const addresses = async (who: TestOperator) =>
    (await who.call(listAuditEvents, { action: 'mask.made' })).data.data.map(({ address }) => address)
  expect(await addresses(compliance)).toEqual(['203.0.113.78', '203.0.113.77'])
  const finance = await openOperator(world, { roles: ['finance'] })
  const [whole, masked] = await addresses(finance)
  expect(whole).toBe('203.0.113.78')
  expect(masked).not.toContain('77')
})

test('what else an entry knows is not shown, and odd values do not break it', async () => {
  const detail = {
    secret: 'hunter2',
    before: ['no', 'names'],
    after: { list: [1, 2], deep: { a: 1 }, none: null, long: 'x'.repeat(900) },
    trader: {},
  }
  await write([
    { action: 'odd.made', detail },
    { action: 'odd.made', detail: 'text' as never },
  ])
  const { data } = await listed({ action: 'odd.made' })
  expect(JSON.stringify(data)).not.toContain('hunter2')
  expect(data[1]?.change).toEqual([
    { name: 'deep', before: '', after: '{"a":1}' },
    { name: 'list', before: '', after: '1, 2' },
    { name: 'long', before: '', after: `${'x'.repeat(500)}…` },
  ])
})

test("another company's trail is not in it", async () => {
  await write([{ action: 'elsewhere.made' }], 'meridian')
  expect(await objects({ action: 'elsewhere.made' })).toEqual([])
})

test.each([
  ['support', 'DESK_FORBIDDEN'],
  ['content', 'DESK_FORBIDDEN'],
  ['finance', 'ok'],
  ['admin', 'ok'],
] as const)('%s: %s', async (role, outcome) => {
  const operator = await openOperator(world, { roles: [role] })
  expect((await operator.call(listAuditEvents, {})).outcome).toBe(outcome)
})

test('a look at the trail is written into it, once an hour for each operator', async () => {
  const [one, other] = [await openOperator(world, { roles: ['admin'] }), await openOperator(world, { roles: ['finance'] })]
  const looks = async () => (await listed({ action: 'audit.viewed' })).data.map(({ actor }) => actor).filter((actor) => actor === one.actor)
  await Promise.all([one.call(listAuditEvents, {}), one.call(listAuditEvents, { q: 'x' })])
  await one.call(listAuditEvents, {})
  await other.call(listAuditEvents, {})
  expect(await looks()).toEqual([one.actor])
  world.clock.advance(HOUR_MS)
  // The session has been idle too long by then: the operator signs in again.
  const token = (await one.signIn()).data.token
  await one.call(listAuditEvents, {}, { token })
  compliance = await openOperator(world, { roles: ['compliance'] })
  expect(await looks()).toEqual([one.actor, one.actor])
})
