/** A candle of a chart. Its prices are drawn, never reckoned with. */
import type { Candle as WireCandle } from '../../contract/market'
import type { Period } from '../../contract/primitives'
import type { KlinePush } from '../../contract/socket'

export interface Candle {
  /** When it begins, Unix milliseconds. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export const readCandle = (wire: WireCandle): Candle => ({
  time: wire.Time,
  open: wire.Open,
  high: wire.High,
  low: wire.Low,
  close: wire.Close,
  volume: wire.Volume,
})

export interface LiveCandle extends Candle {
  readonly period: Period
}

export const readLiveCandle = (wire: KlinePush): LiveCandle => ({ ...readCandle(wire), period: wire.Period })
