/** A node that watches price alerts, beside the world's own: what it hears while it starts, and whom it tells when the store fails. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeAlert, createAlert, listAlerts } from '../../contract/alerts'
import { listNotices } from '../../contract/wallet'
import { type Fixed, parseFixed } from '../../rules/decimal'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { LocalListeners } from '../bus/bus'
import type { Database } from '../db/open-database'
import { silent } from '../ground/logger'
import type { Pricing } from '../market/pricing'
import { AlertBook } from './alert-book'
import { loadWaiting } from './alert-rows'
import { openAlerts } from './open-alerts'
import { pauseAfter } from './until-done'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.quoteAll()
  await world.price('EURUSD', '1.16428', '1.16436')
})
afterAll(() => world.close())

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Its prices come from the test alone, and so does what other nodes say. */
async function openNode(listeners: LocalListeners, change: Partial<Database> = {}) {
  const said: unknown[] = []
  const complaints: string[] = []
  let onQuote = (_code: string) => {}
  let bid: Fixed = 0n
  const pricing = {
    isOpen: () => true,
    instrument: () => undefined,
    termsOf: () => new Map([['EURUSD', {}]]),
    triggeringQuote: () => ({ ok: true, quote: { bid } }),
  } as unknown as Pricing
  const alerts = await openAlerts({
    ...{ database: { ...world.broker.database, ...change }, pricing, delivery: world.broker.delivery, clock: world.clock },
    keyedHash: () => '0'.repeat(64),
    logger: { ...silent, warn: (_fields, message) => complaints.push(message) },
    prices: {
      onQuote(listener) {
        onQuote = listener
        return () => {}
      },
    },
    bus: {
      hear: (name, listener, whose = 'all') => listeners.hear(name, listener, whose),
      onGap: (listener) => listeners.onGap(listener),
      tell: (_name, fact) => said.push(fact),
    },
    tenant: world.tenant,
    committed() {},
  })
  closing.push(alerts.close)
  const quote = (price: string) => {
    bid = parseFixed(price)
    onQuote('EURUSD')
  }
  return { alerts, quote, said, complaints }
}
const openBus = () =>
  new LocalListeners((error) => {
    throw error
  })

const above = async (trader: TestTrader, alert_price: string) => {
  const forex_id = world.broker.market.instrument('EURUSD')?.id ?? ''
  const { outcome, data } = await trader.call(createAlert, { forex_id, side: 'above', alert_price })
  expect(outcome).toBe('ok')
  return data
}
const toldTo = async (trader: TestTrader) =>
  (await trader.call(listNotices, {})).data.data.filter(({ kind }) => kind === 'price-reached').length
const list = async (trader: TestTrader) => (await trader.call(listAlerts, {})).data

/** The store, which does not answer a company's transactions while `isAway`. */
function failingStore(of: (tenantId: string) => boolean) {
  const { withTenant } = world.broker.database
  const store = { isAway: true, failures: 0 }
  const failing: Database['withTenant'] = (tenantId, ...rest) => {
    if (!store.isAway || !of(tenantId)) return withTenant(tenantId, ...rest)
    store.failures += 1
    return Promise.reject(new Error('away'))
  }
  return Object.assign(store, { change: { withTenant: failing } })
}

test('what is read anew while it is handed out is not handed out again', async () => {
  const trader = await world.demoTrader()
  await above(trader, '1.16600')
  const book = new AlertBook()
  const isMine = ({ traderId }: { readonly traderId: bigint }) => traderId.toString() === trader.id
  const taken = () => book.takeReached('aurora', 'EURUSD', parseFixed('1.16700')).filter(isMine).length
  await loadWaiting(world.broker.database, book)
  expect(taken()).toBe(1)
  await loadWaiting(world.broker.database, book)
  expect(taken()).toBe(0)
})

test('everything is read anew between a failure and its success: it tells once, at the first price', async () => {
  const trader = await world.demoTrader()
  await above(trader, '1.16600')
  const store = failingStore(() => true)
  const { system } = world.broker.database
  let reads = 0
  const counted: Database['system'] = async (...args) => {
    const rows = await system(...args)
    reads += 1
    return rows
  }
  const bus = openBus()
  const node = await openNode(bus, { ...store.change, system: counted })
  node.quote('1.16650')
  await expect.poll(() => store.failures).toBeGreaterThan(0)
  const before = reads
  bus.gap('missed')
  await expect.poll(() => reads).toBeGreaterThan(before)
  node.quote('1.16700')
  store.isAway = false
  await node.alerts.idle()
  expect(await toldTo(trader)).toBe(1)
  expect((await list(trader)).data).toMatchObject([{ told_price: '1.16650' }])
})

