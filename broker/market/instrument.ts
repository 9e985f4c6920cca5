/** What an instrument is inside the broker. Wire names are given in contract/market.ts; the list itself in catalogue.ts. */
import type { Fixed } from '../../rules/decimal'
import type { CalendarName } from '../../rules/market-calendars'

export type MarginMode = 'fixed' | 'leveraged'

export interface Category {
  /** Digits. */
  id: string
  code: 'forex' | 'metals' | 'crypto' | 'indices' | 'energies'
  /** Text key in the namespace `product`. */
  nameKey: string
}

export interface Instrument {
  /** Digits; never reused for another instrument. */
  id: string
  /** `EURUSD`: topics, files, foreign keys. */
  code: string
  /** `EUR/USD`: what people read. */
  showCode: string
  categoryId: string
  /** What is traded; the name people read is the text `product:name.<code>`. */
  baseAsset: string
  /** The money that prices and profit are counted in, before conversion to USDT. */
  quoteCurrency: string
  /** Decimals of a price; prices lie on the grid 10^-pricePrecision. */
  pricePrecision: number
  lotStep: Fixed
  minLots: Fixed
  maxLots: Fixed
  /** Units of the base asset in one lot. */
  contractSize: Fixed
  /** `fixed`: lots × contractSize is the margin whatever the price; `leveraged`: the trader chooses the leverage. */
  marginMode: MarginMode
  /** A fixed-margin instrument offers the single value 1, so that a client which insists on a choice can still trade. */
  leverages: readonly number[]
  /** USDT a lot when the tenant charges per lot. */
  feePerLot: Fixed
  /** Part of the margin when the tenant charges a share of it; 0.006 is 0.6 %. */
  feeShareOfMargin: Fixed
  calendar: CalendarName
  /** The simulated market stands at this price when its first day begins (`ANCHOR_DAY_MS`). */
  referencePrice: Fixed
  /** Standard deviation of a year's logarithmic return, from the market model; shown in docs and tests, not traded on. */
  annualVolatility: number
  /** Path of its picture, an SVG that every host of ours serves: `/instruments/eu-us.svg`. */
  logo: string
  /** A tick further than this from the median of recent ones is quarantined; 0.03 is 3 %. */
  priceBand: number
}
