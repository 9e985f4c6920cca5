/** Price alerts: made within bounds, told once at the tick that reaches them, in the site and by mail, and never what was rolled back. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeAlert, createAlert, deleteAlert, listAlerts, readAlertLink, setAlertMail, turnOffAlertMail } from '../../contract/alerts'
import type { InputOf } from '../../contract/endpoint'
import { ALERT_LIMIT } from '../../contract/form-bounds'
import { listNotices } from '../../contract/wallet'
import { parseFixed } from '../../rules/decimal'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { WORLD_START } from '../../tests/fixtures/frozen-clock'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { TEST_BASE_DOMAIN } from '../../tests/fixtures/test-tenants'
import { priceAlert } from '../db/schema'
import { forgetOldAlerts } from './open-alerts'
import { type ReachedAlert, tellAlerts } from './tell-alerts'

let world: World
beforeAll(async () => {
  world = await createWorld({ tenants: { meridian: { trading: { instruments: ['EURUSD'] } } } })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.setWall(WORLD_START)
  await world.quoteAll()
  await world.price('EURUSD', '1.16428', '1.16436')
})

/** Both sides, so that the bid is what was said and no spread is laid round it. */
const quote = (bid: string) => world.price('EURUSD', bid, '1.30000')

type Caller = Pick<TestTrader, 'call' | 'id'>
const idOf = (code: string) => world.broker.market.instrument(code)?.id ?? ''
const create = (trader: Caller, input: Omit<InputOf<typeof createAlert>, 'forex_id'>, code = 'EURUSD') =>
  trader.call(createAlert, { forex_id: idOf(code), ...input })
const above = async (trader: Caller, price: string) => {
  const { outcome, data } = await create(trader, { side: 'above', alert_price: price })
  expect(outcome).toBe('ok')
  return data
}
const list = async (trader: Caller) => (await trader.call(listAlerts, {})).data
const noticesOf = async (trader: Caller) =>
  (await trader.call(listNotices, {}, { headers: { lang: 'en' } })).data.data.filter(({ kind }) => kind === 'price-reached')
const mailsOf = async ({ email }: { readonly email: string }) => world.broker.delivery.shown('aurora', email)

