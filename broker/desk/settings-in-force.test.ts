import { afterEach, expect, test } from 'vitest'
import { getBasicInfo } from '../../contract/companies'
import { listDepositNetworks } from '../../contract/deposits'
import { SETTING_CALLS } from '../../contract/desk/settings'
import { getWithdrawTerms, listWithdrawCurrencies } from '../../contract/withdrawals'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { PAYING_OUT, payee, records, withdraw } from '../../tests/fixtures/payout-actions'
import { openSocket } from '../../tests/fixtures/socket-client'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { cancel, holding, PLAIN_TERMS, place } from '../../tests/fixtures/trader-actions'

const { getSettings, requestSettingChange, decideSettingChange } = SETTING_CALLS

let world: World
afterEach(() => world.close())

interface Wish {
  readonly area: 'deposit_network' | 'withdraw_currency' | 'base' | 'instrument'
  readonly target?: string
  readonly value: unknown
}
async function twoOperators(suffix = ''): Promise<(wish: Wish) => Promise<void>> {
  const [first, second] = [await admin(`one${suffix}`), await admin(`two${suffix}`)]
  return async ({ value, ...place }) => {
    const asked = await first.call(requestSettingChange, { ...place, value: JSON.stringify(value), reason: 'a test' })
    expect(asked.outcome).toBe('ok')
    expect((await second.call(decideSettingChange, { id: asked.data.id, decision: 'apply' })).outcome).toBe('ok')
  }
}
const admin = (name: string): Promise<TestOperator> => openOperator(world, { roles: ['admin'], name })

test('what the desk has set is laid over the file again when a broker boots, in every company of its own', async () => {
  const database = await openTestDatabase()
  const kept = { ...database, close: async () => {} }
  world = await createWorld({ tenants: PLAIN_TERMS, broker: { database: kept } })
  const change = await twoOperators()
  const terms = { mode: 'close-only', spread: '0.0004', feeRate: '7', leverages: [100], minLots: '0.01', maxLots: '50' }
  await change({ area: 'instrument', target: 'EURUSD', value: terms })
  await change({ area: 'base', target: 'trading', value: { staleAfterMs: 5000, demoBalance: '4321' } })
  await world.close()

  world = await createWorld({ tenants: PLAIN_TERMS, broker: { database } })
  const basic = async (host: string) => (await world.client.call(getBasicInfo, {}, { host: `${host}.localhost:3000` })).data
  expect(await basic('aurora')).toMatchObject({ stale_after_ms: 5000, demo_balance: '4321' })
  expect((await basic('saffron')).demo_balance).toBe('50000')
  const reader = await admin('reader')
  const { data } = await reader.call(getSettings, {})
  expect(data.instruments.find(({ code }) => code === 'EURUSD')).toMatchObject(terms)
  expect(data.networks).toHaveLength(world.tenant('aurora').wallet.networks.length)
}, 60_000)

test('a pending order in an instrument that is close-only waits; when the instrument is off it ends', async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  const change = await twoOperators()
  const trader = await world.demoTrader()
  const terms = { spread: '0', feeRate: '7', leverages: [100], minLots: '0.01', maxLots: '50' }
  await world.price('EURUSD', '1.20000')
  const waiting = await place(world, trader, 'buy', 'EURUSD', '1.19000', { lots: '0.1' })
  const second = await place(world, trader, 'buy', 'EURUSD', '1.18000', { lots: '0.1' })
  await change({ area: 'instrument', target: 'EURUSD', value: { ...terms, mode: 'close-only' } })
  await world.price('EURUSD', '1.18900')
  expect((await holding(trader)).data).toEqual([])
  expect((await cancel(trader, waiting.Id)).outcome).toBe('ok')
  await change({ area: 'instrument', target: 'EURUSD', value: { ...terms, mode: 'off' } })
  await world.price('EURUSD', '1.17000')
  expect((await holding(trader)).data).toEqual([])
  expect((await cancel(trader, second.Id)).outcome).toBe('ORDER_NOT_PENDING')
})