describe('what other nodes do', () => {
  test('an alert that is made while this one reads at its start is watched', async () => {
    const trader = await world.demoTrader()
    const bus = openBus()
    const { system } = world.broker.database
    let isMade = false
    const late: Database['system'] = async (...args) => {
      const rows = await system(...args)
      if (!isMade) {
        isMade = true
        await above(trader, '1.16600')
        bus.tell('alerts', { tenantId: 'aurora', traderId: BigInt(trader.id) }, 'others')
      }
      return rows
    }
    const node = await openNode(bus, { system: late })
    await node.alerts.idle()
    node.quote('1.16600')
    await node.alerts.idle()
    expect(await toldTo(trader)).toBe(1)
  })

  test('they hear of a change of which nobody knows whether it was kept', async () => {
    const trader = await world.demoTrader()
    const { id } = await above(trader, '1.90000')
    const node = await openNode(openBus())
    const doubts: (() => void)[] = []
    await world.broker.database.withTenant('aurora', (tx) =>
      node.alerts.handlers.deleteAlert.run({
        ...{ tx, tenant: world.tenant('aurora'), trader: { id: trader.id, uid: '', isDemo: true, sessionHash: '' }, input: { id } },
        ...{ now: world.clock.now(), language: 'en', afterCommit() {}, inDoubt: (task: () => void) => void doubts.push(task) },
      } as unknown as Parameters<typeof node.alerts.handlers.deleteAlert.run>[0]),
    )
    for (const doubt of doubts) doubt()
    await node.alerts.idle()
    expect(node.said).toEqual([{ tenantId: 'aurora', traderId: BigInt(trader.id) }])
  })
})

describe('a company that has closed', () => {
  const graphite = (status: 'closed' | 'live') => Object.assign(world.tenant('graphite'), { status })

  test('tells nobody; if it opens again the next tick tells', async () => {
    const trader = await world.demoTrader('graphite')
    await above(trader, '1.16600')
    const node = await openNode(openBus())
    try {
      graphite('closed')
      node.quote('1.16600')
      await node.alerts.idle()
    } finally {
      graphite('live')
    }
    expect(await list(trader)).toMatchObject({ total: 0, waiting: [{ state: 'active' }] })
    node.quote('1.16600')
    await node.alerts.idle()
    expect(await toldTo(trader)).toBe(1)
  })

  test('between a tick and its telling', async () => {
    const trader = await world.demoTrader('graphite')
    await above(trader, '1.16600')
    const store = failingStore((tenantId) => tenantId === 'graphite')
    const node = await openNode(openBus(), store.change)
    try {
      node.quote('1.16600')
      await expect.poll(() => store.failures).toBeGreaterThan(0)
      graphite('closed')
      store.isAway = false
      await node.alerts.idle()
    } finally {
      graphite('live')
    }
    expect((await list(trader)).total).toBe(0)
    node.quote('1.16650')
    await node.alerts.idle()
    expect((await list(trader)).data).toMatchObject([{ told_price: '1.16650' }])
  })
})

test('a company whose alerts cannot be told keeps no other waiting', async () => {
  const [first, second] = [await world.demoTrader('aurora'), await world.demoTrader('meridian')]
  for (const trader of [first, second]) await above(trader, '1.16600')
  const store = failingStore((tenantId) => tenantId === 'aurora')
  const node = await openNode(openBus(), store.change)
  node.quote('1.16600')
  await expect.poll(() => toldTo(second)).toBe(1)
  expect(await toldTo(first)).toBe(0)
  store.isAway = false
  await node.alerts.idle()
  expect(await toldTo(first)).toBe(1)
  expect(node.complaints).toHaveLength(store.failures)
})

test('the pause grows from failure to failure, to a minute', () => {
  expect([1, 2, 3, 7, 8, 2_000].map(pauseAfter)).toEqual([500, 1_000, 2_000, 32_000, 60_000, 60_000])
})

test('closing waits for no pause', async () => {
  const trader = await world.demoTrader()
  const { id } = await above(trader, '1.16600')
  const store = failingStore(() => true)
  const node = await openNode(openBus(), store.change)
  node.quote('1.16600')
  await expect.poll(() => store.failures).toBeGreaterThan(0)
  await node.alerts.close()
  expect((await list(trader)).waiting).toMatchObject([{ id, state: 'active' }])
  expect((await trader.call(changeAlert, { id, state: 'paused' })).outcome).toBe('ok')
})
