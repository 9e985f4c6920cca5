import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { DayMarketRow, KlinePush } from '../../contract/socket'
import type { Tenant } from '../../contract/tenant'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { testTenants } from '../../tests/fixtures/test-tenants'
import type { Texts } from '../ground/texts'
import { Connection } from './connection'
import { MarketStreams } from './market-streams'
import type { MarketSource } from './sources'

/** A transport whose queue the test fills and empties by hand. */
class FakeSocket {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: string[] = []
  closeCode: number | undefined
  send(text: string): void {
    this.sent.push(text)
  }
  close(code: number): void {
    this.closeCode = code
    this.readyState = 2
  }
  terminate(): void {}
}

const CODES = ['EURUSD', 'XAUUSD', 'BTCUSDT']
const prices = new Map<string, string>()
let readings = 0
let tellQuote: (code: string) => void
let tellCandle: (code: string, candle: KlinePush) => void
const source: MarketSource = {
  dayMarket(_tenant, codes) {
    readings += 1
    return CODES.filter((code) => codes?.has(code) ?? true).map((code) => ({ Id: code, Close: prices.get(code) ?? '1' }) as DayMarketRow)
  },
  offers: () => true,
  currentCandles: () => [],
  onQuote(listener) {
    tellQuote = listener
    return () => {}
  },
  onCandle(listener) {
    tellCandle = listener
    return () => {}
  },
}
const candle = (Period: KlinePush['Period'], Time: number, Close: number): KlinePush => ({
  Period,
  Time,
  Open: 1,
  High: 9,
  Low: 1,
  Close,
  Volume: 1,
})

const clock = frozenClock()
let streams: MarketStreams
let tenants: readonly Tenant[]
beforeEach(() => {
  prices.clear()
  readings = 0
  tenants = testTenants()
  streams = new MarketStreams(source, clock)
})
afterEach(() => streams.close())

function join(tenant = tenants[0]): { connection: Connection; socket: FakeSocket } {
  const socket = new FakeSocket()
  if (tenant === undefined) throw new Error('no tenant')
  const connection = new Connection(socket as unknown as WebSocket, 'en', {} as Texts, 0)
  connection.topics.set('DAY_MARKET', streams.joinDayMarket(connection, tenant))
  return { connection, socket }
}
function quote(code: string, price: string) {
  prices.set(code, price)
  tellQuote(code)
}
const pushes = (socket: FakeSocket) => socket.sent.map((text) => JSON.parse(text) as { seq: number; data: { Id: string; Close: string }[] })

describe('a client that cannot keep up', () => {
  test('gets no prices while its queue is long, then the latest of everything it missed, numbered without a gap', () => {
    const { socket } = join()
    quote('EURUSD', '2')
    streams.flushDayMarket()
    socket.bufferedAmount = 65 * 1024
    quote('EURUSD', '3')
    streams.flushDayMarket()
    quote('XAUUSD', '4')
    streams.flushDayMarket()
    quote('EURUSD', '5')
    streams.flushDayMarket()
    expect(socket.sent).toHaveLength(2)
    socket.bufferedAmount = 0
    streams.flushDayMarket()
    expect(pushes(socket).at(-1)).toMatchObject({
      seq: 3,
      data: [
        { Id: 'EURUSD', Close: '5' },
        { Id: 'XAUUSD', Close: '4' },
      ],
    })
    streams.flushDayMarket()
    expect(socket.sent).toHaveLength(3)
  })

  test('does not hold up the others', () => {
    const [slow, quick] = [join(), join()]
    slow.socket.bufferedAmount = 1024 * 1024
    quote('EURUSD', '2')
    streams.flushDayMarket()
    expect([slow.socket.sent.length, quick.socket.sent.length]).toEqual([1, 2])
  })

  test('is closed with 1013 when more than 1 MiB waits, and leaves its topics', () => {
    const { connection, socket } = join()
    socket.bufferedAmount = 1024 * 1024 + 1
    connection.push('FOREX_CLOSED', 0, '{}')
    expect([socket.closeCode, connection.topics.size]).toEqual([1013, 0])
    quote('EURUSD', '2')
    streams.flushDayMarket()
    expect(socket.sent).toHaveLength(2)
  })

  test('keeps finished candles apart from their successors', () => {
    const { connection, socket } = join()
    streams.joinKline(connection, tenants[0] as Tenant, 'EURUSD')
    const closes = () =>
      pushes(socket)
        .slice(1)
        .map((push) => (push.data as unknown as KlinePush).Close)
    socket.bufferedAmount = 100_000
    for (const [time, close] of [
      [0, 2],
      [0, 3],
      [60_000, 4],
      [60_000, 5],
    ] as const) {
      tellCandle('EURUSD', candle('1min', time, close))
      streams.flushKlines()
    }
    expect(closes()).toEqual([])
    socket.bufferedAmount = 0
    tellCandle('EURUSD', candle('5min', 0, 5))
    streams.flushKlines()
    expect(closes()).toEqual([3, 5, 5])
  })
})

describe('the pace', () => {
  test('prices are read and written once for all clients of a company', () => {
    for (let count = 0; count < 50; count++) join()
    readings = 0
    quote('EURUSD', '2')
    streams.flushDayMarket()
    expect(readings).toBe(1)
  })

  test('nothing has changed: nothing is sent', () => {
    const { socket } = join()
    streams.flushDayMarket()
    expect(socket.sent).toHaveLength(1)
  })

  test('one candle a period and push: the successor of a finished one waits its turn', () => {
    const { connection, socket } = join()
    streams.joinKline(connection, tenants[0] as Tenant, 'EURUSD')
    tellCandle('EURUSD', candle('1min', 0, 2))
    tellCandle('EURUSD', candle('1min', 60_000, 3))
    streams.flushKlines()
    expect(socket.sent).toHaveLength(2)
    streams.flushKlines()
    streams.flushKlines()
    expect(
      pushes(socket)
        .slice(1)
        .map((push) => (push.data as unknown as KlinePush).Close),
    ).toEqual([2, 3])
  })

  test('who has left costs nothing', () => {
    const { connection } = join()
    connection.leave('DAY_MARKET')
    readings = 0
    quote('EURUSD', '2')
    streams.flushDayMarket()
    expect(readings).toBe(0)
  })
})
