import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { type LogFact, LogFacts } from '../../contract/companies'
import { SETTING_CALLS } from '../../contract/desk/settings'
import { listReceiptProofs, listReceipts } from '../../contract/orders'
import type { Tenant } from '../../contract/tenant'
import { listNotices } from '../../contract/wallet'
import { MINUTE_MS } from '../../rules/durations'
import { auditAfter } from '../../tests/fixtures/broken-books'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { openOperator } from '../../tests/fixtures/operator'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { open, PLAIN_TERMS, place } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { queryRows } from '../db/open-database'

const { requestSettingChange, decideSettingChange, listSettingChanges } = SETTING_CALLS
const EURUSD = { mode: 'normal', feeRate: '7', leverages: [100], minLots: '0.01', maxLots: '50' }

let world: World
afterEach(() => world.close())

async function grown(): Promise<void> {
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
}

const ask = (company: string, path: string) =>
  world.broker.fetch(new Request(`http://${company}.localhost:3000/log/${company}/facts/${path}`))

async function factsOf(company: string): Promise<LogFact[]> {
  await grown()
  return LogFacts.parse(await (await ask(company, '0')).json()).facts
}

const termsOf = async (company: string) => (await factsOf(company)).filter(({ kind }) => kind === 'terms')
/** What was said of the open positions that new terms reach. */
const reachedBy = async (company: string) =>
  (await factsOf(company)).flatMap(({ kind, document }) => {
    const said = kind === 'settings' && document !== null ? (JSON.parse(document) as { area: string; value: object }) : undefined
    return said?.area === 'terms' ? [said.value] : []
  })

async function namedBy(trader: TestTrader, id: string): Promise<unknown[]> {
  const { data } = await trader.call(listReceipts, { id })
  return data.map(({ body }) => [body.event, body.terms])
}

async function changeSpread(spread: string, company = 'aurora'): Promise<number | null> {
  const [first, second] = [0, 1].map(() => openOperator(world, { roles: ['admin'], company }))
  const wish = { area: 'instrument' as const, target: 'EURUSD', value: JSON.stringify({ ...EURUSD, spread }), reason: 'a test' }
  const asked = await (await first!).call(requestSettingChange, wish)
  const { data } = await (await second!).call(listSettingChanges, { status: 'waiting' })
  expect((await (await second!).call(decideSettingChange, { id: asked.data.id, decision: 'apply' })).outcome).toBe('ok')
  return data.data[0]?.affected_positions ?? null
}

const changed = (tenants: readonly Tenant[], id: string, trading: Partial<Tenant['trading']>) =>
  tenants.map((tenant) => (tenant.id === id ? { ...tenant, trading: { ...tenant.trading, ...trading } } : tenant))

/** As the follower of the brands' folders does. */
async function changeFile(id: string, trading: Partial<Tenant['trading']>): Promise<void> {
  const tenants = changed(world.tenants, id, trading)
  await world.broker.brands.changing(tenants.filter((tenant) => tenant.id === id))
  world.broker.brands.take({ tenants, changed: [id], problems: [] })
}

async function findings() {
  await grown()
  const results = await auditBooks(world.broker.database, world.tenants)
  return results.flatMap((result) => result.findings)
}

const noticesOf = async (trader: TestTrader) => (await trader.call(listNotices, {})).data.data.map(({ kind, text }) => [kind, text])

test('an opening names the terms of its company that were in force, before and after a change at the desk', async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  const [aurora, meridian] = [await world.demoTrader(), await world.demoTrader('meridian')]
  await world.price('EURUSD', '1.20000')
  const [first] = await termsOf('aurora')
  const [other] = await termsOf('meridian')
  const before = await open(world, aurora, 'buy', 'EURUSD', { lots: '0.1' })
  const waits = await place(world, aurora, 'buy', 'EURUSD', '1.19000', { lots: '0.1' })
  world.pass(5 * MINUTE_MS)
  expect(await changeSpread('0.0004')).toBe(1)
  await world.price('EURUSD', '1.20000')
  const after = await open(world, aurora, 'buy', 'EURUSD', { lots: '0.1' })
  const elsewhere = await open(world, meridian, 'buy', 'EURUSD', { lots: '0.1' })
  await world.price('EURUSD', '1.18900')

  const terms = await termsOf('aurora')
  expect(terms.map(({ document }) => JSON.parse(document!).instruments.EURUSD.spread)).toEqual(['0', '0.0004'])
  const second = terms[1]!
  expect(await namedBy(aurora, before.Id)).toEqual([['order_opened', first!.hash]])
  expect(await namedBy(aurora, after.Id)).toEqual([['order_opened', second.hash]])
  expect(await namedBy(aurora, waits.Id)).toEqual([
    ['order_placed', first!.hash],
    ['order_opened', second.hash],
  ])
  expect(await namedBy(meridian, elsewhere.Id)).toEqual([['order_opened', other!.hash]])
  expect(first!.hash).not.toBe(other!.hash)
  const proofs = (await aurora.call(listReceiptProofs, { id: waits.Id })).data
  expect(proofs.map((proof) => proof.State === 'logged' && proof.TermsIndex)).toEqual([first!.index, second.index])
  expect(await findings()).toEqual([])
})

test('terms are found in the log by the hash that a receipt names, each time they were noted', async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  for (const spread of ['0', '0.0004', '0']) await changeSpread(spread)
  const [, ...terms] = await termsOf('aurora')
  expect(terms.map(({ hash }) => hash)).toEqual([terms[0]!.hash, terms[1]!.hash, terms[0]!.hash])
  const found = LogFacts.parse(await (await ask('aurora', terms[0]!.hash!)).json())
  expect(found).toEqual({ facts: [terms[0], terms[2]], next: null })
  expect((await ask('aurora', 'ab'.repeat(32))).status).toBe(404)
  expect((await ask('meridian', terms[1]!.hash!)).status).toBe(404)
})

