import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { chanceOf, ScriptedProvider, type ScriptedTerms } from '../../tests/fixtures/scripted-provider'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import type { Database } from '../db/open-database'
import { providerOrder, providerReport } from '../db/schema'
import { silent } from '../ground/logger'
import type { Provider, ProviderEvents, ProviderReport } from '../providers/provider'
import { openProviderOrders } from './open-provider-orders'
import type { Fill, NewProviderOrder, ProviderOrders } from './provider-orders'

const clock = frozenClock()
/** More in `npm run test:long -- hedging`. */
const SEEDS = Number(process.env.ORDER_SEEDS ?? '20')
const order = (provider: string, quantity = parseFixed('100000')): NewProviderOrder => ({
  ...{ tenantId: 'aurora', provider, code: 'EURUSD', side: 'buy', quantity, limit: null, purpose: 'cover', traderId: null, orderId: null },
})

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
}, 120_000)
afterAll(() => database.close())

const open = () => openProviderOrders({ database, clock, logger: silent })
const world = (id: string, terms: Partial<ScriptedTerms> = {}) =>
  new ScriptedProvider({ id, seed: 1, faults: 0, price: () => parseFixed('1.1'), fate: () => 'fill', ...terms })
const written = (orders: ProviderOrders, one: NewProviderOrder) =>
  database.withTenant(one.tenantId, (tx) => orders.write(tx, one, clock.now()))
const deliverAll = async (provider: ScriptedProvider) => {
  while (await provider.deliver()) {}
}

describe('an order of the house', () => {
  test('is written, sent, and told as it ended', async () => {
    const [provider, orders] = [world('one'), await open()]
    await orders.take([provider.client()])
    const id = await written(orders, order('one'))
    expect(provider.orders.size).toBe(0)
    const ended = orders.ended(id, 5_000)
    orders.send(id)
    await orders.idle()
    await deliverAll(provider)
    expect(await ended).toMatchObject({ status: 'filled', filledQuantity: parseFixed('100000'), averagePrice: parseFixed('1.1') })
    expect(orders.underWay('aurora', 'EURUSD', ['cover'])).toEqual([])
    expect(orders.health()).toMatchObject([{ provider: 'one', isConnected: true, orders: 1, rejects: 0, underWay: 0 }])
    await orders.close()
  })

  test('is never sent when its transaction is taken back, and only once however often it is asked for', async () => {
    const [provider, orders] = [world('two'), await open()]
    await orders.take([provider.client()])
    const lost = database.withTenant('aurora', async (tx) => {
      await orders.write(tx, order('two'), clock.now())
      throw new Error('taken back')
    })
    await expect(lost).rejects.toThrow('taken back')
    const id = await written(orders, order('two'))
    for (let i = 0; i < 3; i++) orders.send(id)
    await orders.idle()
    expect([...provider.orders.keys()]).toEqual([id])
    expect(provider.repeated).toEqual([])
    await orders.close()
  })

  test('ends as rejected where nobody is there to take it', async () => {
    const orders = await open()
    const id = await written(orders, order('nobody'))
    orders.send(id)
    expect(await orders.ended(id, 5_000)).toMatchObject({ status: 'rejected', reason: 'nobody is not connected' })
    await orders.close()
  })

  test('is not waited for longer than was said', async () => {
    const [provider, orders] = [world('three'), await open()]
    await orders.take([provider.client()])
    const id = await written(orders, order('three'))
    orders.send(id)
    expect(await orders.ended(id, 20)).toBeNull()
    await orders.close()
  })

  test('that a process wrote and did not live to send is asked after and ended, never sent', async () => {
    const provider = world('four')
    const first = await open()
    const id = await written(first, order('four'))
    await first.close()
    const second = await open()
    await second.take([provider.client()])
    expect(await second.ended(id, 5_000)).toMatchObject({ status: 'rejected' })
    expect(provider.orders.size).toBe(0)
    await second.close()
  })

  test.each([
    ['took and never filled', '0', { status: 'canceled', filledQuantity: 0n }],
    ['filled in part', '40000', { status: 'canceled', filledQuantity: parseFixed('40000') }],
  ] as const)('that the provider %s and has forgotten since ends by the next question', async (_what, filled, ending) => {
    const name = `forgets-${filled}`
    let tell: ProviderEvents | null = null
    const nothing = { referredExecId: null, lastQuantity: 0n, lastPrice: 0n, leavesQuantity: 0n, averagePrice: 0n, reason: '', time: 1 }
    const say = (id: string, report: Pick<ProviderReport, 'kind' | 'execId' | 'isFinal'> & Partial<ProviderReport>) =>
      Promise.resolve(tell?.reported({ ...nothing, orderId: id, filledQuantity: 0n, ...report }))
    const forgetful: Provider = {
      ...{ id: name, isConnected: true, positions: async () => [], close: async () => {} },
      start: (events) => {
        tell = events
        events.connected(true, '')
      },
      submit: async ({ id }) => {
        void say(id, { kind: 'accepted', execId: 'taken', isFinal: false })
        const lastQuantity = parseFixed(filled)
        if (lastQuantity > 0n)
          void say(id, {
            kind: 'filled',
            execId: 'f-1',
            isFinal: false,
            lastQuantity,
            lastPrice: parseFixed('1.1'),
            filledQuantity: lastQuantity,
          })
      },
      askAfter: async ({ id }) => void say(id, { kind: 'unknown', execId: '', isFinal: true, reason: 'no such order' }),
    }
    const orders = await openProviderOrders({ database, clock, logger: silent, askEveryMs: 20 })
    await orders.take([forgetful])
    const id = await written(orders, order(name))
    orders.send(id)
    await orders.idle()
    clock.advance(1_000)
    expect(await orders.ended(id, 5_000)).toMatchObject({ ...ending, reason: 'no such order' })
    expect(orders.underWay('aurora', 'EURUSD', ['cover']).filter((row) => row.provider === name)).toEqual([])
    await orders.close()
  })

  test('that was sent before the process died is told by the provider', async () => {
    const provider = world('five', { keepsReports: false })
    const first = await open()
    await first.take([provider.client()])
    const id = await written(first, order('five'))
    first.send(id)
    await first.idle()
    await first.close()
    const second = await open()
    await second.take([provider.client()])
    expect(await second.ended(id, 5_000)).toMatchObject({ status: 'filled', filledQuantity: parseFixed('100000') })
    await second.close()
  })

  test('a report that could not be booked comes again and is booked once', async () => {
    const [provider, orders] = [world('six'), await open()]
    let tries = 0
    const booked: string[] = []
    orders.follow('cover', async (_tx, _row, report) => {
      if (report.kind === 'filled' && tries++ === 0) throw new Error('the power is out')
      return () => booked.push(report.kind)
    })
    await orders.take([provider.client()])
    const id = await written(orders, order('six'))
    orders.send(id)
    await orders.idle()
    await deliverAll(provider)
    expect(booked.filter((kind) => kind === 'filled').length).toBe([...(provider.orders.get(id)?.fills ?? [])].length)
    await orders.close()
  })

  test('of a provider that is not in the books is kept as nobody’s', async () => {
    const [provider, orders] = [world('seven'), await open()]
    await orders.take([provider.client()])
    provider.take({ id: 'a-stranger', code: 'EURUSD', side: 'buy', quantity: 5n, limit: null })
    await deliverAll(provider)
    const rows = await database.system((tx) => tx.select().from(providerReport).where(eq(providerReport.providerOrderId, 'a-stranger')))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ tenantId }) => tenantId === null)).toBe(true)
    await orders.close()
  })

  test('cannot be changed into another one, nor its reports', async () => {
    const orders = await open()
    const id = await written(orders, order('eight'))
    await orders.close()
    const change = (quantity: bigint) =>
      database.withTenant('aurora', (tx) => tx.update(providerOrder).set({ quantity }).where(eq(providerOrder.id, id)))
    await expect(change(1n)).rejects.toThrow()
    await expect(database.withTenant('aurora', (tx) => tx.update(providerReport).set({ lastQuantity: 1n }))).rejects.toThrow()
  })
})

