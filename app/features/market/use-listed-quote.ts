import type { RefObject } from 'react'
import { useCalmQuote } from '../../realtime'
import { decimalParts } from '../../ui/decimal-text'
import type { ListedInstrument } from './drawn-instrument'

interface ListedQuote {
  readonly close: string
  /** Percent since the day's open, signed. */
  readonly change: string
  readonly low: string
  readonly high: string
  readonly isClosed: boolean
  /** As it is drawn: a closed market goes nowhere. */
  readonly direction: 'up' | 'down' | 'flat'
}

/** What a row of a list says of its instrument: the live quote, or the loader's until there is one. */
export function useListedQuote({ id, isOpen, quote: seed }: ListedInstrument, row: RefObject<Element | null>): ListedQuote {
  const quote = useCalmQuote(id, row)
  const change = quote?.change ?? seed.change
  const isClosed = !(quote?.isOpen ?? isOpen)
  return {
    close: quote?.last ?? seed.last,
    change,
    low: quote?.low ?? seed.low,
    high: quote?.high ?? seed.high,
    isClosed,
    direction: isClosed ? 'flat' : directionOf(change),
  }
}

/** Of the number as it is shown: what rounds to zero goes nowhere. */
function directionOf(change: string): ListedQuote['direction'] {
  const sign = decimalParts(change, { decimals: 2, signed: true, rounding: 'half-up' })?.sign ?? ''
  return sign === '' ? 'flat' : sign === '+' ? 'up' : 'down'
}
