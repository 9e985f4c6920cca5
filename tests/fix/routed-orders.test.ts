/**
 * Orders of traders filled by the provider of `npm run demo:provider`, over TCP: parts from its depth, refusals, slow answers, lines that
 * are cut in the middle. At the end both sides hold the same, no order was sent twice, and the audit finds nothing.
 */
import { expect, test } from 'vitest'
import { auditBooks } from '../../broker/audit/audit-books'
import { openFixConnector } from '../../broker/fix/fix-connector'
import { openFixProvider } from '../../broker/fix/fix-provider'
import { memoryFixStore } from '../../broker/fix/session-store'
import { silent } from '../../broker/ground/logger'
import type { Provider } from '../../broker/providers/provider'
import type { SourcePrice } from '../../broker/sources/connector'
import { divide, FIXED_ONE, parseFixed } from '../../rules/decimal'
import type { DemoProvider, ProviderOptions } from '../../scripts/provider/start-provider'
import { createWorld, type World } from '../fixtures/create-world'
import { clock, demoPeer, folderOfEach, startDemoProvider } from '../fixtures/demo-provider'
import { fund } from '../fixtures/funded-trader'
import type { RealTrader } from '../fixtures/real-trader'
import { chanceOf } from '../fixtures/scripted-provider'
import { close, closeEverything, holding, PLAIN_TERMS, pending, submit } from '../fixtures/trader-actions'

const scene = folderOfEach('candor-routed-')
const { closers } = scene
const startDemo = (faults: Partial<ProviderOptions['faults']>, depth: readonly string[]): Promise<DemoProvider> =>
  startDemoProvider(scene, { faults, depth, random: chanceOf(11) })

const INSTRUMENTS = [{ code: 'EURUSD', symbol: 'EURUSD' }]

function orderLine(port: number): Provider {
  return openFixProvider(
    { id: 'demo', peer: demoPeer(port, 'ORDERS'), account: '', instruments: INSTRUMENTS },
    { store: memoryFixStore(), clock, random: () => 0, logger: silent },
  )
}

/** The provider's own quotes, as our feed. */
function followQuotes(port: number, quoted: (price: SourcePrice) => void): void {
  const instruments = INSTRUMENTS.map((instrument) => ({ ...instrument, contractSize: FIXED_ONE }))
  const what = { isSimulated: true, instruments, marketDepth: 1, updates: 'full', asksSecurities: false } as const
  const connector = openFixConnector(
    { id: 'quotes', peer: demoPeer(port, 'QUOTES'), ...what },
    { store: memoryFixStore(), clock, random: () => 0, logger: silent },
  )
  connector.start({ quoted, confirmed() {}, withdrawn() {} })
  closers.push(() => connector.close())
}

async function startWorld(provider: Provider, port: number): Promise<World> {
  const execution = { EURUSD: { model: 'stp' as const, provider: 'demo', markUp: '0.00001' } }
  const world = await createWorld({
    tenants: { aurora: { trading: { ...PLAIN_TERMS.aurora?.trading, execution } } },
    broker: { providers: [{ provider, symbols: { EURUSD: 'EURUSD' }, isSimulated: true }], refusalPauseMs: 20 },
  })
  closers.push(() => world.close())
  let heard = 0
  followQuotes(port, ({ bid, ask }) => {
    heard += 1
    world.feed.push('EURUSD', { bid, ask, last: bid })
  })
  await expect.poll(() => heard, { timeout: 20_000 }).toBeGreaterThan(0)
  await expect.poll(() => world.broker.orders.isConnected('demo'), { timeout: 20_000 }).toBe(true)
  return world
}

async function newTrader(world: World): Promise<RealTrader> {
  const trader = await world.realTrader()
  await fund(world, trader, '100000')
  return trader
}

