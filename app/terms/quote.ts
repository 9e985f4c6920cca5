/** What an instrument is worth at a time. Prices stay decimal text on their way to a page; `exactPrices` reads them once for all who reckon. */
import type { Quotations } from '../../contract/market'
import { parseRate, type Rate } from '../../rules/conversion'
import { type Fixed, parseFixed } from '../../rules/decimal'
import type { QuotePrices } from '../../rules/price'

export interface Quote {
  /** The day's first price. */
  readonly open: string
  readonly last: string
  /** Percent since the day's open, with its sign. */
  readonly change: string
  readonly bid: string
  readonly ask: string
  readonly high: string
  readonly low: string
  /** The broker's clock at which the price was made, Unix milliseconds. */
  readonly time: number
}

export const readQuote = (wire: Quotations): Quote => ({
  open: wire.Open,
  last: wire.Close,
  change: wire.Change,
  bid: wire.Bid,
  ask: wire.Ask,
  high: wire.High,
  low: wire.Low,
  time: wire.Time,
})

/** A quote with the rate of its instrument's quote currency, as far as figures need them. */
type PricedQuote = Pick<Quote, 'bid' | 'ask' | 'last'> & { readonly quoteToUsdt: string }

export interface ExactPrices extends QuotePrices {
  readonly last: Fixed
  /** USDT for one unit of the quote currency. */
  readonly rate: Rate
}

const exact = new WeakMap<PricedQuote, ExactPrices>()

/** The same quote is read once, however many parts of a page reckon with it. */
export function exactPrices(quote: PricedQuote): ExactPrices {
  const known = exact.get(quote)
  if (known !== undefined) return known
  const { bid, ask, last, quoteToUsdt } = quote
  const prices = { bid: parseFixed(bid), ask: parseFixed(ask), last: parseFixed(last), rate: parseRate(quoteToUsdt) }
  exact.set(quote, prices)
  return prices
}
