/** The prices of the demonstration's provider: several levels on each side of a tick, told to whoever asked for them. */

import type { Field, FixMessage } from '../../broker/fix/fix-message'
import { writeTime } from '../../broker/fix/fix-values'
import { MsgType, Tag } from '../../broker/fix/tags'
import type { Tick } from '../../broker/market/feed'
import type { Instrument } from '../../broker/market/instrument'
import { type Fixed, formatFixed, formatFixedShort, parseFixed } from '../../rules/decimal'

export interface Level {
  readonly price: Fixed
  readonly size: Fixed
}

interface Quote {
  /** The best first. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly time: number
}

type Send = (fields: readonly Field[]) => void

interface Subscription {
  readonly requestId: string
  readonly owner: string
  readonly code: string
  readonly depth: number
  readonly isIncremental: boolean
  readonly send: Send
  /** Whether it was told the whole book; what comes after that may be a change of it. */
  isTold: boolean
}

const SUBSCRIBE = '1'
const UNSUBSCRIBE = '2'

export class QuoteBoard {
  readonly #instruments: ReadonlyMap<string, Instrument>
  readonly #sizes: readonly Fixed[]
  readonly #quotes = new Map<string, Quote>()
  readonly #subscriptions = new Map<string, Subscription>()

  /** `sizes`: what is offered at each level, the best first, in units. */
  constructor(instruments: readonly Instrument[], sizes: readonly string[]) {
    this.#instruments = new Map(instruments.map((instrument) => [instrument.code, instrument]))
    this.#sizes = sizes.map(parseFixed)
  }

  quoteOf(code: string): Quote | null {
    return this.#quotes.get(code) ?? null
  }

  /** How many instruments are being told, over all who asked. */
  get asked(): number {
    return this.#subscriptions.size
  }

  /** The middle of what is quoted; null while nothing is. */
  midOf(code: string): Fixed | null {
    const quote = this.#quotes.get(code)
    const [bid, ask] = [quote?.bids[0]?.price, quote?.asks[0]?.price]
    return bid === undefined || ask === undefined ? null : (bid + ask) / 2n
  }

  priceText(code: string, price: Fixed): string {
    return formatFixed(price, this.#instruments.get(code)?.pricePrecision ?? 8)
  }

  take(tick: Tick): void {
    const step = 10n ** BigInt(8 - (this.#instruments.get(tick.symbol)?.pricePrecision ?? 8))
    const levels = (price: Fixed, away: bigint): Level[] =>
      this.#sizes.map((size, index) => ({ price: price + away * BigInt(index) * step, size }))
    this.#quotes.set(tick.symbol, { bids: levels(tick.bid, -1n), asks: levels(tick.ask, 1n), time: tick.time })
    for (const subscription of this.#subscriptions.values()) {
      if (subscription.code === tick.symbol) this.#tell(subscription)
    }
  }

  answerRequest(message: FixMessage, owner: string, send: Send): void {
    const requestId = message.needText(Tag.MDReqID)
    const kind = message.needText(Tag.SubscriptionRequestType)
    if (kind === UNSUBSCRIBE) {
      this.forget(owner, requestId)
      return
    }
    for (const { text } of message.group(Tag.NoRelatedSym).map((entry) => ({ text: entry.needText(Tag.Symbol) }))) {
      if (!this.#instruments.has(text)) {
        send([
          [Tag.MsgType, MsgType.MarketDataRequestReject],
          [Tag.MDReqID, requestId],
          [Tag.MDReqRejReason, 0],
          [Tag.Text, `there is no ${text} here`],
        ])
        continue
      }
      const depth = message.needCount(Tag.MarketDepth) || this.#sizes.length
      const isIncremental = message.text(Tag.MDUpdateType) === '1'
      const subscription = { requestId, owner, code: text, depth, isIncremental, send, isTold: false }
      if (kind === SUBSCRIBE) this.#subscriptions.set(`${owner} ${requestId} ${text}`, subscription)
      this.#tell(subscription)
    }
  }

  answerList(message: FixMessage, send: Send): void {
    const entries = [...this.#instruments.values()].flatMap(({ code, quoteCurrency }): Field[] => [
      [Tag.Symbol, code],
      [15, quoteCurrency],
    ])
    send([
      [Tag.MsgType, MsgType.SecurityList],
      [Tag.SecurityReqID, message.needText(Tag.SecurityReqID)],
      [Tag.SecurityResponseID, `list-${message.needText(Tag.SecurityReqID)}`],
      [Tag.SecurityRequestResult, 0],
      [Tag.TotNoRelatedSym, this.#instruments.size],
      [Tag.LastFragment, 'Y'],
      [Tag.NoRelatedSym, this.#instruments.size],
      ...entries,
    ])
  }

  /** All of an owner, or one request. */
  forget(owner: string, requestId?: string): void {
    for (const [key, subscription] of this.#subscriptions) {
      if (subscription.owner === owner && (requestId === undefined || subscription.requestId === requestId)) this.#subscriptions.delete(key)
    }
  }

  #tell(subscription: Subscription): void {
    const { requestId, code, depth, isIncremental, send } = subscription
    const quote = this.#quotes.get(code)
    if (quote === undefined) return
    const isChange = isIncremental && subscription.isTold
    subscription.isTold = true
    const [date = '', time = ''] = writeTime(quote.time).split('-')
    const entry = (type: number, { price, size }: Level, index: number): Field[] => [
      ...(isChange ? ([[Tag.MDUpdateAction, 1]] as const) : []),
      ...(isChange ? [] : ([[Tag.MDEntryType, type]] as const)),
      ...(isIncremental ? ([[Tag.MDEntryID, `${code}-${type}-${index}`]] as const) : []),
      ...(isChange
        ? ([
            [Tag.MDEntryType, type],
            [Tag.Symbol, code],
          ] as const)
        : []),
      [Tag.MDEntryPx, this.priceText(code, price)],
      [Tag.MDEntrySize, formatFixedShort(size)],
      [Tag.MDEntryDate, date],
      [Tag.MDEntryTime, time],
    ]
    const entries = [
      ...quote.bids.slice(0, depth).map((level, index) => entry(0, level, index)),
      ...quote.asks.slice(0, depth).map((level, index) => entry(1, level, index)),
    ]
    send([
      [Tag.MsgType, isChange ? MsgType.MarketDataIncrement : MsgType.MarketDataSnapshot],
      [Tag.MDReqID, requestId],
      ...(isChange ? [] : ([[Tag.Symbol, code]] as const)),
      [Tag.NoMDEntries, entries.length],
      ...entries.flat(),
    ])
  }
}
