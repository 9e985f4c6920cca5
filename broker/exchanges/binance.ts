/**
 * Binance's public market data: a stream of changes, each numbered from U to u, laid onto a snapshot that is asked for once the stream
 * runs. https://developers.binance.com/docs/binance-spot-api-docs/web-socket-streams
 *
 * Invariants: a snapshot alone is not quoted: only the stream shows that it is not of yesterday; a snapshot names the best thousand
 * prices, so a side that was used up to there is in doubt.
 */
import { z } from 'zod'
import type { Connector } from '../sources/connector'
import { RestQuestions } from './ask-rest'
import { type ExchangeServices, type ExchangeSettings, type OrderBook, openExchange, type Protocol, type Told } from './exchange-connector'
import { readTime } from './read-time'

const SOCKET_URL = 'wss://data-stream.binance.vision/ws'
const REST_URL = 'https://data-api.binance.vision'
const SNAPSHOT_PRICES = 1000
/** Changes that wait for a snapshot: a hundred seconds of them. Older ones are in any snapshot that still comes. */
const MOST_WAITING = 1000

interface BinanceSettings extends ExchangeSettings {
  readonly restUrl?: string | undefined
}

const Offers = z.array(z.tuple([z.string(), z.string()]))
const Kind = z.object({ e: z.string().optional(), code: z.string().optional(), error: z.unknown().optional() })
const Change = z.object({ E: z.string(), s: z.string(), U: z.coerce.number(), u: z.coerce.number(), b: Offers, a: Offers })
const Trade = z.object({ s: z.string(), q: z.string() })
const Snapshot = z.object({ lastUpdateId: z.coerce.number(), bids: Offers, asks: Offers })
type Change = z.infer<typeof Change>

interface Stream {
  /** Number of the last change that is in the book. */
  last: number
  /** Number of the last change that was heard. */
  newest: number
  waiting: Change[]
  isHeard: boolean
  isAsking: boolean
}

/** Symbols are Binance's own, in capitals: `BTCUSDT`. */
export function binanceConnector(settings: BinanceSettings, services: ExchangeServices): Connector {
  return openExchange(settings, services, (told) => binanceProtocol(settings, told))
}

function binanceProtocol({ socketUrl = SOCKET_URL, restUrl = REST_URL }: BinanceSettings, told: Told): Protocol {
  const questions = new RestQuestions(250)
  let streams = new Map<OrderBook, Stream>()
  let connection = new AbortController()
  let said = 0

  const streamOf = (book: OrderBook): Stream => {
    const stream = streams.get(book) ?? { last: 0, newest: 0, waiting: [], isHeard: false, isAsking: false }
    streams.set(book, stream)
    return stream
  }

  /** Lays one change onto the book. @returns why it cannot be, or null */
  const lay = (book: OrderBook, stream: Stream, { U, u, b, a }: Change): string | null => {
    if (u <= stream.last) return null
    if (U > stream.last + 1) return `changes ${stream.last + 1} to ${U - 1} are missing`
    for (const offer of b) book.bids.put(offer)
    for (const offer of a) book.asks.put(offer)
    stream.last = u
    return book.bids.isUsedUp || book.asks.isUsedUp ? 'it ran past the prices of its snapshot' : null
  }

  const layAll = (book: OrderBook, stream: Stream, changes: readonly Change[]): void => {
    const waiting = [...changes]
    let missing: string | null = null
    const isLaid = told.lay(book, () => {
      while (missing === null && waiting[0] !== undefined) {
        missing = lay(book, stream, waiting[0])
        if (missing === null) waiting.shift()
      }
    })
    if (!isLaid) return
    stream.waiting = waiting
    if (missing === null && stream.last < stream.newest) missing = 'its snapshot is older than the stream'
    if (missing !== null) told.missed(book, missing)
    else told.changed(book, readTime(changes.at(-1)?.E))
  }

  const askForSnapshot = async (book: OrderBook, stream: Stream): Promise<void> => {
    if (stream.isAsking) return
    stream.isAsking = true
    const { signal } = connection
    try {
      const url = `${restUrl}/api/v3/depth?symbol=${encodeURIComponent(book.symbol)}&limit=${SNAPSHOT_PRICES}`
      const { lastUpdateId, bids, asks } = Snapshot.parse(await questions.ask(url, signal))
      if (signal.aborted) return
      stream.isAsking = false
      stream.last = lastUpdateId
      const isLaid = told.lay(book, () => {
        book.bids.fill(bids, bids.length < SNAPSHOT_PRICES)
        book.asks.fill(asks, asks.length < SNAPSHOT_PRICES)
      })
      if (isLaid) layAll(book, stream, stream.waiting.splice(0))
    } catch (error) {
      if (signal.aborted) return
      stream.isAsking = false
      told.refused()
      told.doubted(book, `no snapshot of ${book.symbol}: ${error instanceof Error ? error.message.slice(0, 200) : ''}`)
    }
  }

  const hearChange = (change: Change): void => {
    const book = told.find(change.s)
    if (book === undefined) return
    const stream = streamOf(book)
    const isFirst = !stream.isHeard
    stream.isHeard = true
    stream.newest = Math.max(stream.newest, change.u)
    if (book.isWhole) layAll(book, stream, [change])
    else stream.waiting.push(change)
    if (stream.waiting.length > MOST_WAITING) stream.waiting.shift()
    if (isFirst) void askForSnapshot(book, stream)
  }

  return {
    url: socketUrl,
    // Five a second are allowed to a connection, pings counted.
    sayEveryMs: 400,
    opened() {
      streams = new Map()
      connection = new AbortController()
    },
    ask(book) {
      const stream = streamOf(book)
      if (stream.isHeard) return void askForSnapshot(book, stream)
      const name = book.symbol.toLowerCase()
      said += 1
      told.say({ method: 'SUBSCRIBE', params: [`${name}@depth@100ms`, `${name}@aggTrade`], id: said })
    },
    heard(message) {
      const { e, code, error } = Kind.parse(message)
      if (code !== undefined || error !== undefined) told.refused()
      if (e === 'depthUpdate') hearChange(Change.parse(message))
      if (e === 'serverShutdown') told.restart('Binance is about to close the connection')
      if (e !== 'aggTrade') return
      const { s, q } = Trade.parse(message)
      told.traded(s, q)
    },
    lost: () => connection.abort(),
  }
}
