import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatFixed, formatFixedShort } from '../../rules/decimal'
import { type ExchangeKind, type FakeExchange, type FrameFault, price, startFakeExchange } from '../../tests/fixtures/fake-exchange'
import type { Connector, SourcePrice } from '../sources/connector'
import { readRetryAfter } from './backoff'
import { binanceConnector } from './binance'
import { coinbaseConnector } from './coinbase'
import { parseExactJson } from './exact-json'
import { krakenConnector } from './kraken'

const KINDS = ['binance', 'kraken', 'coinbase'] as const
const SYMBOL = 'BTC-USD'
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

interface Listener {
  readonly connector: Connector
  /** Every pair that was quoted, in order; `null` where the price was withdrawn. */
  readonly said: (string | null)[]
  readonly quotes: SourcePrice[]
  readonly reasons: string[]
  confirmations: number
}

const pairOf = ({ bid, ask }: SourcePrice): string => `${formatFixed(bid, 2)} ${formatFixed(ask, 2)}`
const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

async function openExchange(kind: ExchangeKind, symbols: readonly string[] = [SYMBOL]): Promise<FakeExchange> {
  const exchange = await startFakeExchange(kind, symbols)
  ending.unshift(() => exchange.close())
  return exchange
}

function listen(kind: ExchangeKind, exchange: FakeExchange, symbols: Readonly<Record<string, string>> = { BTCUSD: SYMBOL }): Listener {
  const { socketUrl, restUrl } = exchange
  const services = {
    now: () => Date.now(),
    logger: quiet,
    line: { wait: { firstMs: 5, longestMs: 40 }, silenceMs: 600, steadyMs: 1000, longestFrameBytes: 200_000, sayEveryMs: 2 },
    bookWait: { firstMs: 5, longestMs: 40 },
    patienceMs: 1500,
  }
  const settings = { id: kind, symbols, socketUrl, restUrl }
  const open = { binance: binanceConnector, kraken: krakenConnector, coinbase: coinbaseConnector }[kind]
  const listener: Listener = { connector: open(settings, services), said: [], quotes: [], reasons: [], confirmations: 0 }
  listener.connector.start({
    quoted(quote) {
      listener.said.push(pairOf(quote))
      listener.quotes.push(quote)
    },
    confirmed() {
      listener.confirmations += 1
    },
    withdrawn(codes, reason) {
      if (codes.includes('BTCUSD')) listener.said.push(null)
      listener.reasons.push(reason)
    },
  })
  ending.unshift(() => listener.connector.close())
  return listener
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Goes on changing what is far from the best prices until the connector quotes what is true. */
async function settle(exchange: FakeExchange, { said }: Listener, symbol = SYMBOL): Promise<void> {
  const book = exchange.book(symbol)
  for (let round = 0; said.at(-1) !== book.pair; round += 1) {
    if (round > 2000) throw new Error(`${said.at(-1)} is not ${book.pair}`)
    exchange.change(symbol, { bids: [[book.bestBid - 5, `1.${String(round).padStart(8, '0')}`]] })
    await pause(5)
  }
}

/** Every pair existed at the exchange, and in the order in which it existed there. */
function expectTrue(exchange: FakeExchange, { said }: Listener, symbol = SYMBOL): void {
  const { pairs } = exchange.book(symbol)
  let at = 0
  for (const pair of said) {
    if (pair === null) continue
    const found = pairs.indexOf(pair, at)
    if (found < 0) throw new Error(`${pair} did not exist${pairs.includes(pair) ? ' any more' : ''}`)
    at = found
  }
}

/** Moves the best bid to a price of its own, so that a quote shows what came through. */
function raiseBid(exchange: FakeExchange, symbol = SYMBOL): void {
  const book = exchange.book(symbol)
  const isNarrow = book.bestAsk - book.bestBid < 2
  if (isNarrow) exchange.change(symbol, { asks: [[book.bestAsk, '0']] })
  else exchange.change(symbol, { bids: [[book.bestBid + 1, '0.25000000']] })
}

describe.each(KINDS)('%s', (kind) => {
  test('the best prices of its book are quoted, exactly, and again whenever they change', async () => {
    const exchange = await openExchange(kind)
    const listener = listen(kind, exchange)
    await settle(exchange, listener)
    raiseBid(exchange)
    await vi.waitFor(() => expect(listener.said.at(-1)).toBe(exchange.book(SYMBOL).pair))
    expect(listener.quotes.at(-1)).toMatchObject({ code: 'BTCUSD', bid: 10_000_000_000n, ask: 10_001_000_000n, size: 0n })
    expect(Math.abs(Date.now() - (listener.quotes.at(-1)?.sourceTime ?? 0))).toBeLessThan(5000)
    expect(listener.connector.health()).toMatchObject({ state: 'live', reason: null, gaps: 0, rejects: 0, connects: 1 })
    expect(listener.reasons).toEqual([])
  })

  test('what was traded is the size of the next quote', async () => {
    const exchange = await openExchange(kind)
    const listener = listen(kind, exchange)
    await settle(exchange, listener)
    exchange.trade(SYMBOL, '0.25000001')
    exchange.trade(SYMBOL, '1.00000000')
    exchange.change(SYMBOL, { bids: [[9000, '1.00000000']], asks: [[exchange.book(SYMBOL).bestAsk, '3.00000000']] })
    await vi.waitFor(() => expect(formatFixedShort(listener.quotes.at(-1)?.size ?? 0n)).toBe('1.25000001'))
    raiseBid(exchange)
    await vi.waitFor(() => expect(listener.quotes.at(-1)?.size).toBe(0n))
  })

  test.each<FrameFault>([
    'lost',
    'twice',
    'swapped',
    'cut',
    'wrong-sum',
    'huge',
    'line-broken',
    'line-frozen',
  ])('a frame that is %s: nothing false is quoted, and soon the truth is again', async (fault) => {
    const exchange = await openExchange(kind)
    const listener = listen(kind, exchange)
    await settle(exchange, listener)
    exchange.fault = fault
    for (let round = 0; round < 4; round += 1) raiseBid(exchange)
    await settle(exchange, listener)
    expectTrue(exchange, listener)
    const isHarmless = fault === 'twice' || (fault === 'wrong-sum' && kind !== 'kraken')
    if (!isHarmless) expect(listener.said).toContain(null)
    if (['line-broken', 'line-frozen', 'cut', 'huge'].includes(fault)) expect(listener.connector.health().connects).toBe(2)
    if (['lost', 'swapped'].includes(fault)) expect(listener.connector.health().gaps).toBeGreaterThan(0)
  })

  if (kind === 'kraken')
    test('a change that comes behind its own undoing is not quoted, though its checksum fits', async () => {
      const exchange = await openExchange(kind)
      const listener = listen(kind, exchange)
      await settle(exchange, listener)
      const { bestBid, bestAsk } = exchange.book(SYMBOL)
      if (bestAsk - bestBid < 2) throw new Error('there is no room for a better bid')
      exchange.fault = 'swapped'
      exchange.change(SYMBOL, { bids: [[bestBid + 1, '2.00000000']] })
      const undone = exchange.book(SYMBOL).pair
      exchange.change(SYMBOL, { bids: [[bestBid + 1, '0']] })
      await vi.waitFor(() => expect(listener.connector.health().gaps).toBe(1))
      await settle(exchange, listener)
      expect(listener.said).not.toContain(undone)
      expect(listener.reasons).toContain('a change came behind one that is newer')
    })

  test('a book whose bid is not below its ask has no price until it is right again', async () => {
    const exchange = await openExchange(kind)
    const listener = listen(kind, exchange)
    await settle(exchange, listener)
    const { bestAsk } = exchange.book(SYMBOL)
    exchange.change(SYMBOL, { bids: [[bestAsk, '1.00000000']] })
    await vi.waitFor(() => expect(listener.said.at(-1)).toBe(null))
    expect(listener.reasons.at(-1)).toContain('is not below its ask')
    exchange.change(SYMBOL, { bids: [[bestAsk - 3, '9.00000000']] })
    await pause(30)
    expect(listener.said.at(-1)).toBe(null)
    exchange.change(SYMBOL, { bids: [[bestAsk, '0']] })
    await vi.waitFor(() => expect(listener.said.at(-1)).toBe(exchange.book(SYMBOL).pair))
    expect(listener.connector.health()).toMatchObject({ connects: 1, gaps: 0 })
  })

  test('a price ten times too high is passed on as it was sent: who listens judges', async () => {
    const exchange = await openExchange(kind)
    const listener = listen(kind, exchange)
    await settle(exchange, listener)
    const book = exchange.book(SYMBOL)
    exchange.change(SYMBOL, { asks: [...book.asks.keys()].map((tick): [number, string] => [tick, '0']).concat([[99_999, '1.00000000']]) })
    await vi.waitFor(() => expect(listener.said.at(-1)).toBe(`${price(book.bestBid)} 999.99`))
  })

  test('an exchange whose clock is wrong is quoted with its own stamps, and the difference is told', async () => {
    const exchange = await openExchange(kind)
    exchange.skewMs = 3_600_000
    const listener = listen(kind, exchange)
    await settle(exchange, listener)
    raiseBid(exchange)
    await vi.waitFor(() => expect(listener.connector.health().latencyMs ?? 0).toBeLessThan(-3_500_000))
  })

  test('a name that it does not know is told, and keeps nobody else waiting', async () => {
    const exchange = await openExchange(kind)
    const listener = listen(kind, exchange, { BTCUSD: SYMBOL, XXXUSD: 'XXX-USD' })
    await settle(exchange, listener)
    await vi.waitFor(() => expect(listener.reasons.join()).toContain('XXX-USD'), { timeout: 60_000 })
    expect(listener.connector.health()).toMatchObject({ state: 'live', connects: 1 })
  })

  test('a price with more digits than can be kept is not quoted rounded', async () => {
    const exchange = await openExchange(kind)
    const listener = listen(kind, exchange)
    await settle(exchange, listener)
    // A tick of a hundredth cannot say it, so the frame is written by hand.
    const update = {
      binance: { e: 'depthUpdate', E: 1, s: SYMBOL, U: 1, u: 1e9, b: [['100.0000000001', '1']], a: [] },
      kraken: {
        channel: 'book',
        type: 'update',
        data: [{ symbol: SYMBOL, bids: [{ price: '100.0000000001', qty: '1' }], asks: [], checksum: 1 }],
      },
      coinbase: {
        channel: 'l2_data',
        events: [{ type: 'update', product_id: SYMBOL, updates: [{ side: 'bid', price_level: '100.0000000001', new_quantity: '1' }] }],
      },
    }[kind]
    exchange.say(update)
    await vi.waitFor(() => expect(listener.reasons.at(-1)).toContain('at most 8 decimals'))
    expect(listener.connector.health().rejects).toBe(1)
    expectTrue(exchange, listener)
  })

  test('nothing is said once it is closed, and the line is ended', async () => {
    const exchange = await openExchange(kind)
    const listener = listen(kind, exchange)
    await settle(exchange, listener)
    const count = listener.said.length
    await listener.connector.close()
    raiseBid(exchange)
    await pause(60)
    expect(listener.said.length).toBe(count)
    expect(exchange.connections).toBe(1)
  })

  test('any changes with any faults: every pair existed, in its order, and the last is the true one', async () => {
    const FAULTS: (FrameFault | null)[] = ['lost', 'twice', 'swapped', 'cut', 'wrong-sum', 'line-broken', null, null, null, null]
    const step = fc.record({ kind: fc.constantFrom('bid', 'ask', 'narrow', 'wide'), at: fc.nat(12), size: fc.nat(3), fault: fc.nat(60) })
    const run = async (steps: readonly { kind: string; at: number; size: number; fault: number }[]): Promise<void> => {
      const exchange = await startFakeExchange(kind, [SYMBOL])
      const listener = listen(kind, exchange)
      try {
        const book = exchange.book(SYMBOL)
        await settle(exchange, listener)
        for (const { kind: what, at, size, fault } of steps) {
          exchange.fault = FAULTS[fault] ?? null
          if (fault === 30) exchange.snapshotFaults.push({ status: 500 }, 'stale')
          const quantity = `${size}.00000000`
          const { bestBid, bestAsk } = book
          const isRoom = bestAsk - bestBid > 1 && book.bids.size > 15 && book.asks.size > 15
          if (what === 'bid') exchange.change(SYMBOL, { bids: [[bestBid - 1 - at, quantity]] })
          else if (what === 'ask') exchange.change(SYMBOL, { asks: [[bestAsk + 1 + at, quantity]] })
          else if (what === 'narrow' && isRoom) exchange.change(SYMBOL, { bids: [[bestBid + 1, '2.00000000']] })
          else if (book.bids.size > 15) exchange.change(SYMBOL, { bids: [[bestBid, '0']], asks: [[bestAsk, '7.00000000']] })
          await pause(at === 0 ? 40 : at % 3)
        }
        exchange.fault = null
        exchange.snapshotFaults.splice(0)
        await settle(exchange, listener)
        expectTrue(exchange, listener)
      } finally {
        await listener.connector.close()
        await exchange.close()
      }
    }
    const seeds = Array.from({ length: 67 }, (_, seed) => seed)
    const [steps] = [fc.array(step, { minLength: 30, maxLength: 80 })]
    for (let from = 0; from < seeds.length; from += 12)
      await Promise.all(
        seeds.slice(from, from + 12).map((seed) =>
          run(fc.sample(steps, { seed, numRuns: 1 })[0] ?? []).catch((error: Error) => {
            throw new Error(`seed ${seed}: ${error.message}`)
          }),
        ),
      )
  })
})

describe('binance', () => {
  test('who is told to wait before the next snapshot waits that long, without a price', async () => {
    const exchange = await openExchange('binance')
    exchange.snapshotFaults.push({ status: 429, headers: { 'retry-after': '1' } })
    const listener = listen('binance', exchange)
    await settle(exchange, listener)
    const [first = 0, second = 0] = exchange.snapshotsAsked
    expect(second - first).toBeGreaterThanOrEqual(990)
    expect(listener.reasons.join()).toContain('HTTP 429')
    expectTrue(exchange, listener)
  })

  test('a snapshot older than the stream is not laid under it', async () => {
    const exchange = await openExchange('binance')
    for (let round = 0; round < 5; round += 1) raiseBid(exchange)
    exchange.snapshotFaults.push('stale', 'stale')
    const listener = listen('binance', exchange)
    await settle(exchange, listener)
    expect(exchange.snapshotsAsked.length).toBe(3)
    expectTrue(exchange, listener)
  })

  test('a side that is used up as far as its snapshot went is asked for anew: what lay beyond is not known', async () => {
    const exchange = await openExchange('binance')
    const book = exchange.book(SYMBOL)
    for (let tick = 11_000; tick < 12_500; tick += 1) book.asks.set(tick, '1.00000000')
    const listener = listen('binance', exchange)
    await settle(exchange, listener)
    const known = book.ranked('asks', 1000).map(([tick]): [number, string] => [tick, '0'])
    exchange.change(SYMBOL, { asks: [...known, [12_600, '1.00000000']] })
    await settle(exchange, listener)
    expect(listener.reasons).toContain('it ran past the prices of its snapshot')
    expectTrue(exchange, listener)
  })
})

describe('kraken', () => {
  test('no price while it says that it is not online', async () => {
    const exchange = await openExchange('kraken')
    const listener = listen('kraken', exchange)
    await settle(exchange, listener)
    exchange.say({ channel: 'status', type: 'update', data: [{ system: 'maintenance', version: '2.0.0' }] })
    await vi.waitFor(() => expect(listener.reasons.at(-1)).toContain('maintenance'))
    raiseBid(exchange)
    await pause(40)
    expect(listener.said.at(-1)).toBe(null)
    exchange.say({ channel: 'status', type: 'update', data: [{ system: 'online', version: '2.0.0' }] })
    await settle(exchange, listener)
  })
})

test.each(['kraken', 'coinbase'] as const)('%s: a book that does not move stands as long as heartbeats come', async (kind) => {
  const exchange = await openExchange(kind)
  const listener = listen(kind, exchange)
  await settle(exchange, listener)
  const { confirmations } = listener
  await vi.waitFor(() => expect(listener.confirmations).toBeGreaterThan(confirmations + 10))
  expect(listener.reasons).toEqual([])
})

test('an exchange that is not there is tried again, ever more rarely', async () => {
  const exchange = await startFakeExchange('kraken', [SYMBOL])
  await exchange.close()
  const listener = listen('kraken', exchange)
  await vi.waitFor(() => expect(listener.connector.health()).toMatchObject({ state: 'down', reason: 'ECONNREFUSED', connects: 0 }))
  expect(listener.reasons).toEqual(['ECONNREFUSED'])
})

test.each([
  ['{"a":1.10,"b":[0.00000500,-3,2e-7],"c":"1.5 \\" 2"}', { a: '1.10', b: ['0.00000500', '-3', '2e-7'], c: '1.5 " 2' }],
  ['[true,null,"\\\\",12345678901234567890.123456789]', [true, null, '\\', '12345678901234567890.123456789']],
])('numbers of %s are the text that was sent', (text, value) => {
  expect(parseExactJson(text)).toEqual(value)
})

test('what is no JSON is refused, a long text is read', () => {
  expect(() => parseExactJson('{"a":1')).toThrow(SyntaxError)
  expect(() => parseExactJson('{"a":1,}')).toThrow(SyntaxError)
  expect(parseExactJson(JSON.stringify({ a: `${'\\"x'.repeat(500_000)}1` }))).toHaveProperty('a')
})

test.each([
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['soon', 0],
  ['-5', 0],
  [null, 0],
])('Retry-After %s asks for %i ms', (header, waitMs) => {
  expect(readRetryAfter(header, 1000)).toBe(waitMs)
})
