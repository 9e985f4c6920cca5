/** Lines 17 to 25 of the trading correctness list: which prices count, what time is, and what is told when. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { silent } from '../../broker/ground/logger'
import { LiveCandles } from '../../broker/market/live-candles'
import { MemoryCandleStore } from '../../broker/market/memory-candle-store'
import { type Market, openMarket } from '../../broker/market/open-market'
import { ScriptedFeed } from '../../broker/market/scripted-feed'
import type { Tenant } from '../../contract/tenant'
import { getBalance } from '../../contract/wallet'
import { bucketEnd, bucketStart, type Candle, foldTick, PERIODS, type Period } from '../../rules/candles'
import { parseFixed } from '../../rules/decimal'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { type FrozenClock, frozenClock, WORLD_START } from '../fixtures/frozen-clock'
import { openSocket, type SocketTestClient } from '../fixtures/socket-client'
import { cancel, close, endOf, holding, open, PLAIN_TERMS, place, reset, submit } from '../fixtures/trader-actions'

const HOUR = 3_600_000
const MINUTE = 60_000

let world: World
let port: number
let trader: TestTrader
const sockets: SocketTestClient[] = []
beforeAll(async () => {
  // As a broker runs it: with price bands, and two ticks in a row after a pause.
  world = await createWorld({ tenants: PLAIN_TERMS, broker: { marketOptions: { hasTimers: false } } })
  port = await world.listen()
})
afterAll(async () => {
  expect(world.complaints.filter((complaint) => !complaint.includes('held back'))).toEqual([])
  await world.close()
})
beforeEach(async () => {
  world.clock.setWall(WORLD_START)
  await world.quoteAll()
  await world.quoteAll()
  trader = await world.demoTrader()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

const euro = () => world.broker.market.quote('EURUSD')!
const refusedTicks = () => ({ ...world.broker.market.health().refused })
const say = async (price: string, seq?: bigint) => {
  world.feed.push('EURUSD', { bid: parseFixed(price), ...(seq === undefined ? {} : { seq }) })
  await world.settle()
}

test('§5.17 a tick is known by source, symbol and number: a duplicate and an older one are dropped, counted, and set nothing off', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.15000' })
  const { seq, bid } = euro()
  const before = refusedTicks()
  await say('1.14900', seq)
  await say('1.14900', seq - 1n)
  expect(refusedTicks()).toEqual({ ...before, duplicate: before.duplicate + 1, late: before.late + 1 })
  expect([euro().bid, await endOf(trader, order.Id)]).toEqual([bid, undefined])
  const low = world.broker.market.day('EURUSD')!.low
  expect(low).toBeGreaterThan(parseFixed('1.14900'))
  await say('1.14900', seq + 5n)
  expect((await endOf(trader, order.Id))?.CloseReason).toBe('stop_loss')
})

test('§5.18 two seconds by the monotonic clock make a price stale: nothing opens, closes or fires; then two ticks in a row are needed', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.15000' })
  world.pass(2_000)
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).outcome).toBe('ok')
  world.pass(1)
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).outcome).toBe('QUOTE_STALE')
  expect((await close(trader, order.Id)).outcome).toBe('QUOTE_STALE')
  await say('1.14000')
  expect(await endOf(trader, order.Id)).toBeUndefined()
  expect((await close(trader, order.Id)).outcome).toBe('QUOTE_STALE')
  await say('1.14100')
  expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'stop_loss', UpdatePrice: '1.14100' })
})

test('§5.18 a demo starts over also at a price that the source never stood by: a first tick after a pause', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  world.pass(60_000)
  await say('1.16500')
  expect(await reset(trader)).toBe('ok')
  expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'demo_reset', UpdatePrice: '1.16500' })
  await say('1.16500')
})

test('§5.19 a price outside the band is held back: not traded, not in candles; an operator may release it; a brand may be cancel-only', async () => {
  const order = await open(world, trader, 'sell', 'EURUSD', { lots: '0.1', stopLoss: '1.30000' })
  const waiting = await place(world, trader, 'buy', 'EURUSD', '1.00000', { lots: '0.1' })
  const before = refusedTicks().quarantined
  for (const wild of ['1.75000', '0.60000', '0', '1.20500']) await say(wild)
  expect(refusedTicks().quarantined).toBe(before + 4)
  expect([await endOf(trader, order.Id), world.broker.market.day('EURUSD')!.high < parseFixed('1.2')]).toEqual([undefined, true])
  world.broker.market.releaseQuarantine('EURUSD')
  await say('1.20600')
  expect(euro().bid).toBe(parseFixed('1.20600'))
  const setMode = (mode: Tenant['trading']['mode']) => Object.assign(world.tenant('aurora').trading, { mode })
  setMode('cancel-only')
  try {
    expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).outcome).toBe('TRADING_PAUSED')
    expect((await close(trader, order.Id)).outcome).toBe('TRADING_PAUSED')
    expect((await cancel(trader, waiting.Id)).outcome).toBe('ok')
  } finally {
    setMode('normal')
  }
  world.broker.market.releaseQuarantine('EURUSD')
})

test('§5.20 a closed market opens, closes and fires nothing; a coin knows no forex hours; the gap of the opening is the price', async () => {
  const bid = (await holding(trader)).total === 0 ? euro().bid : 0n
  const stop = ((bid * 995n) / 1000n / 1000n) * 1000n
  const text = (value: bigint) => `${value / 10n ** 8n}.${(value % 10n ** 8n).toString().padStart(8, '0').slice(0, 5)}`
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: text(stop) })
  world.clock.setWall(Date.parse('2026-11-21T12:00:00Z'))
  await say(text((stop * 999n) / 1000n))
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).outcome).toBe('MARKET_CLOSED')
  expect((await close(trader, order.Id)).outcome).toBe('MARKET_CLOSED')
  expect(await endOf(trader, order.Id)).toBeUndefined()
  expect((await submit(world, trader, 'buy', 'BTCUSDT', { lots: '0.01', leverage: '10' })).outcome).toBe('ok')
  world.clock.setWall(Date.parse('2026-11-23T08:00:00Z'))
  const gap = text(((stop * 997n) / 1000n / 1000n) * 1000n)
  await say(gap)
  expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'stop_loss', UpdatePrice: gap })
})

test('§5.21 buckets start at UTC instants; a day starts at London midnight and has 23 hours in March, 25 in October', () => {
  const dayOf = (at: string) => [bucketStart('1day', Date.parse(at)), bucketEnd('1day', Date.parse(at))] as const
  const [spring, springEnd] = dayOf('2026-03-29T12:00:00Z')
  expect([new Date(spring).toISOString(), (springEnd - spring) / HOUR]).toEqual(['2026-03-29T00:00:00.000Z', 23])
  const [autumn, autumnEnd] = dayOf('2026-10-25T12:00:00Z')
  expect([new Date(autumn).toISOString(), (autumnEnd - autumn) / HOUR]).toEqual(['2026-10-24T23:00:00.000Z', 25])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fc.constantFrom(...PERIODS), (second, period) => {
      const at = second * 1_000
      const start = bucketStart(period, at)
      expect(start <= at && at < bucketEnd(period, at)).toBe(true)
      if (period !== '1day') expect(start % (bucketEnd(period, at) - start)).toBe(0)
    }),
    { numRuns: 5_000 },
  )
  // The hour that comes twice on an October night is two hours.
  const twice = [Date.parse('2026-10-25T00:30:00Z'), Date.parse('2026-10-25T01:30:00Z')].map((at) => bucketStart('60min', at))
  expect(twice[1]! - twice[0]!).toBe(HOUR)
})

test('§5.22 low ≤ open, close ≤ high, volume never falls, coarse candles fold the fine; history joined with what follows is a full fetch, at 1,000 points', async () => {
  const live = new LiveCandles(['EURUSD'], new MemoryCandleStore())
  const pushes: [Period, Candle][] = []
  live.onCandle((_, period, candle) => pushes.push([period, candle]))
  const joins: { readonly at: number; readonly period: Period; readonly history: Candle[] }[] = []
  let price = 1_000_000
  let time = Date.parse('2026-10-24T20:00:00Z')
  for (let i = 0; i < 1_000; i++) {
    price += ((i * 7919) % 401) - 200
    time += ((i * 104_729) % 50) * 1_000
    live.fold('EURUSD', { time, price: BigInt(price), size: BigInt(1 + (i % 5)) })
    const period = PERIODS[i % PERIODS.length]!
    joins.push({ at: pushes.length, period, history: await live.candles('EURUSD', period, { limit: 1_000 }) })
  }
  const full = new Map<Period, Candle[]>()
  for (const period of PERIODS) full.set(period, await live.candles('EURUSD', period, { limit: 1_000 }))
  let hasFallen = false
  for (const { at, period, history } of joins) {
    const joined = new Map(history.map((candle) => [candle.time, candle]))
    for (let i = at; i < pushes.length; i++) {
      const [of, candle] = pushes[i]!
      if (of !== period) continue
      if (candle.volume < (joined.get(candle.time)?.volume ?? 0n)) hasFallen = true
      joined.set(candle.time, candle)
    }
    expect([...joined.values()]).toEqual(full.get(period))
  }
  expect(hasFallen).toBe(false)
  for (const candle of [...full.values()].flat()) {
    expect(candle.low <= candle.open && candle.low <= candle.close && candle.high >= candle.open && candle.high >= candle.close).toBe(true)
  }
  const minutes = full.get('1min')!
  for (const day of full.get('1day')!) {
    const within = minutes.filter((minute) => bucketStart('1day', minute.time) === day.time)
    expect(within.reduce((sum, { volume }) => sum + volume, 0n)).toBe(day.volume)
    expect([within[0]!.open, within.at(-1)!.close]).toEqual([day.open, day.close])
  }
  expect(foldTick('1min', minutes[0], { time: minutes[0]!.time - MINUTE, price: 1n, size: 1n })).toBe(minutes[0])
}, 60_000)

test('§5.23 ages go by the monotonic clock and order by number: a wall clock that jumps makes no price old, new or late', async () => {
  const clock: FrozenClock = frozenClock()
  const feed = new ScriptedFeed(() => clock.now())
  const market: Market = await openMarket({
    clock,
    feed: { kind: 'own', feed },
    candleStore: new MemoryCandleStore(),
    logger: silent,
    hasTimers: false,
  })
  feed.push('BTCUSDT', parseFixed('90000.00'))
  feed.push('BTCUSDT', parseFixed('90001.00'))
  for (const jump of [-72 * HOUR, -HOUR, HOUR, 72 * HOUR]) {
    clock.setWall(WORLD_START + jump)
    market.advance()
    expect(market.quoteAgeMs('BTCUSDT')).toBe(0)
  }
  feed.push('BTCUSDT', { bid: parseFixed('90002.00'), time: WORLD_START - 5 * HOUR })
  expect(market.quote('BTCUSDT')?.bid).toBe(parseFixed('90002.00'))
  const candles = await market.candles('BTCUSDT', '1min')
  expect(candles.map(({ Time }) => Time)).toEqual([...candles.map(({ Time }) => Time)].sort((a, b) => a - b))
  clock.advance(2_001)
  expect(market.isStale('BTCUSDT')).toBe(true)
  await market.stop()
})

async function listening(as: TestTrader): Promise<SocketTestClient> {
  const client = openSocket(port, { host: as.host })
  sockets.push(client)
  client.send({ event: 'login', token: as.token })
  await client.reply('login')
  for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED']) {
    client.send({ event: 'sub', topic })
    await client.reply('sub', topic)
    await client.push(topic)
  }
  return client
}

test('§5.24 nothing is told of a position after its close; every push is numbered; a reconnect gets the state and no old news', async () => {
  const client = await listening(trader)
  const low = ((euro().bid * 999n) / 1000n / 1000n) * 1000n
  const stopLoss = `${low / 10n ** 8n}.${(low % 10n ** 8n).toString().padStart(8, '0').slice(0, 5)}`
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss })
  await client.next((message) => message.topic === 'FOREX_TRADE' && message.data.orders.length === 1)
  await say(stopLoss)
  const told = await client.push('FOREX_CLOSED')
  expect([told.data].flat()).toMatchObject([{ Id: order.Id, CloseReason: 'stop_loss' }])
  await client.next((message) => message.topic === 'FOREX_TRADE' && message.data.orders.length === 0)
  await world.quoteAll()
  const own = client.heard.filter((message) => 'seq' in message)
  const closedAt = own.indexOf(told)
  const after = own.slice(closedAt + 1).filter((message) => message.topic === 'FOREX_TRADE')
  expect(after.flatMap((message) => message.data.orders).filter(({ Id }: { Id: string }) => Id === order.Id)).toEqual([])
  for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED']) {
    const numbers = client.pushes(topic).map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
  client.close()
  const again = await listening(trader)
  expect(again.pushes('FOREX_CLOSED')).toMatchObject([{ seq: 1, snapshot: true, data: [] }])
  expect(again.pushes('FOREX_TRADE')[0]).toMatchObject({ seq: 1, snapshot: true, data: { orders: [] } })
})

test('§5.25 who has been answered reads what was written: page, balance and push agree', async () => {
  const client = await listening(trader)
  for (let round = 0; round < 5; round++) {
    const order = await open(world, trader, 'buy', 'BTCUSDT', { lots: '0.01', leverage: '10' })
    const [page, { data: balance }] = [await holding(trader), await trader.call(getBalance, {})]
    expect([page.data[0]?.Id, page.balance]).toEqual([order.Id, balance.balance])
    const push = await client.next(
      (message) => message.topic === 'FOREX_TRADE' && message.data.orders.some(({ Id }: { Id: string }) => Id === order.Id),
    )
    expect(push.data.balance).toBe(balance.balance)
    await close(trader, order.Id)
    expect((await holding(trader)).data).toEqual([])
  }
})
