/** Puts socket client and live stores together for one page: which topic feeds which store, and what the device tells us. */

import { paths } from '~/addresses/paths'
import type { LiveCandle } from '../terms/candle'
import {
  type ListedNotice,
  type OrderEvent,
  type PushedNotice,
  readAccountMoment,
  readLiveCandles,
  readNotice,
  readOrderEvents,
} from '../terms/pushes'
import { readMarketRows } from '../terms/quote'
import { createLiveStores, type LiveStores } from './live-stores'
import { createSocketClient, type SocketClient, type SocketClientOptions, type SocketLike, type Ticket } from './socket-client'

export type OrderEventListener = (event: OrderEvent) => void
export type KlineListener = (candle: LiveCandle, isSnapshot: boolean) => void

export interface Realtime {
  readonly client: SocketClient
  readonly stores: LiveStores
  changeTrader(traderId: string | null): void
  /** Feeds the quote stores until the returned function is called. */
  followMarket(): () => void
  followCandles(code: string, listener: KlineListener): () => void
  onOrderEvent(listener: OrderEventListener): () => void
  /** Runs when a line was added to the trader's notices. What was there before is told to nobody anew. */
  onListedNotice(listener: (notice: ListedNotice) => void): () => void
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

  /** A snapshot tells what was before this connection. */
  function followNotices(tell: (notice: PushedNotice) => void): () => void {
    return client.subscribe('ACCOUNT_NOTICE', ({ snapshot, data }) => {
      if (snapshot !== true) tell(readNotice(data))
    })
  }

  function followAccount(): () => void {
    const leaveTrade = client.subscribe('FOREX_TRADE', (push) => {
      stores.heardClock(push.ts)
      const moment = readAccountMoment(push.data)
      if (moment !== null) stores.applyAccount(moment)
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
      for (const event of readOrderEvents(push.data)) for (const listener of [...orderListeners]) listener(event)
    })
    // What was called before this connection is not told again: the live figures say whether it still holds.
    const leaveNotice = followNotices(({ marginCall }) => {
      if (marginCall !== undefined) stores.notice.set(marginCall)
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
        stores.applyDayMarket(readMarketRows(push.data), push.ts)
      }),
    followCandles: (code, listener) =>
      client.subscribe(`KLINE.${code}`, (push) => {
        for (const candle of readLiveCandles(push.data)) listener(candle, push.snapshot === true)
      }),
    onOrderEvent(listener) {
      orderListeners.add(listener)
      return () => orderListeners.delete(listener)
    },
    onListedNotice: (listener) =>
      followNotices(({ listed }) => {
        if (listed !== undefined) listener(listed)
      }),
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