/** Nothing waits for the provider any more. */
async function rest(world: World, traders: readonly RealTrader[]): Promise<void> {
  const underWay = async () => {
    const all = await Promise.all(traders.map(async (one) => [...(await holding(one)).data, ...(await pending(one))]))
    return all.flat().filter((order) => order.UnderWay !== undefined || (order.PendingKind === null && order.Status === 0)).length
  }
  await expect.poll(underWay, { timeout: 30_000, interval: 100 }).toBe(0)
  await world.broker.orders.idle()
  await world.settle()
}

async function heldByTraders(traders: readonly RealTrader[]): Promise<bigint> {
  const orders = (await Promise.all(traders.map(async (one) => (await holding(one)).data))).flat()
  return orders.reduce((sum, { Quantity, ContractSize, OrderType }) => {
    const units = divide(parseFixed(Quantity) * parseFixed(ContractSize), FIXED_ONE, 'down')
    return OrderType === 1 ? sum + units : sum - units
  }, 0n)
}

async function findings(world: World): Promise<string[]> {
  await world.broker.sealer.flush()
  const results = await auditBooks(world.broker.database, world.tenants)
  return results.flatMap(({ findings: found }) =>
    found.map((one) => `${one.invariant} ${one.table}/${one.id}: ${one.expected}, found ${one.found}`),
  )
}

test('parts, refusals, slow answers and cut lines: both sides hold the same', { timeout: 120_000 }, async () => {
  const demo = await startDemo({ delayMs: 3, rejectShare: 0.2 }, ['20000', '30000'])
  const line = orderLine(demo.port)
  const world = await startWorld(line, demo.port)
  const traders = await Promise.all([newTrader(world), newTrader(world), newTrader(world)])
  const chance = chanceOf(5)
  const cutting = setInterval(() => demo.cut(), 400)
  closers.push(() => clearInterval(cutting))
  const outcomes = new Set<string>()
  for (let round = 0; round < 12; round++) {
    await Promise.all(
      traders.map(async (trader) => {
        const lots = ['0.1', '0.4', '0.9'][Math.floor(chance() * 3)] ?? '0.1'
        const { outcome, data } = await submit(world, trader, chance() < 0.5 ? 'buy' : 'sell', 'EURUSD', { lots })
        outcomes.add(outcome === 'ok' && data.Quantity !== lots ? 'part' : outcome)
        const [open] = (await holding(trader)).data
        if (open !== undefined && chance() < 0.5) await close(trader, open.Id)
      }),
    )
  }
  clearInterval(cutting)
  // Filled whole, in part, and not at all: all of it has happened.
  expect([...outcomes]).toEqual(expect.arrayContaining(['ok', 'part', 'ORDER_NOT_FILLED']))
  await rest(world, traders)
  await expect.poll(() => line.isConnected, { timeout: 20_000 }).toBe(true)
  const [position] = await line.positions()
  expect(position?.quantity ?? 0n).toBe(await heldByTraders(traders))
  expect(await findings(world)).toEqual([])
  await expect
    .poll(
      async () => {
        for (const trader of traders) await closeEverything(trader)
        await rest(world, traders)
        return heldByTraders(traders)
      },
      { timeout: 60_000 },
    )
    .toBe(0n)
  expect((await line.positions()).reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(0n)
  expect(await findings(world)).toEqual([])
})

test('fills that are taken back or corrected afterwards leave the traders’ as they were signed', { timeout: 60_000 }, async () => {
  const demo = await startDemo({ bustShare: 0.3, correctShare: 0.3 }, ['200000', '300000'])
  const world = await startWorld(orderLine(demo.port), demo.port)
  const trader = await newTrader(world)
  for (let order = 0; order < 12; order++) await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  await rest(world, [trader])
  const before = (await holding(trader)).data.map(({ Id, Price, Quantity }) => [Id, Price, Quantity])
  expect(before.length).toBe(12)
  await expect
    .poll(() => world.complaints.filter((line) => line.includes('a provider has changed')).length, { timeout: 20_000 })
    .toBeGreaterThan(2)
  await world.broker.orders.idle()
  expect((await holding(trader)).data.map(({ Id, Price, Quantity }) => [Id, Price, Quantity])).toEqual(before)
  expect(await findings(world)).toEqual([])
})