describe('what an alert may be', () => {
  test.each([
    [{ side: 'above', alert_price: '1.16428' }, 'ALERT_PRICE_CROSSED', { price: '1.16428' }],
    [{ side: 'above', alert_price: '1.16000' }, 'ALERT_PRICE_CROSSED', { price: '1.16428' }],
    [{ side: 'below', alert_price: '1.16428' }, 'ALERT_PRICE_CROSSED', { price: '1.16428' }],
    // Between bid and ask: the bid is what counts.
    [{ side: 'below', alert_price: '1.16430' }, 'ALERT_PRICE_CROSSED', { price: '1.16428' }],
    [{ side: 'above', alert_price: '0' }, 'PRICE_OFF_GRID', { parameter: 'alert_price' }],
    [{ side: 'above', alert_price: '1.166001' }, 'PRICE_OFF_GRID', { parameter: 'alert_price', example: '1.16600' }],
    [{ side: 'above', alert_percent: '0' }, 'ALERT_PERCENT_INVALID', { min: '0.01', max: '1000' }],
    [{ side: 'above', alert_percent: '1000.1' }, 'ALERT_PERCENT_INVALID', { min: '0.01', max: '1000' }],
    [{ side: 'below', alert_percent: '99.1' }, 'ALERT_PERCENT_INVALID', { min: '0.01', max: '99' }],
    [{ side: 'above' }, 'PARAMETER_INVALID', { parameter: 'alert_price' }],
  ] as const)('%j: %s', async (input, outcome, details) => {
    const trader = await world.demoTrader()
    expect(await create(trader, input)).toMatchObject({ outcome, details })
    expect((await list(trader)).waiting).toEqual([])
  })

  test('where a price and a percentage are given, the price counts', async () => {
    const { data } = await create(await world.demoTrader(), { side: 'above', alert_price: '2', alert_percent: '1' })
    expect(data).toMatchObject({ price: '2.00000', percent: '' })
  })

  test('one by percent states what it was counted from, and becomes a price', async () => {
    const trader = await world.demoTrader()
    const { data } = await create(trader, { side: 'above', alert_percent: '2.5' })
    expect(data).toMatchObject({ price: '1.19339', percent: '2.5', from_price: '1.16428', from_time: WORLD_START, state: 'active' })
    expect((await create(trader, { side: 'below', alert_percent: '0.01' })).data.price).toBe('1.16416')
  })

  test('an instrument that the company does not offer has none; one that left the market is listed and waits', async () => {
    const trader = await world.demoTrader('meridian')
    expect((await create(trader, { side: 'above', alert_price: '999999' }, 'BTCUSDT')).outcome).toBe('INSTRUMENT_NOT_FOUND')
    const waiting = await above(trader, '1.16600')
    await world.broker.database.withTenant('meridian', (tx) =>
      tx
        .update(priceAlert)
        .set({ instrumentCode: 'GONE' })
        .where(and(eq(priceAlert.tenantId, 'meridian'), eq(priceAlert.id, BigInt(waiting.id)))),
    )
    expect((await list(trader)).waiting).toMatchObject([{ instrument: 'GONE', forex_id: '', is_offered: false, state: 'active' }])
    expect((await trader.call(changeAlert, { id: waiting.id, alert_price: '2' })).outcome).toBe('INSTRUMENT_NOT_FOUND')
    expect((await trader.call(deleteAlert, { id: waiting.id })).outcome).toBe('ok')
  })

  test(`${ALERT_LIMIT} wait at most, however many calls come at once`, async () => {
    const trader = await world.demoTrader()
    const made = await Promise.all(Array.from({ length: ALERT_LIMIT + 3 }, () => create(trader, { side: 'above', alert_price: '1.20000' })))
    expect(made.filter(({ outcome }) => outcome === 'ok')).toHaveLength(ALERT_LIMIT)
    expect(made.filter(({ outcome }) => outcome === 'TOO_MANY_ALERTS')).toHaveLength(3)
    const [first] = (await list(trader)).waiting
    await trader.call(deleteAlert, { id: first?.id ?? '' })
    expect((await create(trader, { side: 'above', alert_price: '1.20000' })).outcome).toBe('ok')
    // The deleted one has no room any more.
    expect((await trader.call(changeAlert, { id: first?.id ?? '', state: 'active' })).outcome).toBe('TOO_MANY_ALERTS')
  })

  test('a repeated call makes one alert', async () => {
    const trader = await world.demoTrader()
    const options = { headers: { 'idempotency-key': 'one-alert-0001' } }
    const input = { forex_id: idOf('EURUSD'), side: 'above', alert_price: '1.20000' } as const
    const answers = [await trader.call(createAlert, input, options), await trader.call(createAlert, input, options)]
    expect(answers[0]?.data.id).toBe(answers[1]?.data.id)
    expect((await list(trader)).waiting).toHaveLength(1)
  })
})

