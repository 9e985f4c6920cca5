import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_LIMITS } from '../../contract/socket'
import { createFakeBroker } from './fake-socket'
import { createSocketClient, SOCKET_TIMING, type SocketClientOptions, type Ticket } from './socket-client'
import type { WirePush } from './topic-register'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function createPage(overrides: Partial<SocketClientOptions> = {}) {
  const broker = createFakeBroker()
  const tickets: string[] = []
  const fetchTicket = vi.fn(async (): Promise<Ticket> => {
    const ticket = `ticket-${tickets.length + 1}`
    tickets.push(ticket)
    return { ticket }
  })
  const onSessionExpired = vi.fn()
  const client = createSocketClient({
    openSocket: broker.openSocket,
    fetchTicket,
    onSessionExpired,
    now: () => Date.now(),
    setTimer: (run, delayMs) => setTimeout(run, delayMs),
    clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    random: () => 0.5,
    ...overrides,
  })
  return { broker, client, fetchTicket, onSessionExpired }
}

const push = (topic: string, seq: number, data: unknown, snapshot = false) => ({
  topic,
  seq,
  ts: 1,
  data,
  ...(snapshot ? { snapshot: true } : {}),
})
const settle = () => vi.advanceTimersByTimeAsync(0)
const topicsOf = (sent: Record<string, string>[]) => sent.filter((each) => each.topic).map((each) => `${each.event} ${each.topic}`)

test('the timing is the contract’s', () => {
  expect(SOCKET_TIMING).toMatchObject({
    pingIntervalMs: SOCKET_LIMITS.pingIntervalMs,
    unansweredPings: SOCKET_LIMITS.unansweredPings,
    connectTimeoutMs: SOCKET_LIMITS.connectTimeoutMs,
  })
})

test('starting again on every navigation keeps the one connection', () => {
  const { broker, client } = createPage()
  client.start()
  client.start()
  broker.last.open()
  client.start()
  expect(broker.connections).toHaveLength(1)
  expect(client.status().state).toBe('live')
})

test('a topic is asked for once however many listen, and given back when the last has left for a while', async () => {
  const { broker, client } = createPage()
  client.start()
  broker.last.open()
  const leaveFirst = client.subscribe('DAY_MARKET', () => {})
  const leaveSecond = client.subscribe('DAY_MARKET', () => {})
  leaveFirst()
  leaveFirst()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(topicsOf(broker.last.sent)).toEqual(['sub DAY_MARKET'])
  leaveSecond()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(topicsOf(broker.last.sent)).toEqual(['sub DAY_MARKET', 'unsub DAY_MARKET'])
})

test('a visitor never logs in and never asks for private topics', async () => {
  const { broker, client, fetchTicket } = createPage()
  client.subscribe('FOREX_TRADE', () => {})
  client.start()
  broker.last.open()
  await settle()
  expect(fetchTicket).not.toHaveBeenCalled()
  expect(topicsOf(broker.last.sent)).toEqual([])
})

test('a trader logs in once with a ticket, and private topics follow the login', async () => {
  const { broker, client, fetchTicket } = createPage()
  client.changeTrader('7')
  client.subscribe('FOREX_TRADE', () => {})
  client.subscribe('DAY_MARKET', () => {})
  client.start()
  broker.last.open()
  await settle()
  expect(broker.last.sent.filter((each) => each.event === 'login')).toEqual([{ event: 'login', token: 'ticket-1' }])
  expect(topicsOf(broker.last.sent)).toEqual(['sub DAY_MARKET'])
  broker.last.say({ event: 'login', code: 1, msg: '' })
  expect(topicsOf(broker.last.sent)).toEqual(['sub DAY_MARKET', 'sub FOREX_TRADE'])
  expect(fetchTicket).toHaveBeenCalledTimes(1)
})

test('a new connection logs in with a new ticket and asks for every topic again', async () => {
  const { broker, client, fetchTicket } = createPage()
  const recovered = vi.fn()
  client.onRecovered(recovered)
  client.changeTrader('7')
  client.subscribe('DAY_MARKET', () => {})
  client.subscribe('FOREX_CLOSED', () => {})
  client.start()
  broker.last.open()
  await settle()
  broker.last.say({ event: 'login', code: 1, msg: '' })
  broker.last.drop()
  expect(client.status().state).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(SOCKET_TIMING.firstRetryMs)
  expect(broker.connections).toHaveLength(2)
  expect(recovered).not.toHaveBeenCalled()
  broker.last.open()
  await settle()
  broker.last.say({ event: 'login', code: 1, msg: '' })
  expect(broker.last.sent).toContainEqual({ event: 'login', token: 'ticket-2' })
  expect(topicsOf(broker.last.sent)).toEqual(['sub DAY_MARKET', 'sub FOREX_CLOSED'])
  expect(fetchTicket).toHaveBeenCalledTimes(2)
  expect(recovered).toHaveBeenCalledTimes(1)
})

