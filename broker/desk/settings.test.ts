import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBasicInfo } from '../../contract/companies'
import { SETTING_CALLS } from '../../contract/desk/settings'
import { listInstruments } from '../../contract/market'
import { closeOrder } from '../../contract/orders'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { holding, open, PLAIN_TERMS, reverse, submit } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { queryRows } from '../db/open-database'

const { getSettings, listSettingChanges, requestSettingChange, decideSettingChange } = SETTING_CALLS
const TERMS = { mode: 'normal', spread: '0.0002', feeRate: '7', leverages: [50, 100], minLots: '0.01', maxLots: '10' } as const

let world: World
let trader: TestTrader
let first: TestOperator
let second: TestOperator
beforeAll(async () => {
  world = await createWorld({ tenants: { aurora: { ...PLAIN_TERMS.aurora, linkHosts: ['help.aurora.example'] } } })
  trader = await world.demoTrader()
  first = await openOperator(world, { roles: ['admin'], name: 'first' })
  second = await openOperator(world, { roles: ['admin'], name: 'second' })
})
afterAll(async () => {
  await world.broker.sealer.flush()
  const broken = (await auditBooks(world.broker.database, world.tenants)).flatMap(({ findings }) => findings)
  await world.close()
  expect(broken).toEqual([])
})

interface Wish {
  readonly area: 'deposit_network' | 'collection_account' | 'withdraw_currency' | 'base' | 'instrument'
  readonly target?: string
  readonly value: unknown
}
const wish = ({ value, ...place }: Wish, reason = 'as agreed with the house') =>
  first.call(requestSettingChange, { ...place, value: JSON.stringify(value), reason })
const agree = (id: string, operator = second) => operator.call(decideSettingChange, { id, decision: 'apply' })
/** A change that must be accepted by both. */
async function change(what: Wish): Promise<void> {
  const { outcome, msg, data } = await wish(what)
  expect([outcome, msg]).toEqual(['ok', expect.any(String)])
  expect(await agree(data.id)).toMatchObject({ outcome: 'ok', data: { status: 'applied' } })
}
const settings = async () => (await first.call(getSettings, {})).data
const euroDollar = async () => (await trader.call(listInstruments, { searchCurrency: 'EURUSD' })).data[0]

test('a spread takes effect when a second operator agrees, and the next quote and order have it', async () => {
  await world.price('EURUSD', '1.20000')
  const asked = await wish({ area: 'instrument', target: 'EURUSD', value: TERMS })
  expect(asked).toMatchObject({ outcome: 'ok', data: { status: 'waiting' } })
  expect((await euroDollar())?.ForexQuotations).toMatchObject({ Bid: '1.20000', Ask: '1.20000' })
  expect((await agree(asked.data.id, first)).outcome).toBe('DESK_SAME_PERSON')
  expect((await euroDollar())?.ForexQuotations.Ask).toBe('1.20000')

  expect((await agree(asked.data.id)).outcome).toBe('ok')
  expect((await euroDollar())?.ForexQuotations).toMatchObject({ Bid: '1.19990', Ask: '1.20010' })
  expect((await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).Price).toBe('1.20010')
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '11' })).outcome).toBe('LOTS_TOO_LARGE')
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1', leverage: '200' })).outcome).toBe('LEVERAGE_NOT_OFFERED')
  expect(await agree(asked.data.id)).toMatchObject({ outcome: 'DESK_ALREADY_DECIDED', details: { by: 'second' } })
})

test.each([
  ['a spread above half a percent of the reference price', 'EURUSD', { spread: '0.00583' }, 'spread'],
  ['a spread finer than the price grid', 'EURUSD', { spread: '0.000011' }, 'spread'],
  ['a fee above the bound', 'EURUSD', { feeRate: '100.01' }, 'feeRate'],
  ['a leverage of nothing', 'EURUSD', { leverages: [0] }, 'leverages'],
  ['the same leverage twice', 'EURUSD', { leverages: [50, 50] }, 'leverages'],
  ['a size off the lot step', 'US30', { spread: '0.2', minLots: '0.15' }, 'minLots'],
  ['a largest size below the smallest', 'EURUSD', { minLots: '2', maxLots: '1' }, 'maxLots'],
  ['a price', 'EURUSD', { bid: '1.1' }, 'value'],
])('%s is refused', async (_what, target, part, field) => {
  const answer = await wish({ area: 'instrument', target, value: { ...TERMS, ...part } })
  expect([answer.outcome, answer.details?.field]).toEqual(['DESK_VALUE_INVALID', field])
})

