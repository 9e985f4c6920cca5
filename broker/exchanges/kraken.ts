/**
 * Kraken's public market data, version 2 of its sockets: ten prices a side, and with every message the checksum of what they now are,
 * counted over the digits as they were sent. https://docs.kraken.com/api/docs/guides/spot-ws-book-v2
 */
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { Connector } from '../sources/connector'
import { type ExchangeServices, type ExchangeSettings, type OrderBook, openExchange, type Protocol, type Told } from './exchange-connector'
import type { Level, PriceAndQuantity } from './order-book'
import { readTime } from './read-time'

const URL = 'wss://ws.kraken.com/v2'
/** What the checksum covers, so that no digit of a book is taken on trust. */
const DEPTH = 10

const Offer = z.object({ price: z.string(), qty: z.string() }).transform(({ price, qty }): PriceAndQuantity => [price, qty])
const BookMessage = z.object({
  type: z.enum(['snapshot', 'update']),
  data: z.array(
    z.object({
      symbol: z.string(),
      bids: z.array(Offer).default([]),
      asks: z.array(Offer).default([]),
      checksum: z.string(),
      timestamp: z.string().optional(),
    }),
  ),
})
const TradeMessage = z.object({ data: z.array(z.object({ symbol: z.string(), qty: z.string() })) })
const StatusMessage = z.object({ data: z.array(z.object({ system: z.string() })) })
const Message = z.object({
  channel: z.string().optional(),
  type: z.string().optional(),
  method: z.string().optional(),
  success: z.boolean().optional(),
  symbol: z.string().optional(),
  error: z.string().optional(),
})

/** Symbols are Kraken's pairs with a slash: `BTC/USD`. */
export function krakenConnector(settings: ExchangeSettings, services: ExchangeServices): Connector {
  return openExchange(settings, services, (told) => krakenProtocol(settings.socketUrl ?? URL, told))
}

function krakenProtocol(url: string, told: Told): Protocol {
  let isHalted = false
  /** Of the last message that is in a book. */
  let newest = new Map<OrderBook, string>()

  const say = (method: 'subscribe' | 'unsubscribe', params: Readonly<Record<string, unknown>>): void => told.say({ method, params })

  const hearBook = ({ type, data }: z.infer<typeof BookMessage>): void => {
    for (const { symbol, bids, asks, checksum, timestamp } of data) {
      const book = told.find(symbol)
      if (book === undefined || isHalted || (type === 'update' && !book.isWhole)) continue
      // A change and its undoing leave the same checksum: the order in which they came is told by their times alone.
      const before = type === 'update' ? newest.get(book) : undefined
      if (before !== undefined && timestamp !== undefined && timestamp < before) {
        told.missed(book, 'a change came behind one that is newer')
        continue
      }
      if (timestamp !== undefined) newest.set(book, timestamp)
      if (!told.lay(book, () => change(book, type, bids, asks))) continue
      if (checksumOf(book) === Number(checksum)) told.changed(book, readTime(timestamp))
      else told.missed(book, 'its checksum is another than that of the book')
    }
  }

  const hearStatus = ({ data }: z.infer<typeof StatusMessage>): void => {
    const system = data.at(-1)?.system ?? 'online'
    if (system !== 'online') for (const book of told.books) told.doubted(book, `Kraken says that it is not online: ${system}`)
    else if (isHalted) told.restart('Kraken is online again')
    isHalted = system !== 'online'
  }

  return {
    url,
    sayEveryMs: 200,
    opened() {
      isHalted = false
      newest = new Map()
    },
    ask(book, isAnew) {
      if (isHalted) return
      const wanted = { channel: 'book', symbol: [book.symbol], depth: DEPTH }
      if (isAnew) say('unsubscribe', wanted)
      say('subscribe', { ...wanted, snapshot: true })
      if (!isAnew) say('subscribe', { channel: 'trade', symbol: [book.symbol], snapshot: false })
    },
    heard(message) {
      const { channel, method, success, symbol, error } = Message.parse(message)
      if (channel === 'book') hearBook(BookMessage.parse(message))
      if (channel === 'trade') for (const { symbol: name, qty } of TradeMessage.parse(message).data) told.traded(name, qty)
      if (channel === 'status') hearStatus(StatusMessage.parse(message))
      if (channel === 'heartbeat') told.confirmed()
      const book = method === 'subscribe' && success === false ? told.find(symbol ?? '') : undefined
      if (book === undefined || book.isWhole) return
      told.refused()
      told.doubted(book, error ?? 'Kraken refused to send it')
    },
    lost() {},
  }
}

function change(book: OrderBook, type: string, bids: readonly PriceAndQuantity[], asks: readonly PriceAndQuantity[]): void {
  for (const [side, offers] of [
    [book.bids, bids],
    [book.asks, asks],
  ] as const) {
    if (type === 'snapshot') side.fill(offers, true)
    else for (const offer of offers) side.put(offer)
    // Kraken says nothing of prices that have fallen out of the ten.
    side.keepBest(DEPTH)
  }
}

/** Of the ten best asks and bids, as Kraken counts it: digits without the point and without leading zeros, price after quantity. */
export function checksumOf({ bids, asks }: Pick<OrderBook, 'bids' | 'asks'>): number {
  const digits = (text: string): string => text.replace('.', '').replace(/^0+/, '')
  const written = (levels: readonly Level[]): string =>
    levels.map(({ priceText, quantityText }) => digits(priceText) + digits(quantityText)).join('')
  return crc32(written(asks.top(DEPTH)) + written(bids.top(DEPTH)))
}
