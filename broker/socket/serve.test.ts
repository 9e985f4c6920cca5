import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '../../contract/index'
import { ClosedPush, DayMarketPush, KlinePush, ServerMessage, SOCKET_LIMITS, TradePush } from '../../contract/socket'
import { createWorld, referencePrice, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { openSocket, type SocketTestClient } from '../../tests/fixtures/socket-client'
import { CONNECTIONS_PER_NETWORK, SILENCE_LIMIT_MS } from './serve-topics'

let world: World
let port: number
let trader: TestTrader
const opened: SocketTestClient[] = []

beforeAll(async () => {
  world = await createWorld({
    tenants: {
      graphite: { status: 'closed', lossUrl: 'https://help.graphite.example/' },
      meridian: { trading: { instruments: ['EURUSD', 'XAUUSD'] } },
    },
  })
  port = await world.listen()
  trader = await world.demoTrader()
})
afterAll(() => world.close())
beforeEach(() => world.quoteAll())
afterEach(() => {
  for (const client of opened.splice(0)) client.close()
  // A frame that breaks the contract is a bug wherever it appears.
  expect(world.complaints).toEqual([])
})

function connect(options?: Parameters<typeof openSocket>[1]): SocketTestClient {
  const client = openSocket(port, options)
  opened.push(client)
  return client
}
async function signedIn(as = trader, headers: Record<string, string> = {}): Promise<SocketTestClient> {
  const client = connect({ host: as.host, headers })
  client.send({ event: 'login', token: as.token })
  expect((await client.reply('login')).code).toBe(1)
  return client
}
const sub = async (client: SocketTestClient, topic: string) => {
  client.send({ event: 'sub', topic })
  return client.reply('sub', topic)
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const buy = (lots = '0.01') =>
  trader.call(ENDPOINTS.submitOrder, { forex_id: instrumentId('BTCUSDT'), type: '1', status: '1', cont: lots, multiple: '10' })
const instrumentId = (code: string) => world.broker.market.instrument(code)?.id ?? ''

describe('DAY_MARKET', () => {
  test('begins with a snapshot of all instruments, then tells only what changed, numbered without a gap', async () => {
    const client = connect()
    expect(await sub(client, 'DAY_MARKET')).toMatchObject({ code: 1, msg: '' })
    const snapshot = await client.push('DAY_MARKET')
    expect([snapshot.seq, snapshot.snapshot, snapshot.data.length]).toEqual([1, true, world.feed.instruments.length])
    DayMarketPush.parse(snapshot.data)
    await world.price('EURUSD', '1.20000')
    const change = await client.push('DAY_MARKET')
    expect([change.seq, change.snapshot, change.data.map((row: { Id: string }) => row.Id)]).toEqual([
      2,
      undefined,
      [instrumentId('EURUSD')],
    ])
    await world.price('XAUUSD', '2400.00')
    expect((await client.push('DAY_MARKET')).seq).toBe(3)
  })

  test('a burst is conflated: the latest price wins, at most 10 pushes a second', async () => {
    const client = connect()
    await sub(client, 'DAY_MARKET')
    await client.push('DAY_MARKET')
    const started = performance.now()
    let last = ''
    for (let step = 0; performance.now() - started < 1_000; step++) {
      last = (1.1 + (step % 1000) / 10_000).toFixed(5)
      await world.price('EURUSD', last)
      await pause(2)
    }
    await pause(150)
    const pushes = client.pushes('DAY_MARKET').slice(1)
    expect(pushes.length).toBeGreaterThan(3)
    expect(pushes.length).toBeLessThanOrEqual(12)
    const close = Number(pushes.at(-1)?.data[0].Close)
    expect(Math.abs(close - Number(last))).toBeLessThan(0.0001)
  })

  test('each company pushes its own prices and only what it offers', async () => {
    const [aurora, meridian] = [connect(), connect({ host: 'meridian.localhost:3000' })]
    for (const client of [aurora, meridian]) await sub(client, 'DAY_MARKET')
    await meridian.push('DAY_MARKET')
    await aurora.push('DAY_MARKET')
    await world.price('EURUSD', '1.20000')
    await world.price('BTCUSDT', '90000.00')
    expect((await aurora.push('DAY_MARKET')).data).toHaveLength(2)
    const { data } = await meridian.push('DAY_MARKET')
    expect(data).toHaveLength(1)
    expect(data[0].Id).toBe(instrumentId('EURUSD'))
  })

  test('asking twice is one subscription; after leaving nothing comes; coming back brings a snapshot and goes on counting', async () => {
    const client = connect()
    await sub(client, 'DAY_MARKET')
    await sub(client, 'DAY_MARKET')
    await client.push('DAY_MARKET')
    client.send({ event: 'unsub', topic: 'DAY_MARKET' })
    await client.reply('unsub', 'DAY_MARKET')
    await world.price('EURUSD', '1.21000')
    await pause(200)
    expect(client.pushes('DAY_MARKET')).toHaveLength(1)
    await sub(client, 'DAY_MARKET')
    expect(await client.push('DAY_MARKET')).toMatchObject({ seq: 2, snapshot: true })
  })
})

describe('KLINE', () => {
  test('begins with the candle of each period, then follows the price', async () => {
    const client = connect()
    await sub(client, 'KLINE.EURUSD')
    const periods = []
    for (let count = 0; count < 6; count++) {
      const push = await client.push('KLINE.EURUSD')
      KlinePush.parse(push.data)
      expect([push.seq, push.snapshot]).toEqual([count + 1, true])
      periods.push(push.data.Period)
    }
    expect(periods).toEqual(['1min', '5min', '15min', '30min', '60min', '1day'])
    await world.price('EURUSD', '1.30000')
    const moved = await client.next((message) => message.topic === 'KLINE.EURUSD' && message.data?.Period === '1min' && !message.snapshot)
    expect(moved.data.Close).toBe(1.3)
  })

  test('at most 4 pushes a second a period, and a finished minute is told before the next begins', async () => {
    const client = connect()
    await sub(client, 'KLINE.XAUUSD')
    await client.push('KLINE.XAUUSD')
    await world.price('XAUUSD', '2500.00')
    world.clock.setWall(world.clock.now() + 60_000)
    await world.price('XAUUSD', '2600.00')
    await pause(700)
    const minutes = client.pushes('KLINE.XAUUSD').filter((push) => push.data.Period === '1min' && !push.snapshot)
    expect(minutes.map((push) => push.data.Close)).toEqual([2500, 2600])
    expect(minutes[1]?.data.Time - minutes[0]?.data.Time).toBe(60_000)
  })

  test('an instrument that does not exist or is not offered cannot be followed', async () => {
    const client = connect({ host: 'meridian.localhost:3000', headers: { lang: 'en' } })
    for (const code of ['NOTHING', 'BTCUSDT']) {
      const reply = await sub(client, `KLINE.${code}`)
      expect([reply.code, reply.msg]).toEqual([3001, 'This instrument does not exist.'])
    }
  })
})

describe('private topics', () => {
  test('without a login they are code 999', async () => {
    const client = connect()
    for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED']) expect((await sub(client, topic)).code).toBe(999)
    expect(client.pushes('FOREX_TRADE')).toEqual([])
  })

  test('a topic asked for right behind the login finds the login done', async () => {
    const client = connect()
    client.send({ event: 'login', token: trader.token })
    client.send({ event: 'sub', topic: 'FOREX_TRADE' })
    expect((await client.reply('sub', 'FOREX_TRADE')).code).toBe(1)
    expect(await client.push('FOREX_TRADE')).toMatchObject({ seq: 1, snapshot: true })
  })

  test('FOREX_TRADE follows the account: a new position, a moving price, a close', async () => {
    const client = await signedIn()
    await sub(client, 'FOREX_TRADE')
    const before = await client.push('FOREX_TRADE')
    TradePush.parse(before.data)
    expect(before.data.orders).toEqual([])
    const { data: order, outcome } = await buy()
    expect(outcome).toBe('ok')
    const opened = await client.next((message) => message.topic === 'FOREX_TRADE' && message.data.orders.length === 1)
    expect(opened.data.orders[0].Id).toBe(order.Id)
    await world.price('BTCUSDT', '99000.00')
    const moved = await client.next((message) => message.data?.orders?.[0] && Number(message.data.orders[0].FactProfits) > 50)
    expect(moved.seq).toBeGreaterThan(opened.seq)
    await trader.call(ENDPOINTS.closeOrder, { id: order.Id })
    await client.next((message) => message.topic === 'FOREX_TRADE' && message.seq > moved.seq && message.data.orders.length === 0)
  })

  test('FOREX_CLOSED tells of a stop loss, to the trader and to nobody else', async () => {
    const other = await world.demoTrader()
    const [mine, theirs] = [await signedIn(trader, { cookie: 'lng=en' }), await signedIn(other)]
    for (const client of [mine, theirs]) {
      await sub(client, 'FOREX_CLOSED')
      expect(await client.push('FOREX_CLOSED')).toMatchObject({ seq: 1, snapshot: true, data: [] })
    }
    const { data: order } = await buy()
    const stop = (Number(referencePrice(world, 'BTCUSDT')) * 0.95).toFixed(2)
    expect((await trader.call(ENDPOINTS.setStopPrice, { id: order.Id, stop_loss_price: stop, target_profit_price: '0' })).outcome).toBe(
      'ok',
    )
    await world.price('BTCUSDT', (Number(stop) - 1).toFixed(2))
    const event = await mine.push('FOREX_CLOSED')
    ClosedPush.parse(event.data)
    expect([event.seq, event.data.Id, event.data.CloseReason, event.data.Status]).toEqual([2, order.Id, 'stop_loss', 3])
    expect(event.data.CompleteTimeHandler).toMatch(/^18 Nov 2026, 12:\d\d:\d\d$/)
    await pause(100)
    expect(theirs.pushes('FOREX_CLOSED')).toHaveLength(1)
  })

  test('after logout by message nothing private comes any more', async () => {
    const client = await signedIn()
    await sub(client, 'FOREX_TRADE')
    await client.push('FOREX_TRADE')
    client.send({ event: 'logout' })
    await client.reply('logout')
    expect((await sub(client, 'FOREX_CLOSED')).code).toBe(999)
  })

  test('when the session ends elsewhere the private topics end within a second and code 999 says so', async () => {
    const leaving = await world.demoTrader()
    const client = await signedIn(leaving)
    await sub(client, 'FOREX_TRADE')
    const started = performance.now()
    await leaving.call(ENDPOINTS.logout, {})
    expect((await client.next((message) => message.code === 999)).event).toBe('logout')
    expect(performance.now() - started).toBeLessThan(1_000)
    expect((await sub(client, 'FOREX_TRADE')).code).toBe(999)
  })
})

describe('login', () => {
  test('a wrong token, and a token of another company, are 999', async () => {
    const client = connect()
    client.send({ event: 'login', token: 'a'.repeat(43) })
    expect((await client.reply('login')).code).toBe(999)
    const elsewhere = connect({ host: 'meridian.localhost:3000' })
    elsewhere.send({ event: 'login', token: trader.token })
    expect((await elsewhere.reply('login')).code).toBe(999)
  })

  test('on the API host the session decides the company', async () => {
    const client = connect({ host: 'api.localhost:3000' })
    expect((await sub(client, 'DAY_MARKET')).code).toBe(1004)
    client.send({ event: 'login', token: trader.token })
    expect((await client.reply('login')).code).toBe(1)
    expect((await sub(client, 'DAY_MARKET')).code).toBe(1)
  })

  test('on the API host a visitor names the company', async () => {
    const client = connect({ host: 'api.localhost:3000', path: '/v1/ws?company_id=meridian' })
    await sub(client, 'DAY_MARKET')
    expect((await client.push('DAY_MARKET')).data).toHaveLength(2)
  })

  const newTicket = async () => (await trader.call(ENDPOINTS.createSocketTicket, {})).data.ticket
  const loginWith = async (token: string, host?: string) => {
    const client = connect(host === undefined ? {} : { host })
    client.send({ event: 'login', token })
    return (await client.reply('login')).code
  }

  test('a ticket opens one connection and no second one', async () => {
    const ticket = await newTicket()
    expect([await loginWith(ticket), await loginWith(ticket)]).toEqual([1, 999])
  })

  test('two that use a ticket at the same moment: one gets in', async () => {
    const ticket = await newTicket()
    expect((await Promise.all([loginWith(ticket), loginWith(ticket), loginWith(ticket)])).sort()).toEqual([1, 999, 999])
  })

  test('a ticket is worth nothing after 30 seconds, elsewhere, after logout, or as a session token', async () => {
    const late = await newTicket()
    world.pass(30_001)
    expect(await loginWith(late)).toBe(999)
    expect(await loginWith(await newTicket(), 'meridian.localhost:3000')).toBe(999)
    const leaving = await world.demoTrader()
    const orphan = (await leaving.call(ENDPOINTS.createSocketTicket, {})).data.ticket
    await leaving.call(ENDPOINTS.logout, {})
    expect(await loginWith(orphan)).toBe(999)
    expect((await world.client.call(ENDPOINTS.getTrader, {}, { token: await newTicket() })).code).toBe(999)
  })
})

describe('the door of the socket', () => {
  test.each([
    ['the own site', 'aurora.localhost:3000', 'http://aurora.localhost:3000', 'open'],
    ['no browser', 'aurora.localhost:3000', undefined, 'open'],
    ['the site of another company', 'aurora.localhost:3000', 'http://meridian.localhost:3000', 403],
    ['a foreign site', 'aurora.localhost:3000', 'https://evil.example', 403],
    ['a page without an origin of its own', 'aurora.localhost:3000', 'null', 403],
    ['a site of ours on the API host', 'api.localhost:3000', 'http://meridian.localhost:3000', 'open'],
    ['a foreign site on the API host', 'api.localhost:3000', 'https://evil.example', 403],
    ['an unknown host', 'evil.example', undefined, 421],
    ['a closed company', 'graphite.localhost:3000', undefined, 403],
  ])('%s', async (_who, host, origin, outcome) => {
    const client = connect(origin === undefined ? { host } : { host, origin })
    if (outcome !== 'open') return expect(await client.closed).toBe(outcome)
    client.send({ event: 'ping' })
    expect((await client.reply('pong')).ts).toBe(world.clock.now())
  })
})

test('one address holds so many connections and no more; what it lets go of is free again, and others are not counted with it', async () => {
  const server = createServer()
  server.on('upgrade', (request, socket, head) => {
    const clientAddress = String(request.headers['x-test-address'])
    world.broker.handleUpgrade(request, socket, head, { clientAddress })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = server.address() as AddressInfo
  const from = (address: string) => openSocket(ownPort, { headers: { 'x-test-address': address } })
  const speaks = async (client: ReturnType<typeof openSocket>) => {
    client.send({ event: 'ping' })
    return Promise.race([client.reply('pong').then(() => 'open' as const), client.closed])
  }
  const held = Array.from({ length: CONNECTIONS_PER_NETWORK }, () => from('203.0.113.9'))
  for (const client of held) expect(await speaks(client)).toBe('open')
  expect(await speaks(from('203.0.113.9'))).toBe(429)
  const others = [from('203.0.113.10'), from('127.0.0.1'), from('127.0.0.1')]
  for (const client of others) expect(await speaks(client)).toBe('open')
  const before = world.broker.socket.connectionCount
  held[0]?.close()
  await expect.poll(() => world.broker.socket.connectionCount).toBe(before - 1)
  const again = from('203.0.113.9')
  expect(await speaks(again)).toBe('open')
  for (const client of [...held, ...others, again]) client.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('what is no message of the contract', () => {
  test.each([
    ['text that is not JSON', 'hello', { event: 'error', code: 400, msg: 'The request could not be read.' }],
    ['an unknown event', '{"event":"buy"}', { event: 'error', code: 1001 }],
    ['a list', '[]', { event: 'error', code: 1001 }],
    ['nothing', 'null', { event: 'error', code: 1001 }],
    ['an event that every object has', '{"event":"__proto__"}', { event: 'error', code: 1001 }],
    ['a login without a token', '{"event":"login"}', { event: 'login', code: 1001 }],
    ['an unknown topic', '{"event":"sub","topic":"ORDER_BOOK"}', { event: 'sub', topic: 'ORDER_BOOK', code: 1001 }],
    ['a topic that cannot be', '{"event":"sub","topic":"FOREX_TRADE.7"}', { event: 'sub', topic: 'FOREX_TRADE.7', code: 1001 }],
    ['leaving an unknown topic', '{"event":"unsub","topic":"ORDER_BOOK"}', { event: 'unsub', topic: 'ORDER_BOOK', code: 1001 }],
  ])('%s is answered with an error, and what the client listens to goes on', async (_what, text, answer) => {
    const client = connect({ headers: { lang: 'en' } })
    await sub(client, 'DAY_MARKET')
    await client.push('DAY_MARKET')
    client.send(text)
    expect(await client.reply(answer.event)).toMatchObject(answer)
    await world.price('EURUSD', '1.20000')
    expect((await client.push('DAY_MARKET')).seq).toBe(2)
    expect(z.array(ServerMessage).safeParse(client.heard).success).toBe(true)
  })

  test('a topic too long to be one is not repeated', async () => {
    const client = connect()
    client.send({ event: 'sub', topic: 'T'.repeat(2_000) })
    const answer = await client.reply('sub')
    expect([answer.code, answer.topic]).toEqual([1001, undefined])
  })

  test('several of them in one minute end the connection; a minute later they are counted anew', async () => {
    const [stubborn, rare] = [connect(), connect()]
    const speakNonsense = async (client: SocketTestClient, times: number) => {
      for (let count = 0; count < times; count++) {
        client.send({ event: 'buy' })
        await client.reply('error')
      }
    }
    for (const client of [stubborn, rare]) await speakNonsense(client, SOCKET_LIMITS.maxUnreadablePerMinute)
    stubborn.send('hello')
    expect(await stubborn.closed).toBe(1008)
    for (let second = 0; second < 60; second += 10) {
      world.pass(10_000)
      rare.send({ event: 'ping' })
      await rare.reply('pong')
    }
    await speakNonsense(rare, SOCKET_LIMITS.maxUnreadablePerMinute)
    expect(rare.socket.readyState).toBe(1)
  })
})

describe('a client that misbehaves is let go', () => {
  test('a frame over 4 KiB', async () => {
    const client = connect()
    client.send({ event: 'login', token: 'a'.repeat(SOCKET_LIMITS.maxFrameBytes) })
    expect(await client.closed).toBe(1009)
  })

  test('a binary frame', async () => {
    const client = connect()
    client.send({ event: 'ping' })
    await client.reply('pong')
    client.socket.send(Buffer.from('{"event":"ping"}'), { binary: true })
    expect(await client.closed).toBe(1008)
  })

  test('more than 20 messages in a second', async () => {
    const client = connect()
    for (let count = 0; count < SOCKET_LIMITS.maxMessagesPerSecond; count++) client.send({ event: 'ping' })
    await pause(100)
    expect(client.heard.filter((message) => message.event === 'pong')).toHaveLength(20)
    client.send({ event: 'ping' })
    expect(await client.closed).toBe(1008)
  })

  test('silence: a client that has not pinged for 20 seconds is cut off, one that pings is not', async () => {
    const [silent, alive] = [connect(), connect()]
    for (const client of [silent, alive]) {
      client.send({ event: 'ping' })
      await client.reply('pong')
    }
    world.pass(SILENCE_LIMIT_MS - 1_000)
    alive.send({ event: 'ping' })
    await alive.reply('pong')
    world.pass(2_000)
    expect(await silent.closed).toBe(1006)
    expect(alive.socket.readyState).toBe(1)
  })
})

test('every frame of a session fits the contract', async () => {
  const client = await signedIn()
  for (const topic of ['DAY_MARKET', 'KLINE.BTCUSDT', 'FOREX_TRADE', 'FOREX_CLOSED']) await sub(client, topic)
  const { data: order } = await buy()
  await world.price('BTCUSDT', '95000.00')
  await trader.call(ENDPOINTS.closeOrder, { id: order.Id })
  await pause(600)
  client.send({ event: 'ping' })
  await client.reply('pong')
  expect(client.heard.length).toBeGreaterThan(10)
  expect(z.array(ServerMessage).safeParse(client.heard).success).toBe(true)
  for (const topic of new Set(client.heard.map((message) => message.topic))) {
    const numbers = client.pushes(topic).map((push) => push.seq)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
})
