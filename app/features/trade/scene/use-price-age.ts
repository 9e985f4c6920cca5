import { useEffect, useState } from 'react'
import type { LiveQuote } from '../../../realtime'

/** Whole seconds since the price was made, counted on while `isCounting`; 0 otherwise. */
export function usePriceAge(quote: LiveQuote | undefined, isCounting: boolean): number {
  const [seconds, setSeconds] = useState(0)
  const madeAt = quote?.receivedAt
  useEffect(() => {
    if (!isCounting || madeAt === undefined) {
      setSeconds(0)
      return
    }
    const read = () => setSeconds(Math.max(0, Math.floor((Date.now() - madeAt) / 1000)))
    read()
    const timer = setInterval(read, 1000)
    return () => clearInterval(timer)
  }, [madeAt, isCounting])
  return seconds
}