describe('an alert tells once', () => {
  test.each([
    // side, price, before, reached by
    ['above', '1.16600', '1.16599', '1.16600'],
    ['above', '1.16600', '1.16599', '1.17000'],
    ['below', '1.16300', '1.16301', '1.16300'],
    ['below', '1.16300', '1.16301', '1.15000'],
  ] as const)('%s %s: not at %s, at %s', async (side, price, before, bid) => {
    const trader = await world.realTrader()
    await create(trader, { side, alert_price: price })
    await quote(before)
    expect((await list(trader)).waiting).toHaveLength(1)
    world.pass(1_000)
    await quote(bid)
    const { waiting, data, total } = await list(trader)
    expect([waiting, total]).toEqual([[], 1])
    expect(data[0]).toMatchObject({ state: 'told', price, told_price: bid, told_at: WORLD_START + 1_000 })
    // Back and there again.
    await quote(before)
    await quote(bid)
    const [notice, ...others] = await noticesOf(trader)
    expect(others).toEqual([])
    expect(`${notice?.title} ${notice?.text}`).toContain(price)
    expect(notice?.text).toContain(bid)
    const mails = await mailsOf(trader)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(price)
  })

  test('paused it says nothing; taken up again it is held against the price of now', async () => {
    const trader = await world.demoTrader()
    const { id } = await above(trader, '1.16600')
    await trader.call(changeAlert, { id, state: 'paused' })
    await quote('1.16700')
    expect(await noticesOf(trader)).toEqual([])
    const again = await trader.call(changeAlert, { id, state: 'active' })
    expect(again).toMatchObject({ outcome: 'ALERT_PRICE_CROSSED', details: { price: '1.16700' } })
    await quote('1.16500')
    expect((await trader.call(changeAlert, { id, state: 'active' })).data.state).toBe('active')
    await quote('1.16600')
    expect(await noticesOf(trader)).toHaveLength(1)
    expect((await trader.call(changeAlert, { id, state: 'paused' })).outcome).toBe('ALERT_TOLD')
  })

  test('moved, it tells at its new price alone', async () => {
    const trader = await world.demoTrader()
    const { data } = await create(trader, { side: 'above', alert_percent: '0.1' })
    const moved = await trader.call(changeAlert, { id: data.id, alert_price: '1.16400', side: 'below' })
    expect(moved.data).toMatchObject({ side: 'below', price: '1.16400', percent: '', from_price: '', from_time: null })
    await quote('1.17000')
    expect(await noticesOf(trader)).toEqual([])
    await quote('1.16400')
    expect(await noticesOf(trader)).toHaveLength(1)
  })

  test('deleted it is gone, within the hour it can be brought back', async () => {
    const trader = await world.demoTrader()
    const { id } = await above(trader, '1.16600')
    expect((await trader.call(deleteAlert, { id })).outcome).toBe('ok')
    expect((await trader.call(deleteAlert, { id })).outcome).toBe('NOT_FOUND')
    expect((await list(trader)).waiting).toEqual([])
    await quote('1.16700')
    await quote('1.16500')
    expect(await noticesOf(trader)).toEqual([])
    expect((await trader.call(changeAlert, { id, state: 'active' })).outcome).toBe('ok')
    await quote('1.16700')
    expect(await noticesOf(trader)).toHaveLength(1)
  })

  test('one that has told is deleted by whoever knows it, and kept from whoever saw it wait', async () => {
    const trader = await world.demoTrader()
    const { id } = await above(trader, '1.16600')
    await quote('1.16600')
    expect((await trader.call(deleteAlert, { id, state: 'active' })).outcome).toBe('ALERT_TOLD')
    expect((await list(trader)).data).toMatchObject([{ id, told_price: '1.16600' }])
    expect((await trader.call(deleteAlert, { id })).outcome).toBe('ok')
    expect((await list(trader)).total).toBe(0)
  })

  test('what could not be told is told when the store answers again, at the price that reached it', async () => {
    const trader = await world.demoTrader()
    await above(trader, '1.16600')
    const { database } = world.broker
    const { withTenant } = database
    let failures = 2
    const failing: typeof withTenant = (...args) => (failures-- > 0 ? Promise.reject(new Error('away')) : withTenant(...args))
    Object.assign(database, { withTenant: failing })
    try {
      await quote('1.16650')
    } finally {
      Object.assign(database, { withTenant })
    }
    expect((await list(trader)).data).toMatchObject([{ told_price: '1.16650' }])
    expect(await noticesOf(trader)).toHaveLength(1)
    expect(world.complaints.splice(0).every((line) => line.startsWith('price alerts could not be told yet'))).toBe(true)
  })
})

