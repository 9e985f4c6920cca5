/** What an instrument is worth at a time. Prices stay decimal text on their way to a page; `exactPrices` reads them once for all who reckon. */
import type { Quotations, TradingBrake as WireBrake } from '../../contract/market'
import type { DayMarketRow } from '../../contract/socket'
import { parseRate, type Rate } from '../../rules/conversion'
import { type Fixed, parseFixed } from '../../rules/decimal'
import type { QuotePrices } from '../../rules/price'

/** Why no new orders are taken of an instrument just now. */
export interface TradingBrake {
  /** In the company's own words. */
  readonly reason: string
}

/** Undefined while orders are taken. */
export const readBrake = (wire: WireBrake | undefined): TradingBrake | undefined => wire && { reason: wire.Reason }

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
  /** By the source's own clock, Unix milliseconds; undefined where it does not say. */
  readonly sourceTime?: number | undefined
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
  ...(wire.SourceTime === undefined ? {} : { sourceTime: wire.SourceTime }),
})

/** A quote with what else of its instrument changes while it is traded. */
export interface MarketRow extends Quote {
  readonly id: string
  readonly isOpen: boolean
  readonly quoteToUsdt: string
  /** Whose price it is now; undefined where the instrument has one source. */
  readonly source?: string
  readonly brake?: TradingBrake | undefined
}

const readMarketRow = (wire: DayMarketRow): MarketRow => ({
  ...readQuote(wire),
  id: wire.Id,
  isOpen: wire.MarketStatus === 1,
  quoteToUsdt: wire.QuoteToUsdt,
  ...(wire.Source === undefined ? {} : { source: wire.Source }),
  brake: readBrake(wire.Brake),
})

/** As they are pushed; nothing of what is no list. */
export const readMarketRows = (data: unknown): readonly MarketRow[] =>
  Array.isArray(data) ? (data as DayMarketRow[]).map(readMarketRow) : []

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
