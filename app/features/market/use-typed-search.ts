/** What is typed in a search of the market, and the address that follows after the last key: back, reload and a shared link show the same. */
import { useSearchParams } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { readSearch, SEARCH_MAX, SEARCH_PARAMETER } from './search-data'

const WAIT_MS = 150

interface TypedSearch {
  readonly text: string
  setText(text: string): void
  /** What the address says. */
  readonly query: string
}

/** @param isHere the page that is shown is the one that is searched; elsewhere the address is left as it is */
export function useTypedSearch(isHere = true): TypedSearch {
  const [parameters, setParameters] = useSearchParams()
  const query = isHere ? readSearch(parameters) : ''
  const [text, setText] = useState(query)
  const written = useRef(query)
  // Back, forward and "Show all markets" change the address without the field.
  useEffect(() => {
    if (query === written.current) return
    written.current = query
    setText(query)
  }, [query])
  useEffect(() => {
    const typed = text.trim().slice(0, SEARCH_MAX)
    if (!isHere || typed === written.current) return
    const timer = setTimeout(() => {
      written.current = typed
      setParameters(withSearch(typed), { replace: true, preventScrollReset: true })
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [text, isHere, setParameters])
  return { text, setText, query }
}

const withSearch = (typed: string) => (before: URLSearchParams) => {
  const after = new URLSearchParams(before)
  if (typed === '') after.delete(SEARCH_PARAMETER)
  else after.set(SEARCH_PARAMETER, typed)
  return after
}
