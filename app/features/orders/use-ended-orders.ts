import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useOrderEvents, useRecovery, useUnderWayIds } from '../../realtime'
import type { Order } from '../../terms/order'
import { noteEndedHere } from './ended-here'
import { noteSeen } from './seen-orders'

const LEAVE_MS = 220

/**
 * Orders that end while the list is open, here or elsewhere: they leave with a short move, and the list is
 * read again because balance and counts have changed. What others caused is told by `OrderMessages`, on every screen.
 */
export function useEndedOrders(orders: readonly Order[], onGone: (id: string) => void) {
  const revalidator = useRevalidator()
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => noteSeen(orders), [orders])
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])

  useOrderEvents((event) => {
    setLeaving((before) => new Set([...before, event.id]))
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      onGone(event.id)
      setLeaving((before) => new Set([...before].filter((id) => id !== event.id)))
    }, LEAVE_MS)
    timers.current.add(timer)
    if (revalidator.state === 'idle') revalidator.revalidate()
  })
  useRecovery(() => revalidator.revalidate())

  // A provider has been asked, or has answered: where nothing was filled no event tells of it.
  const underWay = useUnderWayIds()
  const lastUnderWay = useRef(underWay)
  const { revalidate } = revalidator
  useEffect(() => {
    const before = lastUnderWay.current
    lastUnderWay.current = underWay
    if (before !== undefined && underWay !== undefined && before !== underWay) revalidate()
  }, [underWay, revalidate])

  const markEndedHere = useCallback((id: string) => noteEndedHere([id]), [])
  return { leaving, markEndedHere }
}