/** Orders, faults, amendments and restarts by a seed; then peace, and everything has to be told. */
async function live(seed: number): Promise<void> {
  const chance = chanceOf(seed)
  const id = `lp-${seed}`
  // Over a wire without numbers what is amended later is told to nobody: reconciliation finds that.
  const keepsReports = seed % 3 !== 0
  const price = () => parseFixed('1.1') + BigInt(Math.floor(chance() * 1_000))
  const provider = new ScriptedProvider({ id, seed, faults: 0.3, price, keepsReports })
  const held = new Map<string, Fill>()
  const told = new Set<string>()
  const start = async () => {
    const orders = await open()
    orders.follow('cover', async (_tx, row, report) => {
      // What the commit brings is noted after it: a book that rolls back with its transaction.
      if (row.provider !== id) return
      return () => {
        expect(told.has(report.execId)).toBe(false)
        told.add(report.execId)
        for (const fill of report.removed) held.delete(fill.execId)
        for (const fill of report.added) held.set(fill.execId, fill)
      }
    })
    await orders.take([provider.client()])
    return orders
  }
  let orders = await start()
  const ids: string[] = []
  for (let i = 0; i < 25; i++) {
    const what = chance()
    if (what < 0.35) {
      const next = await written(orders, order(id, BigInt(1 + Math.floor(chance() * 1_000)) * 100_000_000n))
      ids.push(next)
      if (chance() < 0.9) orders.send(next)
    } else if (what < 0.7) await provider.deliver()
    else if (what < 0.8) {
      if (keepsReports) provider.amend()
    } else if (what < 0.9) await provider.interrupt()
    else {
      await orders.close()
      orders = await start()
    }
  }
  await orders.close()
  orders = await start()
  for (let i = 0; i < 200 && !provider.isQuiet; i++) await provider.deliver()
  for (const one of ids) await orders.ended(one, 5_000)
  await orders.idle()
  const rows = await database.system((tx) => tx.select().from(providerOrder).where(eq(providerOrder.provider, id)))
  expect(provider.repeated).toEqual([])
  expect(rows.filter(({ endedAt }) => endedAt === null)).toEqual([])
  expect(rows.reduce((sum, row) => sum + row.filledQuantity, 0n)).toBe(provider.position('EURUSD'))
  expect([...held.values()].reduce((sum, fill) => sum + fill.quantity, 0n)).toBe(provider.position('EURUSD'))
  await orders.close()
}

test(
  'whatever breaks, no order is lost or sent twice, and both sides hold the same',
  async () => {
    for (let seed = 1; seed <= SEEDS; seed++)
      await live(seed).catch((error: unknown) => Promise.reject(new Error(`seed ${seed}`, { cause: error })))
  },
  60_000 + SEEDS * 10_000,
)