test('a change that reaches open positions is a fact with their count, and everybody who holds one is told', async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  const [holder, bystander, stranger] = [await world.demoTrader(), await world.demoTrader(), await world.demoTrader('meridian')]
  await world.price('EURUSD', '1.20000')
  await open(world, holder, 'buy', 'EURUSD', { lots: '0.1' })
  await open(world, holder, 'sell', 'EURUSD', { lots: '0.1' })
  await open(world, bystander, 'buy', 'XAUUSD', { lots: '0.1' })
  await open(world, stranger, 'buy', 'EURUSD', { lots: '0.1' })
  expect(await changeSpread('0.0004')).toBe(2)
  expect(await reachedBy('aurora')).toEqual([
    { instruments: ['EURUSD'], stop_out_level: null, affected_accounts: 1, affected_positions: 2 },
  ])
  expect(await noticesOf(holder)).toEqual([['terms-changed', expect.stringContaining('EURUSD')]])
  expect(await noticesOf(bystander)).toEqual([])

  await changeFile('aurora', { stopOutLevelPercent: '60' })
  expect((await reachedBy('aurora')).at(-1)).toEqual({
    instruments: [],
    stop_out_level: { before: '50', after: '60' },
    affected_accounts: 2,
    affected_positions: 3,
  })
  expect((await noticesOf(bystander)).map(([kind]) => kind)).toEqual(['stop-out-changed'])
  expect((await noticesOf(bystander))[0]?.[1]).toMatch(/60.*50|50.*60/)
  expect(await noticesOf(stranger)).toEqual([])
  expect(await reachedBy('meridian')).toEqual([])
})

test('leverage, margin and fee of a position stay as they were at its opening', async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  const trader = await world.demoTrader()
  await world.price('EURUSD', '1.20000')
  await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  const rows = () =>
    world.broker.database.system((tx) => queryRows(tx, sql`select leverage, margin::text, fee::text, fill_price::text from trade_order`))
  const before = await rows()
  await changeFile('aurora', { maxLeverage: 20, overrides: { EURUSD: { feeRate: '70' } } })
  await world.price('EURUSD', '1.20000')
  expect(await rows()).toEqual(before)
  expect(await noticesOf(trader)).toEqual([])
  expect(await reachedBy('aurora')).toEqual([])
  const [, terms] = await termsOf('aurora')
  expect(JSON.parse(terms!.document!).instruments.EURUSD.fee_rate).toBe('70')
})

test('what was changed while no server ran is noted before anything is opened on it, and told', async () => {
  const database = await openTestDatabase()
  world = await createWorld({ tenants: PLAIN_TERMS, broker: { database: { ...database, close: async () => {} } } })
  const trader = await world.demoTrader()
  await world.price('EURUSD', '1.20000')
  const before = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  const now = world.clock.now()
  await grown()
  await world.close()

  const other = { aurora: { trading: { ...PLAIN_TERMS.aurora!.trading, stopOutLevelPercent: '77' } } }
  world = await createWorld({ tenants: other, startMs: now + 5 * MINUTE_MS, broker: { database } })
  await world.price('EURUSD', '1.20000')
  const again = { ...trader, call: world.client.call.bind(world.client) }
  const options = { host: trader.host, token: trader.token }
  const terms = await termsOf('aurora')
  expect(terms.map(({ document }) => JSON.parse(document!).stop_out_level)).toEqual(['50', '77'])
  const { data } = await again.call(listReceipts, { id: before.Id }, options)
  expect(data.map(({ body }) => body.terms)).toEqual([terms[0]!.hash])
  expect((await again.call(listNotices, {}, options)).data.data.map(({ kind }) => kind)).toEqual(['stop-out-changed'])
  expect(await findings()).toEqual([])
})

test('nothing is noted twice where nothing has changed', async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  await world.broker.brands.changing(world.tenants)
  await world.broker.brands.prepare(world.tenants)
  expect(await termsOf('aurora')).toHaveLength(1)
  await changeFile('aurora', { demoBalance: '1' })
  expect(await termsOf('aurora')).toHaveLength(1)
})

test('the audit finds an opening on terms that were never noted, of another time, of another company, or not named', async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  const trader = await world.demoTrader()
  await world.price('EURUSD', '1.20000')
  await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  const [first] = await termsOf('aurora')
  const [other] = await termsOf('meridian')
  world.pass(5 * MINUTE_MS)
  await changeSpread('0.0004')
  const [, later] = await termsOf('aurora')
  const newest = `id = (select max(id) from receipt where event = 'order_opened')`
  const named = async (terms: string) => {
    const changedBody = `update receipt set body = replace(body, '"terms":"${first!.hash}"', '${terms}') where ${newest}`
    const results = await auditAfter(world.broker.database, world.tenants, changedBody)
    return results.flatMap((result) => result.findings).filter(({ expected }) => expected.startsWith('the terms'))
  }
  expect(await named(`"terms":"${first!.hash}"`)).toEqual([])
  for (const hash of ['ab'.repeat(32), later!.hash, other!.hash]) {
    const [finding, ...more] = await named(`"terms":"${hash}"`)
    expect(finding).toMatchObject({ invariant: 'I13', table: 'receipt', expected: `the terms that were in force, fact ${first!.hash}` })
    expect(finding?.found).toContain(hash)
    expect(more).toEqual([])
  }
  expect(await named('"v":1')).toMatchObject([{ invariant: 'I13', found: '(none)' }])
})