test('an instrument that is close-only takes no new order and no reversal; positions close and their stops hold', async () => {
  await world.price('XAUUSD', '4000.00')
  const position = await open(world, trader, 'buy', 'XAUUSD', { lots: '0.1' })
  const stopped = await open(world, trader, 'buy', 'XAUUSD', { lots: '0.1', stopLoss: '3990.00' })
  const before = (await settings()).instruments.find(({ code }) => code === 'XAUUSD')
  const terms = { ...TERMS, spread: '0', feeRate: before?.feeRate }
  await change({ area: 'instrument', target: 'XAUUSD', value: { ...terms, mode: 'close-only' } })
  expect((await submit(world, trader, 'buy', 'XAUUSD', { lots: '0.1' })).outcome).toBe('TRADING_PAUSED')
  expect((await reverse(trader, position.Id)).outcome).toBe('TRADING_PAUSED')
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).outcome).toBe('ok')
  await world.price('XAUUSD', '3990.00')
  expect((await holding(trader)).data.map(({ Id }) => Id)).not.toContain(stopped.Id)

  await change({ area: 'instrument', target: 'XAUUSD', value: { ...terms, spread: '2', mode: 'off' } })
  expect((await trader.call(listInstruments, { searchCurrency: 'XAUUSD' })).data).toEqual([])
  expect((await submit(world, trader, 'buy', 'XAUUSD', { lots: '0.1' })).outcome).toBe('INSTRUMENT_NOT_FOUND')
  const closed = await trader.call(closeOrder, { id: position.Id })
  expect([closed.outcome, closed.data.UpdatePrice]).toEqual(['ok', '3989.00'])

  await change({ area: 'instrument', target: 'XAUUSD', value: { ...terms, mode: 'normal' } })
  expect((await submit(world, trader, 'buy', 'XAUUSD', { lots: '0.1' })).outcome).toBe('ok')
})

test('a wish whose ground has moved is stale: it can be refused with a reason, and nothing else', async () => {
  const value = async (demoBalance: string) => ({ ...(await settings()).base.trading, demoBalance })
  const one = await wish({ area: 'base', target: 'trading', value: await value('20000') })
  const other = await wish({ area: 'base', target: 'trading', value: await value('30000') })
  expect((await agree(one.data.id)).outcome).toBe('ok')
  expect((await agree(other.data.id)).outcome).toBe('DESK_CHANGE_STALE')
  const waiting = (await second.call(listSettingChanges, { status: 'waiting' })).data
  expect(waiting.data.map(({ id, is_stale, is_own }) => [id, is_stale, is_own])).toEqual([[other.data.id, true, false]])
  expect((await second.call(decideSettingChange, { id: other.data.id, decision: 'refuse' })).outcome).toBe('DESK_REASON_REQUIRED')
  expect((await second.call(decideSettingChange, { id: other.data.id, decision: 'refuse', reason: 'too late' })).outcome).toBe('ok')

  const { data } = await trader.call(getBasicInfo, {})
  expect(data.demo_balance).toBe('20000')
})

test('what was changed under a form that lay open is not overwritten by it', async () => {
  const seen = JSON.stringify({ ...(await settings()).base.trading, demoBalance: '1' })
  const value = JSON.stringify({ ...(await settings()).base.trading, demoBalance: '7000' })
  const answer = await first.call(requestSettingChange, { area: 'base', target: 'trading', value, seen, reason: 'x' })
  expect(answer.outcome).toBe('DESK_CHANGE_STALE')
})

test('the support address stands at once; a link goes only where the company may link to', async () => {
  const support = { email: 'new@aurora.example', serviceLink: 'https://help.aurora.example/new', serviceType: 'window' }
  expect(await wish({ area: 'base', target: 'support', value: support })).toMatchObject({ outcome: 'ok', data: { status: 'applied' } })
  const { data } = await trader.call(getBasicInfo, {})
  expect(data).toMatchObject({ service_link: support.serviceLink, service_link_type: 2 })
  const elsewhere = await wish({ area: 'base', target: 'support', value: { ...support, serviceLink: 'https://evil.example/' } })
  expect([elsewhere.outcome, elsewhere.details?.field]).toEqual(['DESK_VALUE_INVALID', 'serviceLink'])
})

