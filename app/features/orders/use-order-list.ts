import { useFetcher } from '@remix-run/react'
import { useEffect, useReducer, useRef, useState } from 'react'
import { paths } from '../../addresses/paths'
import { isComplete, orderListReducer, startOrderList } from './order-list'
import type { OrdersData, OrdersPageData, OrderTabId, OrderTimes } from './orders-data'

/** The list of a tab with its next pages. Fresh loader data starts it anew at the page that was loaded. */
export function useOrderList(tab: OrderTabId, loaded: OrdersPageData) {
  const [list, dispatch] = useReducer(orderListReducer, loaded, startOrderList)
  const [moreTimes, setMoreTimes] = useState<Readonly<Record<string, OrderTimes>>>({})
  const [lastAdded, setLastAdded] = useState(0)
  const shown = useRef(loaded)
  const fetcher = useFetcher<OrdersData>()

  useEffect(() => {
    if (shown.current === loaded) return
    shown.current = loaded
    dispatch({ ...loaded, type: 'restarted' })
  }, [loaded])

  useEffect(() => {
    const answer = fetcher.data
    if (!answer?.ok || answer.tab !== tab) return
    setMoreTimes((before) => ({ ...before, ...answer.list.times }))
    setLastAdded(answer.list.orders.length)
    dispatch({ ...answer.list, type: 'page-loaded' })
  }, [fetcher.data, tab])

  const hasMore = !isComplete(list)
  return {
    list,
    dispatch,
    times: { ...moreTimes, ...loaded.times },
    hasMore,
    lastAdded,
    isLoadingMore: fetcher.state !== 'idle',
    loadMore: () => {
      if (hasMore && fetcher.state === 'idle') fetcher.load(paths.orders({ type: tab, ...list.next }))
    },
  }
}