describe('whose it is', () => {
  test('nobody else sees, changes or deletes it', async () => {
    const [owner, other, foreign] = [await world.demoTrader(), await world.demoTrader(), await world.demoTrader('meridian')]
    const { id } = await above(owner, '1.16600')
    for (const stranger of [other, foreign]) {
      expect((await list(stranger)).waiting).toEqual([])
      expect((await stranger.call(changeAlert, { id, state: 'paused' })).outcome).toBe('NOT_FOUND')
      expect((await stranger.call(deleteAlert, { id })).outcome).toBe('NOT_FOUND')
    }
    expect((await list(owner)).waiting).toMatchObject([{ state: 'active' }])
  })
})

describe('the mail and its link', () => {
  const linkKey = (text: string) => /\/alert-mail\?key=([\w.]+)/.exec(text)?.[1] ?? ''
  const call = (endpoint: typeof readAlertLink | typeof turnOffAlertMail, key: string, company = 'aurora') =>
    world.client.call<typeof endpoint>(endpoint, { key }, { host: `${company}.${TEST_BASE_DOMAIN}` })

  test('turns the mails off without a sign-in; opening it changes nothing', async () => {
    const trader = await world.realTrader()
    await above(trader, '1.16600')
    await quote('1.16600')
    const key = linkKey((await mailsOf(trader))[0]?.text ?? '')
    expect((await call(readAlertLink, key)).data).toEqual({ sends_mail: true })
    expect((await call(readAlertLink, key)).data).toEqual({ sends_mail: true })
    expect((await call(turnOffAlertMail, key)).outcome).toBe('ok')
    expect((await call(turnOffAlertMail, key)).outcome).toBe('ok')
    expect((await call(readAlertLink, key)).data).toEqual({ sends_mail: false })
    expect((await list(trader)).sends_mail).toBe(false)
    await above(trader, '1.17000')
    await quote('1.17000')
    expect(await mailsOf(trader)).toHaveLength(1)
    expect(await noticesOf(trader)).toHaveLength(2)
    await trader.call(setAlertMail, { sends_mail: '1' })
    expect((await list(trader)).sends_mail).toBe(true)
  })

  test('is good for its trader and company alone', async () => {
    const trader = await world.realTrader()
    await above(trader, '1.16600')
    await quote('1.16600')
    const key = linkKey((await mailsOf(trader))[0]?.text ?? '')
    const [id = '', signature = ''] = key.split('.')
    const other = await world.realTrader()
    const bad = [`${other.id}.${signature}`, `${id}.${'0'.repeat(64)}`, `${id}.`, '', 'x', `0${key}`, `${key}0`]
    for (const one of bad)
      for (const endpoint of [readAlertLink, turnOffAlertMail]) expect((await call(endpoint, one)).outcome).toBe('LINK_INVALID')
    expect((await call(turnOffAlertMail, key, 'meridian')).outcome).toBe('LINK_INVALID')
    expect([(await list(trader)).sends_mail, (await list(other)).sends_mail]).toEqual([true, true])
  })
})

