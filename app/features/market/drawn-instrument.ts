/** An instrument as a page gets it: the small line of its last day is drawn by the server, and its points stay there. */
import type { Instrument } from '../../../contract/market'
import { drawSparkline, type SparklineDrawing } from '../../ui/sparkline-drawing'

export interface DrawnInstrument extends Instrument {
  readonly Spark: []
  readonly SparkDrawing: SparklineDrawing
}

/** What a list of markets needs of it. */
export type ListedInstrument = Pick<
  DrawnInstrument,
  | 'Id'
  | 'Code'
  | 'ShowCode'
  | 'Logo'
  | 'CategoryId'
  | 'MarketStatus'
  | 'PricePrecision'
  | 'BaseAsset'
  | 'QuoteCurrency'
  | 'QuoteToUsdt'
  | 'ForexQuotations'
  | 'SparkDrawing'
>

export const listed = (instrument: Instrument): ListedInstrument => {
  const { Id, Code, ShowCode, Logo, CategoryId, MarketStatus, PricePrecision, ...all } = drawn(instrument)
  const { BaseAsset, QuoteCurrency, QuoteToUsdt, ForexQuotations, SparkDrawing } = all
  return {
    ...{ Id, Code, ShowCode, Logo, CategoryId, MarketStatus, PricePrecision },
    ...{ BaseAsset, QuoteCurrency, QuoteToUsdt, ForexQuotations, SparkDrawing },
  }
}

export const drawn = (instrument: Instrument): DrawnInstrument => ({
  ...instrument,
  Spark: [],
  SparkDrawing: drawSparkline(instrument.Spark, Number(instrument.ForexQuotations.Open)),
})
