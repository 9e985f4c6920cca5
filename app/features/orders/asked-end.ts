/** Which order is asked about before it ends, page-wide: its row asks, and so does the message that it was placed. */
import { useEffect } from 'react'
import { create } from 'zustand'

interface AskedEnd {
  readonly id: string | null
  /** A list of orders stands in the page and asks the question. */
  readonly isServed: boolean
}

export const useAskedEnd = create<AskedEnd>(() => ({ id: null, isServed: false }))

export const askEnd = (id: string | null): void => useAskedEnd.setState({ id })

/** For the list that asks: what was asked for is forgotten with it. */
export function useServeAskedEnd(): void {
  useEffect(() => {
    useAskedEnd.setState({ isServed: true })
    return () => useAskedEnd.setState({ id: null, isServed: false })
  }, [])
}
