/** Puts socket client and live stores together for one page: which topic feeds which store, and what the device tells us. */

import { paths } from '~/addresses/paths'
import type { ClosedPush, DayMarketRow, KlinePush, MarginCallPush, TradePush } from '../../contract/socket'
import { createLiveStores, type LiveStores } from './live-stores'
import { createSocketClient, type SocketClient, type SocketClientOptions, type SocketLike, type Ticket } from './socket-client'

export type OrderEvent = ClosedPush
export type OrderEventListener = (event: OrderEvent) => void
export type KlineListener = (candle: KlinePush, isSnapshot: boolean) => void

export interface Realtime {
  readonly client: SocketClient
  readonly stores: LiveStores
  changeTrader(traderId: string | null): void
  /** Feeds the quote stores until the returned function is called. */
  followMarket(): () => void
  followCandles(code: string, listener: KlineListener): () => void
  onOrderEvent(listener: OrderEventListener): () => void
  /** Runs when events of orders may have been missed since the page began to listen: its orders must be read anew. */
  onMissedEvents(listener: () => void): () => void
  /** Listens to the device: network gone or back, page shown again. */
  watchPage(): () => void
}

const TICKET_PATH = paths.action.socketTicket()

export function createPageRealtime(socketUrl: string, overrides: Partial<SocketClientOptions> = {}): Realtime {
  const client = createSocketClient({
    openSocket: () => new WebSocket(socketUrl) as unknown as SocketLike,
    fetchTicket: fetchPageTicket,
    now: () => Date.now(),
    setTimer: (run, delayMs) => setTimeout(run, delayMs),
    clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    random: Math.random,
    ...(import.meta.env.DEV ? { inspect: inspectInDevelopment } : {}),
    ...overrides,
  })
  return joinRealtime(client, createLiveStores(overrides.now ?? (() => Date.now())))
}

function joinRealtime(client: SocketClient, stores: LiveStores): Realtime {
  const orderListeners = new Set<OrderEventListener>()
  const missedListeners = new Set<() => void>()
  let traderId: string | null = null
  let leavePrivateTopics: (() => void) | null = null

  function followAccount(): () => void {
    const leaveTrade = client.subscribe('FOREX_TRADE', (push) => {
      stores.heardClock(push.ts)
      if (isRecord(push.data) && Array.isArray(push.data.orders)) stores.applyTrade(push.data as TradePush)
    })
    let hasListened = false
    const leaveClosed = client.subscribe('FOREX_CLOSED', (push) => {
      // A snapshot tells of what was before this connection or after a hole. That is read anew, never told as news.
      if (push.snapshot === true) {
        if (hasListened) for (const listener of [...missedListeners]) listener()
        hasListened = true
        return
      }
      hasListened = true
      const events: unknown[] = Array.isArray(push.data) ? push.data : [push.data]
      for (const event of events) {
        if (isRecord(event) && typeof event.Id === 'string') for (const listener of [...orderListeners]) listener(event as OrderEvent)
      }
    })
    const leaveNotice = client.subscribe('ACCOUNT_NOTICE', (push) => {
      // A snapshot tells what was called before this connection: the live figures say whether it still holds.
      if (push.snapshot !== true && isRecord(push.data) && push.data.Kind === 'margin_call') stores.notice.set(push.data as MarginCallPush)
    })
    return () => {
      leaveTrade()
      leaveClosed()
      leaveNotice()
    }
  }

  return {
    client,
    stores,
    changeTrader(nextId) {
      if (nextId === traderId) return
      traderId = nextId
      stores.forgetTrader()
      leavePrivateTopics?.()
      leavePrivateTopics = nextId === null ? null : followAccount()
      client.changeTrader(nextId)
    },
    followMarket: () =>
      client.subscribe('DAY_MARKET', (push) => {
        stores.heardClock(push.ts)
        if (Array.isArray(push.data)) stores.applyDayMarket(push.data as DayMarketRow[], push.ts)
      }),
    followCandles: (code, listener) =>
      client.subscribe(`KLINE.${code}`, (push) => {
        const candles: unknown[] = Array.isArray(push.data) ? push.data : [push.data]
        for (const candle of candles) if (isRecord(candle)) listener(candle as KlinePush, push.snapshot === true)
      }),
    onOrderEvent(listener) {
      orderListeners.add(listener)
      return () => orderListeners.delete(listener)
    },
    onMissedEvents(listener) {
      missedListeners.add(listener)
      return () => missedListeners.delete(listener)
    },
    watchPage() {
      const wake = () => {
        if (document.visibilityState === 'visible') client.start()
      }
      const suspend = () => client.suspend()
      window.addEventListener('online', wake)
      window.addEventListener('offline', suspend)
      document.addEventListener('visibilitychange', wake)
      return () => {
        window.removeEventListener('online', wake)
        window.removeEventListener('offline', suspend)
        document.removeEventListener('visibilitychange', wake)
      }
    },
  }
}

/** zod is fetched only in development; a frame that breaks the contract is named in the console and still used. */
function inspectInDevelopment(message: unknown) {
  const check = import('./inspect-message').then(({ inspectMessage }) => {
    try {
      inspectMessage(message)
    } catch (error) {
      console.error('a frame of the socket breaks the contract', message, error)
    }
  })
  // Without a network the checker itself cannot be fetched; nothing depends on it.
  check.catch(() => undefined)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object'
}

/** The site exchanges its session cookie for a single-use key; the session token itself never reaches a script. */
async function fetchPageTicket(): Promise<Ticket> {
  const response = await fetch(TICKET_PATH, { method: 'POST', headers: { accept: 'application/json' } })
  if (response.status === 401 || response.status === 403) return 'expired'
  if (!response.ok) throw new Error(`socket ticket: ${response.status}`)
  const body: unknown = await response.json()
  if (isRecord(body) && body.isUnknown === true) throw new Error('socket ticket: the broker gave none')
  const ticket = isRecord(body) ? body.ticket : null
  return typeof ticket === 'string' && ticket !== '' ? { ticket } : 'anonymous'
}
