/**
 * "in 2 h 14 min" beside the moment at which a market opens or closes. It starts from the server's clock, so the page that is
 * hydrated says what the server said, and goes on by the minute, by the second in the last one. It is for the eye: the moment
 * itself stands beside it, and nobody has to hear every minute.
 */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRealtime } from '../../realtime/realtime-provider'
import { leftParts, nextChangeMs } from './time-left'

/** Milliseconds until then; by the broker's clock once it was heard. `readAt`: its clock when the page was written. */
export function useTimeLeft(atMs: number | null, readAt: number): number | null {
  const { stores } = useRealtime()
  const [left, setLeft] = useState<number | null>(atMs === null ? null : atMs - readAt)
  const start = useRef({ readAt, pageTime: 0 })
  useEffect(() => {
    if (atMs === null) {
      setLeft(null)
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    start.current = { readAt, pageTime: performance.now() }
    const read = () => {
      const offset = stores.clockOffset.get()
      const now = offset === null ? start.current.readAt + performance.now() - start.current.pageTime : Date.now() + offset
      const rest = atMs - now
      setLeft(rest)
      if (rest > 0) timer = setTimeout(read, nextChangeMs(rest))
    }
    read()
    const leave = stores.clockOffset.subscribe(() => {
      clearTimeout(timer)
      read()
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [atMs, readAt, stores])
  return left
}

export function Countdown({ atMs, readAt }: { atMs: number | null; readAt: number }) {
  const { t } = useTranslation('product')
  const left = useTimeLeft(atMs, readAt)
  if (left === null || left <= 0) return null
  const { unit, ...parts } = leftParts(left)
  return (
    <span aria-hidden="true" data-num="">
      ({t('session.in', { time: t(`duration.${unit}`, parts) })})
    </span>
  )
}
