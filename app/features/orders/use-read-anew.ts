import { useRevalidator } from '@remix-run/react'
import { useEffect, useMemo, useRef } from 'react'
import { useHoldingCount } from '../../realtime'

/** Reads the page's data again. What is asked for while a load is under way comes after it: that one may have missed it. */
export function useReadAnew(): { readonly readAnew: () => void; readonly readAgainIfBusy: () => void } {
  const { state, revalidate } = useRevalidator()
  const isOwed = useRef(false)
  const now = useRef({ state, revalidate })
  now.current = { state, revalidate }
  useEffect(() => {
    if (state !== 'idle' || !isOwed.current) return
    isOwed.current = false
    revalidate()
  }, [state, revalidate])
  return useMemo(() => {
    const readAgainIfBusy = () => {
      if (now.current.state !== 'idle') isOwed.current = true
    }
    const readAnew = () => {
      if (now.current.state === 'idle') now.current.revalidate()
      else isOwed.current = true
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