test.each([
  [
    'an address with a slip',
    'deposit_network',
    { currency: 'USDT', protocol: 'TRC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc' },
    'PAYOUT_ADDRESS_INVALID',
  ],
  [
    'another chain’s address',
    'deposit_network',
    { currency: 'USDT', protocol: 'ERC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    'PAYOUT_ADDRESS_INVALID',
  ],
  [
    'another coin',
    'deposit_network',
    { currency: 'BTC', protocol: 'TRC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    'DESK_VALUE_INVALID',
  ],
  [
    'an address that is there',
    'deposit_network',
    { currency: 'USDT', protocol: 'TRC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    'DESK_VALUE_INVALID',
  ],
  [
    'a fee above the bound',
    'withdraw_currency',
    { type: 'bank', code: 'CHF', feeType: 'percent', drawRate: '11', usdPrice: '1' },
    'DESK_VALUE_INVALID',
  ],
  [
    'a price of zero',
    'withdraw_currency',
    { type: 'bank', code: 'CHF', feeType: 'percent', drawRate: '1', usdPrice: '0' },
    'DESK_VALUE_INVALID',
  ],
] as const)('%s is refused', async (_what, area, value, error) => {
  expect((await wish({ area, value })).outcome).toBe(error)
})

test('an account with a slip in its IBAN is refused, and one with a rate of zero', async () => {
  const [account] = (await settings()).accounts
  if (account === undefined) throw new Error('no account')
  const { id, created_at: _c, updated_at: _u, ...value } = account
  const at = (part: object) => wish({ area: 'collection_account', target: id, value: { ...value, ...part } })
  expect((await at({ payeeAccount: 'DE89370400440532013001' })).outcome).toBe('PAYOUT_IBAN_INVALID')
  expect((await at({ bankSwift: 'NOPE' })).outcome).toBe('PAYOUT_SWIFT_INVALID')
  expect((await at({ usdtRate: '0' })).details?.field).toBe('usdtRate')
})

test('settings of a row: an address is switched off, never edited; every step is in the log with who and why', async () => {
  const [network] = (await settings()).networks
  if (network === undefined) throw new Error('no network')
  const edited = await wish({ area: 'deposit_network', target: network.id, value: { active: true, address: '0x0' } })
  expect(edited.outcome).toBe('DESK_VALUE_INVALID')
  const off = await wish({ area: 'deposit_network', target: network.id, value: { active: false } }, 'key rotated')
  expect((await settings()).waiting).toEqual([`deposit_network/${network.id}`])
  await agree(off.data.id)
  expect((await settings()).networks[0]).toMatchObject({ id: network.id, address: network.address, active: false })
  const events = await world.broker.database.withTenant('aurora', (tx) =>
    queryRows(
      tx,
      sql`select actor, action, detail->>'reason' as reason, detail->'before'->>'active' as before, detail->'after'->>'active' as after
      from audit_event where object = ${`setting_change:${off.data.id}`} order by id`,
    ),
  )
  expect(events).toEqual([
    { actor: first.actor, action: 'setting.requested', reason: 'key rotated', before: 'true', after: 'false' },
    { actor: second.actor, action: 'setting.applied', reason: null, before: 'true', after: 'false' },
  ])
})

test('who only reads settings changes none; another company’s operator sees nothing', async () => {
  const finance = await openOperator(world, { roles: ['finance'] })
  const support = await openOperator(world, { roles: ['support'] })
  expect((await finance.call(getSettings, {})).outcome).toBe('ok')
  const value = JSON.stringify({ active: false })
  expect((await finance.call(requestSettingChange, { area: 'deposit_network', target: '1', value, reason: 'x' })).outcome).toBe(
    'DESK_FORBIDDEN',
  )
  expect((await finance.call(decideSettingChange, { id: '1', decision: 'apply' })).outcome).toBe('DESK_FORBIDDEN')
  expect((await support.call(getSettings, {})).outcome).toBe('DESK_FORBIDDEN')
  const elsewhere = await openOperator(world, { company: 'saffron', roles: ['admin'] })
  expect((await elsewhere.call(getSettings, { company: 'aurora' })).outcome).toBe('COMPANY_UNKNOWN')
  const wished = await wish({ area: 'base', target: 'trading', value: { staleAfterMs: 3000, demoBalance: '9000' } })
  expect((await elsewhere.call(decideSettingChange, { id: wished.data.id, decision: 'apply' })).outcome).toBe('NOT_FOUND')
})

test('a quote may be as old as the desk lets it be, and the audit knows', async () => {
  const agreed = await wish({ area: 'base', target: 'trading', value: { staleAfterMs: 9000, demoBalance: '20000' } })
  expect((await agree(agreed.data.id)).outcome).toBe('ok')
  await world.price('EURUSD', '1.20000')
  world.pass(6000)
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).outcome).toBe('ok')
  world.pass(4000)
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).outcome).toBe('QUOTE_STALE')
})

test('a change that comes into force is a fact of the log; how the house guards itself is known by its hash alone', async () => {
  const factsNow = () =>
    world.broker.database.system((tx) =>
      queryRows<{ document: string | null }>(
        tx,
        sql`select document from log_fact where tenant_id = 'aurora' and kind = 'settings' order by id`,
      ),
    )
  const before = (await factsNow()).length
  await change({ area: 'instrument', target: 'GBPUSD', value: { ...TERMS, spread: '0.0003' } })
  const { money } = (await settings()).base
  await change({ area: 'base', target: 'money', value: { ...money, newAddressHours: money.newAddressHours + 1 } })
  const [published, reached, kept, ...more] = (await factsNow()).slice(before)
  expect(JSON.parse(published!.document!)).toMatchObject({ area: 'instrument', target: 'GBPUSD', value: { spread: '0.0003' } })
  expect(JSON.parse(reached!.document!)).toMatchObject({ area: 'terms', value: { instruments: ['GBPUSD'], affected_positions: 0 } })
  expect(kept).toEqual({ document: null })
  expect(more).toEqual([])
})
