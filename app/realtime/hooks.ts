/** Hooks over the live stores. Every one of them draws its component again only when its own value changes. */

import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { formatOf } from '~/language/intl'
import { useLatest } from '~/ui/use-latest'
import { dateTag } from '../../contract/language-tags'
import type { AccountFigures } from '../terms/account'
import type { ListedNotice, MarginCall } from '../terms/pushes'
import { createSightedCell, type ReadableCell } from './cell'
import type { InstrumentTerms, LiveQuote, OrderLive, QuoteSeed } from './live-stores'
import type { OrderEventListener } from './page-realtime'
import { useRealtime } from './realtime-provider'
import type { ConnectionStatus } from './socket-client'
import { watchSight } from './watch-sight'

function useCell<Value>(cell: ReadableCell<Value>): Value {
  return useSyncExternalStore(cell.subscribe, cell.get, cell.getPlanted)
}

/**
 * Seeds the quote stores with the loader's list and keeps them fed while the component is mounted and the page visible.
 * Call it in a page, above the rows that use `useQuote`.
 */
export function useMarketFeed(instruments: readonly QuoteSeed[]): void {
  const { stores, followMarket } = useRealtime()
  stores.plantQuotes(instruments)
  useEffect(() => stores.refreshQuotes(instruments), [stores, instruments])
  useEffect(() => {
    let leave: (() => void) | null = null
    const follow = () => {
      const isVisible = document.visibilityState === 'visible'
      if (isVisible && !leave) leave = followMarket()
      if (!isVisible && leave) {
        leave()
        leave = null
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      leave?.()
    }
  }, [followMarket])
}

const TELL_WHILE_BUSY_MS = 3_000

/**
 * Lets prices wait while the next page is on its way. Remix draws it as a transition, and React begins a transition anew
 * with every tick that is told meanwhile: on a slow phone the page would not come before the five seconds after which
 * React gives up waiting. The prices come together when the page is there, or every three seconds on a slow network.
 */
export function useCalmWhile(isBusy: boolean): void {
  const { stores } = useRealtime()
  useEffect(() => {
    if (!isBusy) return
    stores.hold()
    const timer = setInterval(stores.tellWaiting, TELL_WHILE_BUSY_MS)
    return () => {
      clearInterval(timer)
      stores.release()
    }
  }, [stores, isBusy])
}

/** The live quote of an instrument; undefined until a loader or the socket has named it. */
export function useQuote(instrumentId: string): LiveQuote | undefined {
  return useCell(useRealtime().stores.quote(instrumentId))
}

/**
 * The same for a row of a list: at most four times a second while the row is on the screen or near it, every three seconds while
 * it is not. Nobody deals at what it says.
 */
export function useCalmQuote(instrumentId: string, row: RefObject<Element | null>): LiveQuote | undefined {
  const { stores } = useRealtime()
  const cell = useMemo(
    () => createSightedCell(stores.calmQuote(instrumentId), stores.restingBeat, (tell) => watchSight(row.current, tell)),
    [stores, instrumentId, row],
  )
  return useCell(cell)
}

/** The sizes and distances an instrument takes; undefined until a loader has named it. They do not move. */
export function useInstrumentTerms(instrumentId: string): InstrumentTerms | undefined {
  return useRealtime().stores.termsOf(instrumentId)
}

/**
 * The quotes of many instruments by id, looked at every `everyMs`: for what is worked out from all of them together and
 * would be drawn far too often if it followed each of them.
 */
export function useQuotesEvery(instrumentIds: readonly string[], everyMs: number): ReadonlyMap<string, LiveQuote> {
  const { stores } = useRealtime()
  const wanted = instrumentIds.join(' ')
  const read = useCallback(
    () =>
      new Map(
        wanted.split(' ').flatMap((id) => {
          const quote = id === '' ? undefined : stores.quote(id).get()
          return quote === undefined ? [] : [[id, quote] as const]
        }),
      ),
    [stores, wanted],
  )
  const [quotes, setQuotes] = useState<ReadonlyMap<string, LiveQuote>>(read)
  useEffect(() => {
    const look = () => setQuotes((before) => (isSameQuotes(before, read()) ? before : read()))
    look()
    const timer = setInterval(look, everyMs)
    return () => clearInterval(timer)
  }, [read, everyMs])
  return quotes
}

function isSameQuotes(before: ReadonlyMap<string, LiveQuote>, now: ReadonlyMap<string, LiveQuote>): boolean {
  return before.size === now.size && [...now].every(([id, quote]) => before.get(id) === quote)
}

/** The last margin call of this trader since the page was opened; null for none. A reconnect tells none twice. */
export function useMarginCall(): MarginCall | null {
  return useCell(useRealtime().stores.notice)
}

/** Live price and profit of a holding order; undefined until the first push names it (show the loader's values then). */
export function useOrderLive(orderId: string): OrderLive | undefined {
  return useCell(useRealtime().stores.order(orderId))
}

/**
 * The account's figures: the loader's until the first push, then the pushes'. A refetched loader wins over an older push
 * because a close or a deposit may have changed it; the next push follows at once.
 */
export function useAccountFigures(loaded: AccountFigures): AccountFigures
export function useAccountFigures(loaded?: AccountFigures | null): AccountFigures | null
export function useAccountFigures(loaded?: AccountFigures | null): AccountFigures | null {
  const { stores } = useRealtime()
  const live = useCell(stores.account)
  const lastLoaded = useRef<AccountFigures | null>(null)
  useEffect(() => {
    if (!loaded || lastLoaded.current === loaded) return
    lastLoaded.current = loaded
    stores.account.set(loaded)
  }, [stores, loaded])
  return live ?? loaded ?? null
}

/** How many positions are held; the loader's number until the first push. */
export function useHoldingCount(loaded?: number): number | undefined {
  return useCell(useRealtime().stores.holdingCount) ?? loaded
}

/** Ids of the orders whose provider has not answered yet, with a space between them; undefined until the broker has told. */
export function useUnderWayIds(): string | undefined {
  return useCell(useRealtime().stores.underWay)
}

/** An order was closed or cancelled, or a pending one was filled: it is open now. */
export function useOrderEvents(listener: OrderEventListener): void {
  const { onOrderEvent } = useRealtime()
  const latest = useLatest(listener)
  useEffect(() => onOrderEvent((event) => latest.current(event)), [onOrderEvent])
}

/** Runs when a line was added to the trader's notices. */
export function useListedNotices(listener: (notice: ListedNotice) => void): void {
  const { onListedNotice } = useRealtime()
  const latest = useLatest(listener)
  useEffect(() => onListedNotice((notice) => latest.current(notice)), [onListedNotice])
}

/** Runs when events of orders may have been missed: after a reconnect, or after a hole in the stream. Read the orders anew. */
export function useMissedEvents(onMissed: () => void): void {
  const { onMissedEvents } = useRealtime()
  const latest = useLatest(onMissed)
  useEffect(() => onMissedEvents(() => latest.current()), [onMissedEvents])
}

const SERVER_STATUS: ConnectionStatus = { state: 'connecting', lastMessageAt: null, latencyMs: null }

interface Connection extends ConnectionStatus {
  /** True when a connection that was there is gone, or could not be made: prices are muted, trading is locked. */
  readonly isLost: boolean
  retryNow(): void
}

export function useConnection(): Connection {
  const { client } = useRealtime()
  const status = useSyncExternalStore(client.onStatus, client.status, () => SERVER_STATUS)
  const retryNow = useCallback(() => client.start(), [client])
  return { ...status, isLost: status.state === 'reconnecting' || status.state === 'offline', retryNow }
}

/** Runs when the connection is back after a loss; what was missed meanwhile must be read again. */
export function useRecovery(onRecovered: () => void): void {
  const { client } = useRealtime()
  const latest = useLatest(onRecovered)
  useEffect(() => client.onRecovered(() => latest.current()), [client])
}

/** The broker's clock, Unix milliseconds, renewed every `everyMs`; null on the server and until the broker was heard. */
export function useBrokerNow(everyMs = 1_000): number | null {
  const { stores } = useRealtime()
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const read = () => {
      const offset = stores.clockOffset.get()
      setNow(offset === null ? null : Date.now() + offset)
    }
    read()
    const timer = setInterval(read, everyMs)
    return () => clearInterval(timer)
  }, [stores, everyMs])
  return now
}

