/** What a company's search screen is given by its loader. */
import type { ListedInstrument } from './drawn-instrument'

export interface MarketSearchData {
  readonly title: string
  /** All of them: what is typed is found in the page itself, and by the server where there are no scripts. */
  readonly instruments: readonly ListedInstrument[]
  /** Code and words of the failure when the list could not be read. */
  readonly failure: string | null
}

/** Name of what is searched for in the address. */
export const SEARCH_PARAMETER = 'searchCurrency'
export const SEARCH_MAX = 64

export const readSearch = (search: URLSearchParams): string => (search.get(SEARCH_PARAMETER) ?? '').trim().slice(0, SEARCH_MAX)
