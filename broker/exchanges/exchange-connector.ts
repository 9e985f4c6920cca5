/**
 * A connector to an exchange: the socket, the books of all its instruments, and what is said of them. What is particular to an exchange
 * is a `Protocol`: how a book is asked for, and how its messages change it and prove it whole.
 *
 * Invariants: only a whole book is quoted, and it stops being one the moment anything of it is in doubt; a book in doubt is asked for anew
 * until it stands, ever more rarely; a book whose bid is not below its ask has no price.
 */
import type { Fixed } from '../../rules/decimal'
import type { Logger } from '../ground/logger'
import type { Connector, ConnectorEvents, ConnectorHealth, ConnectorState } from '../sources/connector'
import { Backoff, type BackoffTerms } from './backoff'
import { parseExactJson } from './exact-json'
import { LINE_TERMS, type Line, type LineTerms, openLine } from './open-line'
import { BookSide, readQuantity } from './order-book'

export interface ExchangeSettings {
  /** The connector's name in the market's file. */
  readonly id: string
  /** What the exchange calls each of our codes: `{ "BTCUSD": "BTC/USD" }`. */
  readonly symbols: Readonly<Record<string, string>>
  /** Another address than the exchange's own. */
  readonly socketUrl?: string | undefined
}

export interface ExchangeServices {
  /** Unix milliseconds. */
  now(): number
  readonly logger: Logger
  readonly line?: LineTerms
  /** How long to wait before a book is asked for anew. */
  readonly bookWait?: BackoffTerms
  /** Milliseconds in which a book that was asked for should have come. */
  readonly patienceMs?: number
}

export interface OrderBook {
  readonly code: string
  readonly symbol: string
  readonly bids: BookSide
  readonly asks: BookSide
  /** The protocol vouches for it. */
  isWhole: boolean
}

export interface Protocol {
  readonly url: string
  /** Milliseconds between two messages of ours. */
  readonly sayEveryMs: number
  /** The connection is there, and nothing of an earlier one counts any more. */
  opened(): void
  /** Asks for a book, for the first time on this connection or anew after doubts. */
  ask(book: OrderBook, isAnew: boolean): void
  /** One message, its numbers as texts. @throws Error when it is none that the exchange says it sends: the connection is made anew */
  heard(message: unknown): void
  /** The connection is gone. */
  lost(): void
}

/** What a protocol tells of the books. */
export interface Told {
  readonly books: readonly OrderBook[]
  find(symbol: string): OrderBook | undefined
  say(message: Readonly<Record<string, unknown>>): void
  /** Changes the prices of a book. False when what the exchange sent cannot be kept digit for digit: then the book is in doubt. */
  lay(book: OrderBook, change: () => void): boolean
  /** The book was changed, and is whole. @param time Unix milliseconds of the exchange, or null */
  changed(book: OrderBook, time: number | null): void
  /** The book is in doubt. */
  doubted(book: OrderBook, reason: string): void
  /** A hole in what is numbered or summed up. */
  missed(book: OrderBook, reason: string): void
  /** Every book that stands still does. */
  confirmed(): void
  traded(symbol: string, quantity: string): void
  refused(): void
  restart(reason: string): void
  /** A hole that may be of any book. */
  missedSome(reason: string): void
}

interface KeptBook extends OrderBook {
  isQuoted: boolean
  bid: Fixed
  ask: Fixed
  /** Traded since the last quote. */
  traded: Fixed
  /** Why it has no price; null before anything was said, and while it has one. */
  reason: string | null
  wholeSince: number
  readonly backoff: Backoff
  timer?: NodeJS.Timeout | undefined
}

const BOOK_WAIT: BackoffTerms = { firstMs: 500, longestMs: 60_000 }
const PATIENCE_MS = 15_000
/** A clock that is further off than this is worth a line in the log. */
const SKEW_MS = 2_000

