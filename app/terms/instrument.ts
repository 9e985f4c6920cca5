/** An instrument with the terms on which a company lets it be traded. Numbers are decimal text; sizes are in lots. */
import type { Category as WireCategory, Instrument as WireInstrument } from '../../contract/market'
import type { MarginMode } from '../../rules/margin'
import { type Quote, readBrake, readQuote, type TradingBrake } from './quote'

export interface Instrument {
  readonly id: string
  /** "EURUSD". */
  readonly code: string
  /** As it is shown: "EUR/USD". */
  readonly symbol: string
  readonly logo: string
  readonly categoryId: string
  readonly isOpen: boolean
  readonly brake?: TradingBrake | undefined
  readonly pricePrecision: number
  readonly lotStep: string
  readonly minLots: string
  readonly maxLots: string
  /** How near a stop or a target may stand to the price; 0 = as near as one point. */
  readonly minStopDistance: string
  /** Units in one lot. */
  readonly contractSize: string
  readonly marginMode: MarginMode
  /** As offered, in the broker's order. */
  readonly leverages: readonly string[]
  readonly feeRate: string
  /** Null where nothing is charged for a night. */
  readonly funding: OvernightFunding | null
  /** Who stands against orders of real accounts; null where it is the company alone. */
  readonly execution: PassedOn | null
  readonly baseAsset: string
  readonly quoteCurrency: string
  /** USDT for one unit of the quote currency. */
  readonly quoteToUsdt: string
  /** Where the price comes from: simulated, replay, … */
  readonly source: string
  /** What stands behind it; undefined where the broker does not say. */
  readonly sourceKind?: 'market' | 'simulated' | 'minutes' | undefined
  /** Unix milliseconds; null where nothing changes. */
  readonly nextOpen: number | null
  readonly nextClose: number | null
  readonly quote: Quote
}

export interface PassedOn {
  readonly model: 'hedged' | 'stp'
  readonly provider: string
  /** In price units, to the trader's cost; 0 where there is none. */
  readonly markUp: string
}

/** Percent a year of a position's value: above 0 the trader pays, below 0 the trader is paid. */
export interface OvernightFunding {
  readonly longRate: string
  readonly shortRate: string
  /** Days of the year that a rate is divided by. */
  readonly dayCount: 360 | 365
}

/** What one line about an instrument shows of it and of its price. */
export type InstrumentLine = Pick<Instrument, 'id' | 'code' | 'symbol' | 'logo' | 'pricePrecision' | 'isOpen' | 'quoteToUsdt' | 'quote'>

export const lineOf = ({ id, code, symbol, logo, pricePrecision, isOpen, quoteToUsdt, quote }: Instrument): InstrumentLine => {
  return { id, code, symbol, logo, pricePrecision, isOpen, quoteToUsdt, quote }
}

/** As the broker tells it: with what a page is only given in its own drawing or words. */
export interface ToldInstrument extends Instrument {
  /** Name of the hours it keeps; undefined where the broker says only what is next. */
  readonly calendar: string | undefined
  /** The day's open and its closes so far, oldest first. */
  readonly spark: readonly number[]
}

const readFunding = ({ LongRate, ShortRate, DayCount }: NonNullable<WireInstrument['Funding']>): OvernightFunding => {
  return { longRate: LongRate, shortRate: ShortRate, dayCount: DayCount }
}

const readExecution = ({ Model, ProviderName, MarkUp }: NonNullable<WireInstrument['Execution']>): PassedOn => {
  return { model: Model, provider: ProviderName, markUp: MarkUp }
}

export const readInstrument = (wire: WireInstrument): ToldInstrument => ({
  id: wire.Id,
  code: wire.Code,
  symbol: wire.ShowCode,
  logo: wire.Logo,
  categoryId: wire.CategoryId,
  isOpen: wire.MarketStatus === 1,
  brake: readBrake(wire.Brake),
  pricePrecision: wire.PricePrecision,
  lotStep: wire.Pip,
  minLots: wire.ForexMinCont,
  maxLots: wire.MaxLots,
  minStopDistance: wire.MinStopDistance,
  contractSize: wire.ForexContNum,
  marginMode: wire.MarginMode === 1 ? 'fixed' : 'leveraged',
  leverages: wire.HasForexMultiple.map(({ Value }) => Value),
  feeRate: wire.ForexFeeRate,
  funding: wire.Funding === undefined ? null : readFunding(wire.Funding),
  execution: wire.Execution === undefined ? null : readExecution(wire.Execution),
  baseAsset: wire.BaseAsset,
  quoteCurrency: wire.QuoteCurrency,
  quoteToUsdt: wire.QuoteToUsdt,
  source: wire.Source,
  ...(wire.SourceKind === undefined ? {} : { sourceKind: wire.SourceKind }),
  nextOpen: wire.NextOpen,
  nextClose: wire.NextClose,
  calendar: wire.Calendar,
  spark: wire.Spark,
  quote: readQuote(wire.ForexQuotations),
})

export const readInstruments = (wire: readonly WireInstrument[]): readonly ToldInstrument[] => wire.map(readInstrument)

export interface Category {
  readonly id: string
  /** In the language of the call. */
  readonly name: string
}

export const readCategories = (wire: readonly WireCategory[]): readonly Category[] =>
  wire.map(({ Id: id, NameShowTrans: name }) => ({ id, name }))
