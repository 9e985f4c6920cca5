/**
 * Coinbase Advanced Trade's public market data: whole books, every message of a connection numbered without a hole. A number that is missing
 * could have been of any book, so the connection is made anew. https://docs.cdp.coinbase.com/coinbase-app/advanced-trade-apis/websocket/websocket-channels
 */
import { z } from 'zod'
import type { Connector } from '../sources/connector'
import { type ExchangeServices, type ExchangeSettings, type OrderBook, openExchange, type Protocol, type Told } from './exchange-connector'
import type { PriceAndQuantity } from './order-book'
import { readTime } from './read-time'

const URL = 'wss://advanced-trade-ws.coinbase.com'

const Message = z.object({
  channel: z.string().optional(),
  type: z.string().optional(),
  message: z.string().optional(),
  sequence_num: z.string().optional(),
  timestamp: z.string().optional(),
})
const BookMessage = z.object({
  events: z.array(
    z.object({
      type: z.enum(['snapshot', 'update']),
      product_id: z.string(),
      updates: z.array(z.object({ side: z.enum(['bid', 'offer', 'ask']), price_level: z.string(), new_quantity: z.string() })).default([]),
    }),
  ),
})
const TradeMessage = z.object({
  events: z.array(z.object({ type: z.string(), trades: z.array(z.object({ product_id: z.string(), size: z.string() })).default([]) })),
})
type BookEvent = z.infer<typeof BookMessage>['events'][number]

/** Symbols are Coinbase's products: `BTC-USD`. Those in USDC are quoted under their twins in USD, which are to be named here. */
export function coinbaseConnector(settings: ExchangeSettings, services: ExchangeServices): Connector {
  return openExchange(settings, services, (told) => coinbaseProtocol(settings.socketUrl ?? URL, told))
}

function coinbaseProtocol(url: string, told: Told): Protocol {
  let lastNumber: number | null = null

  /** False for a message that came before, and after a hole, which makes the connection anew. */
  const isNext = (number: number): boolean => {
    if (lastNumber !== null && number <= lastNumber) return false
    const isHole = lastNumber !== null && number !== lastNumber + 1
    lastNumber = number
    if (isHole) told.missedSome(`messages before number ${number} are missing`)
    return !isHole
  }

  const hearBook = (event: BookEvent, time: number | null): void => {
    const book = told.find(event.product_id)
    if (book === undefined || (event.type === 'update' && !book.isWhole)) return
    if (told.lay(book, () => change(book, event))) told.changed(book, time)
  }

  return {
    url,
    // Eight a second are allowed to an address.
    sayEveryMs: 200,
    opened() {
      lastNumber = null
      told.say({ type: 'subscribe', channel: 'heartbeats' })
    },
    /** One product a message: an unknown one would take all others of its message with it. */
    ask({ symbol }, isAnew) {
      if (isAnew) told.say({ type: 'unsubscribe', product_ids: [symbol], channel: 'level2' })
      told.say({ type: 'subscribe', product_ids: [symbol], channel: 'level2' })
      if (!isAnew) told.say({ type: 'subscribe', product_ids: [symbol], channel: 'market_trades' })
    },
    heard(message) {
      const { channel, type, sequence_num, timestamp } = Message.parse(message)
      // It does not say what was wrong with which product; the book that does not come is asked for again.
      if (type === 'error') return told.refused()
      if (sequence_num !== undefined && !isNext(Number(sequence_num))) return
      if (channel === 'heartbeats') told.confirmed()
      if (channel === 'l2_data') for (const event of BookMessage.parse(message).events) hearBook(event, readTime(timestamp))
      if (channel !== 'market_trades') return
      const recent = TradeMessage.parse(message).events.filter((event) => event.type === 'update')
      for (const { product_id, size } of recent.flatMap(({ trades }) => trades)) told.traded(product_id, size)
    },
    lost() {},
  }
}

function change(book: OrderBook, { type, updates }: BookEvent): void {
  const offers = (isBid: boolean) =>
    updates
      .filter(({ side }) => (side === 'bid') === isBid)
      .map(({ price_level, new_quantity }): PriceAndQuantity => [price_level, new_quantity])
  for (const [side, its] of [
    [book.bids, offers(true)],
    [book.asks, offers(false)],
  ] as const) {
    if (type === 'snapshot') side.fill(its, true)
    else for (const offer of its) side.put(offer)
  }
}