export function openExchange(settings: ExchangeSettings, services: ExchangeServices, makeProtocol: (told: Told) => Protocol): Connector {
  const { now, logger, line: lineTerms = LINE_TERMS, bookWait = BOOK_WAIT, patienceMs = PATIENCE_MS } = services
  const books: readonly KeptBook[] = Object.entries(settings.symbols).map(([code, symbol]) => ({
    code,
    symbol,
    bids: new BookSide(true),
    asks: new BookSide(false),
    ...{ isWhole: false, isQuoted: false, bid: 0n, ask: 0n, traded: 0n, reason: null, wholeSince: 0 },
    backoff: new Backoff(bookWait),
  }))
  const bySymbol = new Map(books.map((book) => [book.symbol, book]))
  const counts = { gaps: 0, rejects: 0, connects: 0 }
  let health: Pick<ConnectorHealth, 'state' | 'reason' | 'since' | 'latencyMs'> = {
    ...{ state: 'connecting', reason: 'not started', since: now(), latencyMs: null },
  }
  let events: ConnectorEvents | null = null
  let line: Line | null = null
  let hasToldSkew = false

  const turn = (state: ConnectorState, reason: string | null): void => {
    if (health.state !== state) logger.info({ source: settings.id, state, reason }, 'a source of prices')
    health = { ...health, state, reason, since: health.state === state ? health.since : now() }
  }

  const keptOf = (book: OrderBook): KeptBook => bySymbol.get(book.symbol) as KeptBook

  const ask = (book: KeptBook, isAnew: boolean): void => {
    clearTimeout(book.timer)
    // Those who ask in turn wait for each other.
    const turnsMs = 2 * books.length * protocol.sayEveryMs
    book.timer = setTimeout(() => doubt(book, book.reason ?? `no book of ${book.symbol} came`), patienceMs + turnsMs)
    protocol.ask(book, isAnew)
  }

  const withdraw = (book: KeptBook, reason: string): void => {
    if (!book.isQuoted && book.reason === reason) return
    book.isQuoted = false
    book.reason = reason
    events?.withdrawn([book.code], reason)
  }

  /** Forgets what is known of a book. */
  const empty = (book: KeptBook): void => {
    clearTimeout(book.timer)
    if (book.isWhole && performance.now() - book.wholeSince >= lineTerms.steadyMs) book.backoff.forget()
    book.isWhole = false
    book.traded = 0n
    book.bids.fill([], true)
    book.asks.fill([], true)
  }

  const doubt = (book: KeptBook, reason: string): void => {
    empty(book)
    book.timer = setTimeout(() => ask(book, true), book.backoff.next())
    withdraw(book, reason)
    if (books.every(({ isWhole }) => !isWhole)) turn('connecting', reason)
  }

  const noteTime = (time: number | null): void => {
    if (time === null) return
    const latencyMs = now() - time
    health = { ...health, latencyMs }
    if (Math.abs(latencyMs) < SKEW_MS || hasToldSkew) return
    hasToldSkew = true
    logger.warn({ source: settings.id, latencyMs }, 'prices of a source are late, or its clock and ours differ')
  }

  const quote = (book: KeptBook, time: number | null): void => {
    const [bid, ask] = [book.bids.best?.price, book.asks.best?.price]
    const { code, traded: size } = book
    if (bid === undefined || ask === undefined || bid >= ask) withdraw(book, whyNoPrice(book))
    else if (book.isQuoted && book.bid === bid && book.ask === ask && size === 0n) events?.confirmed([code])
    else {
      Object.assign(book, { isQuoted: true, reason: null, bid, ask, traded: 0n })
      events?.quoted({ code, bid, ask, size, sourceTime: time })
    }
  }

  const told: Told = {
    books,
    find: (symbol) => bySymbol.get(symbol),
    say: (message) => line?.say(message),
    lay(book, change) {
      try {
        change()
        return true
      } catch (error) {
        counts.rejects += 1
        doubt(keptOf(book), error instanceof RangeError ? error.message : 'a message that cannot be read')
        return false
      }
    },
    changed(changedBook, time) {
      const book = keptOf(changedBook)
      clearTimeout(book.timer)
      if (!book.isWhole) Object.assign(book, { isWhole: true, wholeSince: performance.now() })
      noteTime(time)
      turn('live', null)
      quote(book, time)
    },
    doubted: (book, reason) => doubt(keptOf(book), reason),
    missed(book, reason) {
      counts.gaps += 1
      doubt(keptOf(book), reason)
    },
    confirmed() {
      const codes = books.filter(({ isQuoted }) => isQuoted).map(({ code }) => code)
      if (codes.length > 0) events?.confirmed(codes)
    },
    traded(symbol, quantity) {
      const book = bySymbol.get(symbol)
      if (book?.isQuoted) book.traded += readQuantity(quantity)
    },
    refused() {
      counts.rejects += 1
    },
    restart: (reason) => line?.restart(reason),
    missedSome(reason) {
      counts.gaps += 1
      line?.restart(reason)
    },
  }
  const protocol = makeProtocol(told)

  const listener = {
    opened() {
      counts.connects += 1
      hasToldSkew = false
      turn('connecting', 'no book came yet')
      protocol.opened()
      for (const book of books) {
        book.reason = null
        ask(book, false)
      }
    },
    heard(text: string) {
      try {
        protocol.heard(parseExactJson(text))
      } catch (error) {
        counts.rejects += 1
        throw new Error(`a message that cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : ''}`)
      }
    },
    lost(reason: string) {
      protocol.lost()
      for (const book of books) empty(book)
      const codes = books.filter((book) => book.isQuoted || book.reason !== reason).map(({ code }) => code)
      for (const book of books) Object.assign(book, { isQuoted: false, reason })
      turn('down', reason)
      if (codes.length > 0) events?.withdrawn(codes, reason)
    },
  }

  return {
    id: settings.id,
    isSimulated: false,
    codes: books.map(({ code }) => code),
    start(listens) {
      events = listens
      turn('connecting', null)
      line = openLine(protocol.url, listener, lineTerms.sayEveryMs ?? protocol.sayEveryMs, lineTerms)
    },
    health: () => ({ ...health, ...counts }),
    async close() {
      events = null
      protocol.lost()
      for (const book of books) empty(book)
      await line?.close()
    },
  }
}

function whyNoPrice({ bids, asks }: OrderBook): string {
  if (bids.best === undefined) return 'there is no bid'
  if (asks.best === undefined) return 'there is no ask'
  return `its bid ${bids.best.priceText} is not below its ask ${asks.best.priceText}`
}
