import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** Reads the page anew; resolves when that is done. */
export function useRefresh(): () => Promise<void> {
  const { state, revalidate } = useRevalidator()
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    if (state === 'idle') for (const done of waiting.current.splice(0)) done()
  }, [state])
  return () =>
    new Promise((resolve) => {
      waiting.current.push(resolve)
      revalidate()
    })
}