test('a network that is switched off is offered no more', async () => {
  world = await createWorld()
  const change = await twoOperators()
  const trader = await world.realTrader()
  const offered = async () => (await trader.call(listDepositNetworks, {})).data
  const [first, ...others] = await offered()
  if (first === undefined) throw new Error('no network')
  await change({ area: 'deposit_network', target: first.id, value: { active: false } })
  expect(await offered()).toEqual(others)
  await change({
    area: 'deposit_network',
    value: { currency: 'USDT', protocol: 'ERC20', address: '0x0000000000000000000000000000000000000000', active: true },
  })
  expect((await offered()).at(-1)).toMatchObject({ address: '0x0000000000000000000000000000000000000000', protocol_code: 'ERC20' })
})

test('a new fee is that of the next withdrawal, never of one that was asked for; the promise follows', async () => {
  world = await createWorld({ tenants: PAYING_OUT })
  const change = await twoOperators()
  const paid = await payee(world, '1000')
  expect((await withdraw(paid, '100')).outcome).toBe('ok')
  const value = { feeType: 'percent', drawRate: '3', usdPrice: '1', active: true }
  await change({ area: 'withdraw_currency', target: paid.currency, value })
  expect((await withdraw(paid, '100')).outcome).toBe('ok')
  expect((await records(paid.trader)).map(({ fee }) => Number(fee)).sort()).toEqual([1, 3])

  await change({ area: 'withdraw_currency', target: paid.currency, value: { ...value, active: false } })
  expect((await withdraw(paid, '100')).outcome).toBe('WITHDRAW_CURRENCY_UNKNOWN')
  expect((await paid.trader.call(listWithdrawCurrencies, { type: '1' })).data.map(({ id }) => id)).not.toContain(paid.currency)

  const money = {
    depositsAbove: '1',
    withdrawalsAbove: '2',
    newAddressHours: 3,
    methodHoldHours: 4,
    twoStepEndsHold: false,
    promisedHours: 5,
  }
  await change({ area: 'base', target: 'money', value: money })
  expect((await paid.trader.call(getWithdrawTerms, {})).data.promised_hours).toBe(5)
})

test('two changes of one company at the same time: both are in force, none is lost', async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  const [first, second] = [await admin('first'), await admin('second')]
  const wishes = await Promise.all(
    [
      { area: 'base', target: 'trading', value: { staleAfterMs: 4000, demoBalance: '777' } } as const,
      {
        area: 'base',
        target: 'registration',
        value: { verify: 'captcha', mobileField: 'none', refusedCountries: ['KP', 'IL', 'CN', 'VU', 'CU', 'US'] },
      } as const,
    ].map(({ value, ...place }) => first.call(requestSettingChange, { ...place, value: JSON.stringify(value), reason: 'x' })),
  )
  await Promise.all(wishes.map(({ data }) => second.call(decideSettingChange, { id: data.id, decision: 'apply' })))
  const { data } = await world.client.call(getBasicInfo, {}, { host: 'aurora.localhost:3000' })
  expect(data).toMatchObject({
    demo_balance: '777',
    stale_after_ms: 4000,
    verify_reg_type: 2,
    refused_countries: ['KP', 'IL', 'CN', 'VU', 'CU', 'US'],
  })
})

test('a socket that was open before the change is pushed the prices of after it', async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  const client = openSocket(await world.listen())
  client.send({ event: 'sub', topic: 'DAY_MARKET' })
  await client.push('DAY_MARKET')
  const change = await twoOperators()
  const value = { mode: 'normal', spread: '0.0004', feeRate: '7', leverages: [100], minLots: '0.01', maxLots: '50' }
  await change({ area: 'instrument', target: 'EURUSD', value })
  await world.price('EURUSD', '1.20000')
  expect((await client.push('DAY_MARKET')).data).toMatchObject([{ Bid: '1.19980', Ask: '1.20020' }])
  await client.close()
})
