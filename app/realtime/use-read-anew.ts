import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useMemo, useRef } from 'react'
import { useHoldingCount } from '.'

/**
 * Reads the page's data again. What is asked for while a load is under way comes after it: that one may have missed it, and a page
 * that follows a form would be asked for anew without the message that came with it.
 */
export function useReadAnew(): { readonly readAnew: () => void; readonly readAgainIfBusy: () => void } {
  const { state, revalidate } = useRevalidator()
  const isNavigating = useNavigation().state !== 'idle'
  const isBusy = isNavigating || state !== 'idle'
  const isOwed = useRef(false)
  const now = useRef({ isBusy, revalidate })
  now.current = { isBusy, revalidate }
  useEffect(() => {
    if (isBusy || !isOwed.current) return
    isOwed.current = false
    revalidate()
  }, [isBusy, revalidate])
  return useMemo(() => {
    const readAgainIfBusy = () => {
      if (now.current.isBusy) isOwed.current = true
    }
    const readAnew = () => {
      if (now.current.isBusy) isOwed.current = true
      else now.current.revalidate()
    }
    return { readAnew, readAgainIfBusy }
  }, [])
}

/** The push of an order that this page itself has placed or turned round comes before its load. */
const SETTLE_MS = 1_500

/**
 * Positions that were opened elsewhere: the push counts others than the list. Each count is looked into once.
 * @param loadedTotal how many the list says there are; null on a tab that does not count positions
 */
export function useForeignOrders(loadedTotal: number | null, readAnew: () => void): void {
  const liveCount = useHoldingCount()
  const lookedInto = useRef<number | null>(null)
  useEffect(() => {
    if (loadedTotal === null || liveCount === undefined) return
    if (liveCount === loadedTotal) {
      lookedInto.current = null
      return
    }
    if (lookedInto.current === liveCount) return
    const timer = setTimeout(() => {
      lookedInto.current = liveCount
      readAnew()
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [loadedTotal, liveCount, readAnew])
}
