/** A desk that nobody sits at signs itself out, even while its page goes on reading what is new. */

import { useEffect } from 'react'
import { useLatest } from '~/ui/use-latest'
import { OPERATOR_IDLE_MINUTES } from '../../../../contract/told-limits'

export const IDLE_LIMIT_MS = OPERATOR_IDLE_MINUTES * 60_000
const LOOK_EVERY_MS = 15_000
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

export function useIdleSignOut(leave: () => void): void {
  const latest = useLatest(leave)
  useEffect(() => {
    let lastSeenAt = Date.now()
    const seen = () => {
      // A machine that slept through the limit is not kept signed in by the hand that wakes it.
      if (Date.now() - lastSeenAt < IDLE_LIMIT_MS) lastSeenAt = Date.now()
    }
    const timer = setInterval(() => {
      if (Date.now() - lastSeenAt < IDLE_LIMIT_MS) return
      clearInterval(timer)
      latest.current()
    }, LOOK_EVERY_MS)
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, seen, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, seen)
    }
  }, [])
}
