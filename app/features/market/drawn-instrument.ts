/** An instrument as a page gets it: the small line of its last day is drawn by the server, and its points stay there. */
import type { Instrument } from '../../../contract/market'
import { drawSparkline, type SparklineDrawing } from '../../ui/sparkline-drawing'

export interface DrawnInstrument extends Instrument {
  readonly Spark: []
  readonly SparkDrawing: SparklineDrawing
}

export const drawn = (instrument: Instrument): DrawnInstrument => ({
  ...instrument,
  Spark: [],
  SparkDrawing: drawSparkline(instrument.Spark, Number(instrument.ForexQuotations.Open)),
})