describe('whoever else tries, and whatever happened before', () => {
  const watched = async (id: string) => {
    const rows = await world.broker.database.withTenant('aurora', (tx) =>
      tx
        .select()
        .from(priceAlert)
        .where(and(eq(priceAlert.tenantId, 'aurora'), eq(priceAlert.id, BigInt(id)))),
    )
    if (rows[0] === undefined) throw new Error('the alert is there')
    return rows[0]
  }
  const tell = (...reached: ReachedAlert[]) => {
    const { database, delivery } = world.broker
    const told = { tenant: world.tenant('aurora'), reached, now: world.clock.now() }
    return database.withTenant('aurora', (tx) => tellAlerts(tx, { delivery, keyedHash: () => '0'.repeat(64) }, told))
  }

  test('of two nodes that see the same tick one tells', async () => {
    const trader = await world.realTrader()
    const { id } = await above(trader, '1.16600')
    const one = { alert: await watched(id), bid: parseFixed('1.16600') }
    await Promise.all([tell(one), tell(one), tell(one)])
    await world.settle()
    expect([(await noticesOf(trader)).length, (await mailsOf(trader)).length]).toEqual([1, 1])
  })

  test('named twice in one go it tells once, at the price that reached it first', async () => {
    const trader = await world.realTrader()
    const { id } = await above(trader, '1.16600')
    const alert = await watched(id)
    const older = { ...alert, version: alert.version - 1 }
    const bids = ['1.16600', '1.16610', '1.16700'] as const
    const [first, second, third] = bids.map(parseFixed) as [bigint, bigint, bigint]
    await tell({ alert: older, bid: first }, { alert, bid: second }, { alert, bid: third })
    await world.settle()
    expect([(await noticesOf(trader)).length, (await mailsOf(trader)).length]).toEqual([1, 1])
    expect((await noticesOf(trader))[0]?.text).toContain('1.16610')
    expect((await list(trader)).data).toMatchObject([{ told_price: '1.16610' }])
  })

  test.each([-1, 9])('the store takes no precision of %i: nothing could be written at it', async (pricePrecision) => {
    const { id } = await above(await world.demoTrader(), '1.16600')
    const mine = and(eq(priceAlert.tenantId, 'aurora'), eq(priceAlert.id, BigInt(id)))
    const changed = world.broker.database.withTenant('aurora', (tx) => tx.update(priceAlert).set({ pricePrecision }).where(mine))
    await expect(changed).rejects.toMatchObject({ cause: { constraint: 'legal_alert' } })
  })

  test('a start finds those that wait, and the first tick that reaches one tells', async () => {
    const shared = await openTestDatabase()
    const kept = { ...shared, close: async () => {} }
    const first = await createWorld({ broker: { database: kept } })
    const trader = await first.demoTrader()
    await first.price('EURUSD', '1.16428', '1.16436')
    const input = { forex_id: idOf('EURUSD'), side: 'above', alert_price: '1.16600' } as const
    expect((await trader.call(createAlert, input)).outcome).toBe('ok')
    await first.close()
    const second = await createWorld({ startMs: WORLD_START + 2_000, broker: { database: kept } })
    try {
      expect(second.broker.alerts.waiting).toBe(1)
      await second.price('EURUSD', '1.16700', '1.16708')
      expect(second.broker.alerts.waiting).toBe(0)
      const answer = await second.client.call(listAlerts, {}, { host: trader.host, token: trader.token })
      expect(answer.data).toMatchObject({ total: 1, waiting: [], data: [{ told_price: '1.16700' }] })
    } finally {
      await second.close()
      await shared.close()
    }
  })
})

test('what was told goes after 90 days, what was deleted after an hour, what waits never', async () => {
  const trader = await world.demoTrader()
  await above(trader, '1.16600')
  await quote('1.16600')
  const [waiting, deleted] = [await above(trader, '1.20000'), await above(trader, '1.20000')]
  await trader.call(deleteAlert, { id: deleted.id })
  const { database } = world.broker
  await forgetOldAlerts(database, WORLD_START + HOUR_MS)
  expect((await trader.call(changeAlert, { id: deleted.id, state: 'paused' })).outcome).toBe('ok')
  await trader.call(deleteAlert, { id: deleted.id })
  await forgetOldAlerts(database, WORLD_START + HOUR_MS + 1)
  expect((await trader.call(changeAlert, { id: deleted.id, state: 'paused' })).outcome).toBe('NOT_FOUND')
  expect((await list(trader)).total).toBe(1)
  await forgetOldAlerts(database, WORLD_START + 91 * DAY_MS)
  expect(await list(trader)).toMatchObject({ total: 0, waiting: [{ id: waiting.id }] })
})