test('a refused ticket is replaced by another one on the same connection', async () => {
  const { broker, client } = createPage()
  client.changeTrader('7')
  client.start()
  broker.last.open()
  await settle()
  broker.last.say({ event: 'login', code: 2004, msg: '' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(broker.connections).toHaveLength(1)
  expect(broker.last.sent).toContainEqual({ event: 'login', token: 'ticket-2' })
})

test('a site that cannot give a ticket does not stop the prices and is asked again', async () => {
  let isSiteDown = true
  const fetchTicket = vi.fn(async (): Promise<Ticket> => {
    if (isSiteDown) throw new Error('site is down')
    return { ticket: 'late' }
  })
  const { broker, client } = createPage({ fetchTicket })
  client.changeTrader('7')
  client.start()
  broker.last.open()
  await settle()
  expect(client.status().state).toBe('live')
  isSiteDown = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(broker.last.sent).toContainEqual({ event: 'login', token: 'late' })
})

test('code 999 at the login ends the session of the page', async () => {
  const { broker, client, onSessionExpired } = createPage()
  client.changeTrader('7')
  client.start()
  broker.last.open()
  await settle()
  broker.last.say({ event: 'login', code: 999, msg: '' })
  expect(onSessionExpired).toHaveBeenCalledTimes(1)
})

/** A page of trader 7 whose connection is logged in and follows their orders; `next` is what the site says of the session later. */
async function createLoggedInPage(next: Ticket) {
  const fetchTicket = vi.fn(async (): Promise<Ticket> => (fetchTicket.mock.calls.length > 1 ? next : { ticket: 'first' }))
  const page = createPage({ fetchTicket })
  page.client.changeTrader('7')
  page.client.subscribe('FOREX_TRADE', () => {})
  page.client.start()
  page.broker.last.open()
  await settle()
  page.broker.last.say({ event: 'login', code: 1, msg: '' })
  return page
}

test.each(['anonymous', 'expired'] as const)('a session that was ended elsewhere ends that of the page, once (%s)', async (ticket) => {
  const { broker, onSessionExpired } = await createLoggedInPage(ticket)
  broker.last.say({ event: 'logout', code: 999, msg: '' })
  await settle()
  expect(onSessionExpired).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(onSessionExpired).toHaveBeenCalledTimes(1)
  expect(broker.connections).toHaveLength(1)
})

test('a session that another one of the same browser has replaced logs in anew and asks for its topics again', async () => {
  const { broker, onSessionExpired } = await createLoggedInPage({ ticket: 'second' })
  broker.last.say({ event: 'logout', code: 999, msg: '' })
  await settle()
  expect(broker.last.sent.at(-1)).toEqual({ event: 'login', token: 'second' })
  broker.last.say({ event: 'login', code: 1, msg: '' })
  expect(topicsOf(broker.last.sent)).toEqual(['sub FOREX_TRADE', 'sub FOREX_TRADE'])
  expect(onSessionExpired).not.toHaveBeenCalled()
})

test("the answer to the page's own logout ends nothing", async () => {
  const { broker, onSessionExpired } = await createLoggedInPage('anonymous')
  broker.last.say({ event: 'logout', code: 1, msg: '' })
  await settle()
  expect(onSessionExpired).not.toHaveBeenCalled()
})

test('signing out opens a new connection that does not log in', async () => {
  const { broker, client } = createPage()
  client.changeTrader('7')
  client.start()
  broker.last.open()
  await settle()
  broker.last.say({ event: 'login', code: 1, msg: '' })
  const old = broker.last
  client.changeTrader(null)
  expect(old.sent.at(-1)).toEqual({ event: 'logout' })
  expect(old.isClosed).toBe(true)
  broker.last.open()
  await settle()
  expect(broker.connections).toHaveLength(2)
  expect(broker.last.sent.map((each) => each.event)).toEqual(['ping'])
})

test('pings go out every 5 s and their round trip is measured', async () => {
  const { broker, client } = createPage()
  client.start()
  broker.last.open()
  await vi.advanceTimersByTimeAsync(42)
  broker.last.say({ event: 'pong', ts: 1 })
  expect(client.status().latencyMs).toBe(42)
  await vi.advanceTimersByTimeAsync(5_000)
  broker.last.say({ event: 'pong', ts: 1 })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(broker.last.sent).toEqual([{ event: 'ping' }, { event: 'ping' }, { event: 'ping' }])
})

test('three unanswered pings mean that the connection is lost, answered ones do not', async () => {
  const { broker, client } = createPage()
  client.start()
  broker.last.open()
  for (let second = 0; second < 60; second += 5) {
    broker.last.say({ event: 'pong', ts: 1 })
    await vi.advanceTimersByTimeAsync(5_000)
  }
  expect(client.status().state).toBe('live')
  broker.last.say({ event: 'pong', ts: 1 })
  await vi.advanceTimersByTimeAsync(19_999)
  expect(client.status().state).toBe('live')
  await vi.advanceTimersByTimeAsync(1)
  expect(client.status().state).not.toBe('live')
  expect(broker.connections[0]?.isClosed).toBe(true)
})

test('a connection that does not open within 5 s is given up', async () => {
  const { broker, client } = createPage()
  client.start()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(client.status().state).toBe('connecting')
  await vi.advanceTimersByTimeAsync(1)
  expect(client.status().state).toBe('offline')
  await vi.advanceTimersByTimeAsync(SOCKET_TIMING.firstRetryMs)
  expect(broker.connections).toHaveLength(2)
})

test('retries back off with full jitter up to 10 s', async () => {
  const delays: number[] = []
  const { broker, client } = createPage({
    random: () => 0.999,
    setTimer: (run, delayMs) => {
      delays.push(delayMs)
      return setTimeout(run, delayMs)
    },
  })
  client.start()
  for (let attempt = 0; attempt < 8; attempt += 1) {
    broker.last.drop()
    await vi.advanceTimersByTimeAsync(10_000)
  }
  const retries = delays.filter((delay) => delay !== SOCKET_TIMING.connectTimeoutMs).map((delay) => Math.round(delay / 0.999))
  expect(retries.slice(0, 8)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000])
})

test('a push is heard only after the snapshot, and a repeated one is not heard twice', () => {
  const { broker, client } = createPage()
  const heard: unknown[] = []
  client.subscribe('DAY_MARKET', (each: WirePush) => heard.push(each.data))
  client.start()
  broker.last.open()
  broker.last.say(push('DAY_MARKET', 5, 'late from before'))
  broker.last.say(push('DAY_MARKET', 1, 'snapshot', true))
  broker.last.say(push('DAY_MARKET', 2, 'b'))
  broker.last.say(push('DAY_MARKET', 2, 'b again'))
  broker.last.say(push('KLINE.BTCUSDT', 1, 'foreign', true))
  expect(heard).toEqual(['snapshot', 'b'])
})

test('a hole in seq brings a new snapshot and nothing out of order is heard', () => {
  const { broker, client } = createPage()
  const heard: unknown[] = []
  client.subscribe('DAY_MARKET', (each: WirePush) => heard.push(each.data))
  client.start()
  broker.last.open()
  broker.last.say(push('DAY_MARKET', 1, 'snapshot', true))
  broker.last.say(push('DAY_MARKET', 3, 'after a hole'))
  broker.last.say(push('DAY_MARKET', 4, 'still before the new snapshot'))
  expect(topicsOf(broker.last.sent)).toEqual(['sub DAY_MARKET', 'unsub DAY_MARKET', 'sub DAY_MARKET'])
  broker.last.say(push('DAY_MARKET', 5, 'second snapshot', true))
  broker.last.say(push('DAY_MARKET', 6, 'c'))
  expect(heard).toEqual(['snapshot', 'second snapshot', 'c'])
})

test('a broker that skips numbers all the time is asked for a snapshot at most once a second', async () => {
  const { broker, client } = createPage()
  client.subscribe('DAY_MARKET', () => {})
  client.start()
  broker.last.open()
  for (let round = 0; round < 40; round += 1) {
    broker.last.say(push('DAY_MARKET', round * 10 + 1, 'snapshot', true))
    broker.last.say(push('DAY_MARKET', round * 10 + 5, 'hole'))
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(topicsOf(broker.last.sent).filter((each) => each.startsWith('unsub')).length).toBeLessThanOrEqual(3)
})

test('what an abandoned connection still says is not heard', async () => {
  const { broker, client } = createPage()
  const heard: unknown[] = []
  client.subscribe('DAY_MARKET', (each: WirePush) => heard.push(each.data))
  client.start()
  const old = broker.last
  old.open()
  old.say(push('DAY_MARKET', 1, 'old snapshot', true))
  const oldHandler = old.onmessage
  old.drop()
  await vi.advanceTimersByTimeAsync(1_000)
  broker.last.open()
  broker.last.say(push('DAY_MARKET', 1, 'new snapshot', true))
  oldHandler?.({ data: JSON.stringify(push('DAY_MARKET', 2, 'late')) } as never)
  expect(heard).toEqual(['old snapshot', 'new snapshot'])
})

test('rubbish on the wire is ignored', () => {
  const { broker, client } = createPage()
  client.start()
  broker.last.open()
  for (const frame of ['', 'null', '[]', '{', '42', '{"topic":1}', '{"event":"pong"}', '{"topic":"X","seq":"1"}']) broker.last.say(frame)
  expect(client.status().state).toBe('live')
})

test('a device without network is offline at once and comes back at once', async () => {
  const { broker, client } = createPage()
  client.start()
  broker.last.open()
  client.suspend()
  expect(client.status().state).toBe('offline')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(broker.connections).toHaveLength(1)
  client.start()
  expect(client.status().state).toBe('reconnecting')
  broker.last.open()
  expect(client.status().state).toBe('live')
})

test('stop ends everything and leaves no timer behind', async () => {
  const { broker, client } = createPage()
  client.start()
  broker.last.open()
  client.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(broker.connections).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})
