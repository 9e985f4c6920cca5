/** Asks again by itself for what may come by itself: a witness's signature every few seconds, the network when it is back. */
import { useEffect, useRef } from 'react'
import type { Verdict } from './verdict'

const EVERY_MS = 5_000
/** After this the person asks. */
const TIMES = 12

export function useWhileWaiting(verdict: Verdict | null, again: () => void): void {
  const asked = useRef(0)
  useEffect(() => {
    if (verdict !== 'notWitnessed' && verdict !== null) asked.current = 0
    if (verdict === 'offline') {
      window.addEventListener('online', again)
      return () => window.removeEventListener('online', again)
    }
    if (verdict !== 'notWitnessed' || asked.current >= TIMES) return
    const timer = setTimeout(() => {
      asked.current += 1
      again()
    }, EVERY_MS)
    return () => clearTimeout(timer)
  })
}
