/**
 * FOREX_TRADE, FOREX_CLOSED and ACCOUNT_NOTICE: one trader's account as it moves, every order that was filled, closed or
 * cancelled, and what the trader must be told about the margin.
 *
 * Invariant: the trader of a stream comes from the login of the connection, never from a topic's name. FOREX_TRADE is conflated
 * (latest figures win); an event of the other two is never left out: a client too slow for it is disconnected.
 */
import type { Language } from '../../contract/primitives'
import type { ClosedPush } from '../../contract/socket'
import type { Bus, BusEvent } from '../bus/bus'
import { loggableError } from '../db/loggable-error'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { formatMoment } from '../ground/moment'
import type { OrderEventPayload } from '../ledger/order-event'
import type { Connection } from './connection'
import type { SocketTrader } from './sign-in'
import type { AccountSource, MarketSource } from './sources'
import { WhileWatched } from './while-watched'

export const FOREX_TRADE = 'FOREX_TRADE'
const FOREX_CLOSED = 'FOREX_CLOSED'
export const ACCOUNT_NOTICE = 'ACCOUNT_NOTICE'
/** At most 4 pushes a second. */
const FOREX_TRADE_INTERVAL_MS = 250

/** Connections of one trader that watch the account. */
interface TradeAudience {
  readonly trader: SocketTrader
  readonly members: Map<Connection, { sent: string; isAsking: boolean }>
  isReading: boolean
  /** Something happened to the orders: read again even if no price has moved. */
  isStale: boolean
  /** Without open orders no price can move the figures. */
  hasOrders: boolean
}

interface PrivateStreamsParts {
  readonly accounts: AccountSource
  readonly market: MarketSource
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: Logger
}

export class PrivateStreams {
  readonly #parts: PrivateStreamsParts
  readonly #trades = new Map<string, TradeAudience>()
  readonly #prices: WhileWatched
  /** Topics of events, by who listens. */
  readonly #events = new Map<Connection, Set<string>>()
  #pricesMoved = false

  constructor(parts: PrivateStreamsParts) {
    this.#parts = parts
    this.#prices = new WhileWatched(() => {
      const timer = setInterval(() => this.flush(), FOREX_TRADE_INTERVAL_MS)
      const stop = parts.market.onQuote(() => {
        this.#pricesMoved = true
      })
      return [stop, () => clearInterval(timer)]
    })
  }

  close(): void {
    this.#prices.stop()
  }

  joinTrade(connection: Connection, trader: SocketTrader): () => void {
    const key = keyOf(trader)
    let audience = this.#trades.get(key)
    if (audience === undefined) {
      audience = { trader, members: new Map(), isReading: false, isStale: true, hasOrders: true }
      this.#trades.set(key, audience)
      this.#prices.start()
    }
    const joined = audience
    joined.members.set(connection, { sent: '', isAsking: true })
    joined.isStale = true
    void this.#read(joined)
    const stopListening = this.#parts.bus.subscribe({ tenantId: trader.tenant.id, traderId: trader.traderId }, (event) => {
      if (event.topic === FOREX_TRADE || event.topic === FOREX_CLOSED) joined.isStale = true
    })
    return () => {
      stopListening()
      joined.members.delete(connection)
      if (joined.members.size > 0 || this.#trades.get(key) !== joined) return
      this.#trades.delete(key)
      if (this.#trades.size === 0) this.#prices.stop()
    }
  }

  joinClosed(connection: Connection, trader: SocketTrader): () => void {
    return this.#joinEvents(connection, trader, FOREX_CLOSED, (payload) => closedPush(payload as OrderEventPayload, connection.language))
  }

  joinNotices(connection: Connection, trader: SocketTrader): () => void {
    return this.#joinEvents(connection, trader, ACCOUNT_NOTICE, (payload) => payload)
  }

  /** Events have no state to show; the empty snapshot opens the numbering. */
  #openNumbers(connection: Connection, topic: string): void {
    connection.push(topic, this.#parts.clock.now(), '[]', true)
  }

  #joinEvents(connection: Connection, trader: SocketTrader, topic: string, asRead: (payload: unknown) => unknown): () => void {
    this.#openNumbers(connection, topic)
    const topics = this.#events.get(connection) ?? new Set()
    this.#events.set(connection, topics.add(topic))
    const stopListening = this.#parts.bus.subscribe({ tenantId: trader.tenant.id, traderId: trader.traderId }, (event: BusEvent) => {
      if (event.topic === topic) connection.push(topic, this.#parts.clock.now(), JSON.stringify(asRead(event.payload)))
    })
    return () => {
      stopListening()
      topics.delete(topic)
      if (topics.size === 0) this.#events.delete(connection)
    }
  }

  /** Something may not have been heard: accounts are read again soon. */
  lookAgain(): void {
    for (const audience of this.#trades.values()) audience.isStale = true
  }

  /** Something was not heard: who listens to events gets another snapshot, which says that the state is to be read anew. */
  missed(): void {
    this.lookAgain()
    for (const [connection, topics] of this.#events) for (const topic of topics) this.#openNumbers(connection, topic)
  }

  /** Reads the accounts that are watched, if a price or an order has changed since the last time. */
  flush(): void {
    const moved = this.#pricesMoved
    this.#pricesMoved = false
    for (const audience of this.#trades.values()) {
      if (audience.isStale || (moved && audience.hasOrders)) void this.#read(audience)
    }
  }

  async #read(audience: TradeAudience): Promise<void> {
    if (audience.isReading) return
    audience.isReading = true
    audience.isStale = false
    try {
      const snapshot = await this.#parts.accounts.snapshot(audience.trader.tenant, audience.trader.traderId)
      const figures = JSON.stringify(snapshot)
      audience.hasOrders = snapshot.orders.length > 0
      const ts = this.#parts.clock.now()
      for (const [connection, member] of audience.members) {
        // The latest figures replace all earlier ones, so a client that is behind simply gets a later push.
        if (!member.isAsking && (member.sent === figures || connection.isBehind)) continue
        connection.push(FOREX_TRADE, ts, figures, member.isAsking)
        member.sent = figures
        member.isAsking = false
      }
    } catch (error) {
      audience.isStale = true
      this.#parts.logger.warn(
        { err: loggableError(error), tenant: audience.trader.tenant.id },
        'an account could not be read for its socket',
      )
    } finally {
      audience.isReading = false
    }
  }
}

/** The event as this listener reads it: the moment in words of its language. */
function closedPush({ CompletedAt, ...event }: OrderEventPayload, language: Language): ClosedPush {
  return { ...event, CompleteTimeHandler: CompletedAt === null ? '' : formatMoment(CompletedAt, language) }
}

function keyOf({ tenant, traderId }: SocketTrader): string {
  return `${tenant.id}\0${traderId}`
}
