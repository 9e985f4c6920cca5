/** A CandleStore that forgets everything with the process: for replayed tapes, which start anew at every boot, and for tests. */
import type { Candle, Period } from '../../rules/candles'
import type { CandleCoverage, CandleMark, CandleRow, CandleStore } from './live-candles'

export class MemoryCandleStore implements CandleStore {
  private readonly series = new Map<string, { code: string; period: Period; candles: Candle[] }>()

  private readonly origins = new Map<string, string>()
  private mark: CandleMark | null = null

  /** `limit`: how many candles of an instrument and period are kept, the newest. */
  constructor(private readonly limit = Number.POSITIVE_INFINITY) {}

  async load(code: string, period: Period, { end, limit }: { end: number; limit: number }): Promise<Candle[]> {
    return this.of(code, period)
      .filter((candle) => candle.time < end)
      .slice(-limit)
  }

  async loadSince(wanted: readonly { code: string; period: Period; from: number }[]): Promise<CandleRow[]> {
    return wanted.flatMap(({ code, period, from }) =>
      this.of(code, period)
        .filter((candle) => candle.time >= from)
        .map((candle) => ({ ...candle, code, period })),
    )
  }

  async newest(codes: readonly string[], asOf: number) {
    return { rows: await this.coverage(codes, asOf, 1), mark: this.mark }
  }

  async upsert(rows: readonly CandleRow[], mark?: CandleMark): Promise<void> {
    this.mark = mark ?? this.mark
    for (const { code, period, ...candle } of rows) {
      const candles = this.of(code, period)
      // Rows arrive almost always at the end.
      let index = candles.length
      while (index > 0 && (candles[index - 1]?.time ?? 0) > candle.time) index--
      if (candles[index - 1]?.time === candle.time) candles[index - 1] = candle
      else candles.splice(index, 0, candle)
      if (candles.length > this.limit) candles.shift()
    }
  }

  async coverage(codes: readonly string[], asOf: number, enough: number): Promise<CandleCoverage[]> {
    return [...this.series.values()]
      .filter(({ code }) => codes.includes(code))
      .flatMap(({ code, period, candles }) => {
        const upTo = candles.filter((candle) => candle.time <= asOf)
        const last = upTo.at(-1)
        return last ? [{ code, period, last, hasEnough: upTo.length >= enough }] : []
      })
  }

  async deleteBefore(code: string, period: Period, time: number): Promise<void> {
    const candles = this.of(code, period)
    const kept = candles.findIndex((candle) => candle.time >= time)
    candles.splice(0, kept === -1 ? candles.length : kept)
  }

  async claimFor(origins: ReadonlyMap<string, string>): Promise<readonly string[]> {
    const foreign = [...origins].filter(([code, origin]) => (this.origins.get(code) ?? origin) !== origin).map(([code]) => code)
    for (const [key, { code }] of this.series) if (foreign.includes(code)) this.series.delete(key)
    for (const [code, origin] of origins) this.origins.set(code, origin)
    return foreign
  }

  private of(code: string, period: Period): Candle[] {
    const key = `${code} ${period}`
    const series = this.series.get(key) ?? { code, period, candles: [] }
    this.series.set(key, series)
    return series.candles
  }
}
