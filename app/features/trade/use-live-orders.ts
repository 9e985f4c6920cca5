/** The loaded data, kept in step with what happens to its orders: pushes, trailing stops, and what other devices do. */
import { useEffect, useMemo, useState } from 'react'
import { useMissedEvents, useOrderEvents } from '../../realtime'
import { useRealtime } from '../../realtime/realtime-provider'
import { useForeignOrders, useReadAnew } from '../../realtime/use-read-anew'
import type { Order } from '../../terms/order'
import { isTrailing } from './chart/chart-lines'
import { followedStop, type HeardEvent, newerEvents, withEvents, withTrailedStops } from './live-orders'
import type { TradeData } from './scene/trade-data'

/** A row that leaves is seen to leave: as long as the move of the table takes. */
const LEAVE_MS = 220
/** How often the page looks where trailing stops stand. */
const TRAIL_MS = 1_000

const NONE: readonly HeardEvent[] = []

export function useLiveOrders(loaded: TradeData): TradeData {
  const { stores } = useRealtime()
  const [heard, setHeard] = useState(NONE)
  const { readAnew, readAgainIfBusy } = useReadAnew()
  useOrderEvents((event) => {
    const at = Date.now() + (stores.clockOffset.get() ?? 0)
    const hear = () => setHeard((before) => [...before, { event, at }])
    if (event.status === 'open') hear()
    else setTimeout(hear, LEAVE_MS)
    // The dock reads the lists again by itself; a load that is under way may have been asked for before this.
    readAgainIfBusy()
  })
  useMissedEvents(readAnew)
  useForeignOrders(loaded.orders?.holding.total ?? null, readAnew)
  // What a load has brought need not be remembered.
  useEffect(() => setHeard((before) => newerEvents(loaded, before)), [loaded])
  const told = useMemo(() => withEvents(loaded, heard), [loaded, heard])
  const stops = useTrailedStops(told)
  return useMemo(() => withTrailedStops(told, stops), [told, stops])
}

const NO_STOPS: ReadonlyMap<string, string> = new Map()

/** Stop losses that follow the price, by order id, where the quotes of this page have taken them. The broker's are read with the next load. */
function useTrailedStops({ orders }: TradeData): ReadonlyMap<string, string> {
  const { stores } = useRealtime()
  const [stops, setStops] = useState(NO_STOPS)
  const trailing = useMemo(() => orders?.holding.orders.filter(isTrailing) ?? [], [orders])
  useEffect(() => {
    if (trailing.length === 0) {
      setStops(NO_STOPS)
      return
    }
    const best = new Map<string, string>()
    const follow = (order: Order) => {
      const quote = stores.quote(order.instrument.id).get()
      const stop = quote === undefined || !quote.isOpen ? null : followedStop(order, best.get(order.id), quote)
      if (stop !== null) best.set(order.id, stop)
    }
    const leave = trailing.map((order) => stores.quote(order.instrument.id).subscribe(() => follow(order)))
    const look = () => setStops((before) => (isSame(before, best) ? before : new Map(best)))
    const timer = setInterval(look, TRAIL_MS)
    return () => {
      clearInterval(timer)
      for (const end of leave) end()
    }
  }, [trailing, stores])
  return stops
}

function isSame(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): boolean {
  return before.size === now.size && [...now].every(([id, stop]) => before.get(id) === stop)
}
