/** An instrument as a page gets it: the small line of its last day is drawn by the server, and its points stay there. */
import type { Instrument, ToldInstrument } from '../../terms/instrument'
import { drawSparkline, type SparklineDrawing } from '../../ui/sparkline-drawing'

export interface DrawnInstrument extends Instrument {
  readonly sparkDrawing: SparklineDrawing
}

/** What a list of markets needs of it. */
export type ListedInstrument = Pick<
  DrawnInstrument,
  | 'id'
  | 'code'
  | 'symbol'
  | 'logo'
  | 'categoryId'
  | 'isOpen'
  | 'pricePrecision'
  | 'baseAsset'
  | 'quoteCurrency'
  | 'quoteToUsdt'
  | 'quote'
  | 'sparkDrawing'
>

export const listInstrument = (instrument: ToldInstrument): ListedInstrument => {
  const { id, code, symbol, logo, categoryId, isOpen, pricePrecision, ...all } = drawInstrument(instrument)
  const { baseAsset, quoteCurrency, quoteToUsdt, quote, sparkDrawing } = all
  return {
    ...{ id, code, symbol, logo, categoryId, isOpen, pricePrecision },
    ...{ baseAsset, quoteCurrency, quoteToUsdt, quote, sparkDrawing },
  }
}

export const drawInstrument = ({ spark, calendar, ...instrument }: ToldInstrument): DrawnInstrument => ({
  ...instrument,
  sparkDrawing: drawSparkline(spark, Number(instrument.quote.open)),
})