/** True when the market is open and the price is older than `afterMs`. Only a change of that answer draws anything. */
export function useIsStale(instrumentId: string, afterMs: number): boolean {
  const cell = useRealtime().stores.quote(instrumentId)
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaveCell = cell.subscribe(listener)
      // What never goes stale needs no clock.
      const timer = afterMs === Number.POSITIVE_INFINITY ? undefined : setInterval(listener, 1_000)
      return () => {
        leaveCell()
        clearInterval(timer)
      }
    },
    [cell, afterMs],
  )
  const read = useCallback(() => {
    const quote = cell.get()
    return quote?.isOpen === true && Date.now() - quote.receivedAt > afterMs
  }, [cell, afterMs])
  return useSyncExternalStore(subscribe, read, () => false)
}

const CLOCK_OPTIONS: Intl.DateTimeFormatOptions = {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}

/** A moment of the page's clock as the broker's wall time in London, "14:38:02"; null for none. Not for the server's page. */
export function useBrokerTime(pageTimeMs: number | null): string | null {
  const offset = useRealtime().stores.clockOffset.get() ?? 0
  if (pageTimeMs === null) return null
  return formatOf(dateTag('en'), CLOCK_OPTIONS).format(pageTimeMs + offset)
}

/** Whether the instrument can be traded now; undefined until its quote is known. Ticks draw nothing. */
export function useIsMarketOpen(instrumentId: string): boolean | undefined {
  const cell = useRealtime().stores.quote(instrumentId)
  return useSyncExternalStore(
    cell.subscribe,
    () => cell.get()?.isOpen,
    () => cell.getPlanted()?.isOpen,
  )
}
