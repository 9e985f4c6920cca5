/**
 * Prices of any moment of a year, as trading asks for them: a smooth path round each instrument's reference price, the same in every
 * run, with the ticks before it that a receipt shows.
 */
import { CATALOGUE } from '../../broker/market/catalogue'
import type { Instrument } from '../../broker/market/instrument'
import type { PriceSource, SourceQuote } from '../../broker/market/pricing'
import { type LoggedTick, TICKS_BEFORE } from '../../broker/market/tick-log'
import { FIXED_DECIMALS, FIXED_ONE } from '../../rules/decimal'
import { isMarketOpen } from '../../rules/market-hours'

const TICK_MS = 500
const AGE_MS = 120
const DAY_MS = 86_400_000

export class YearPrices implements PriceSource {
  readonly source = 'simulated'
  readonly isSimulated = true
  /** Unix milliseconds: the moment everything is asked for. */
  now = 0
  private readonly byCode = new Map(CATALOGUE.map((instrument, index) => [instrument.code, { instrument, phase: index }]))

  instruments(): readonly Instrument[] {
    return CATALOGUE
  }

  instrument(code: string): Instrument | undefined {
    return this.byCode.get(code)?.instrument
  }

  quote(code: string): SourceQuote | undefined {
    const known = this.byCode.get(code)
    if (known === undefined) return undefined
    const number = this.tickNumber()
    const last = priceAt(known.instrument, known.phase, number)
    return { bid: last, ask: last, isTwoSided: false, last, time: number * TICK_MS, seq: BigInt(number), source: this.source }
  }

  isSimulatedSource(): boolean {
    return true
  }

  isOfMinutes(): boolean {
    return false
  }

  sourcesOf(): readonly string[] {
    return [this.source]
  }

  isDisputed(): boolean {
    return false
  }

  isOpen(code: string, at = this.now): boolean {
    const instrument = this.instrument(code)
    return instrument !== undefined && isMarketOpen(instrument.calendar, at)
  }

  quoteAgeMs(): number {
    return AGE_MS
  }

  onQuote(): () => void {
    return () => {}
  }

  recentTicks(code: string): readonly LoggedTick[] {
    const known = this.byCode.get(code)
    if (known === undefined) return []
    const newest = this.tickNumber()
    return Array.from({ length: TICKS_BEFORE }, (_, index) => {
      const number = newest - TICKS_BEFORE + 1 + index
      const last = priceAt(known.instrument, known.phase, number)
      const prices = { bid: last, ask: last, last, size: FIXED_ONE }
      return { source: this.source, symbol: code, ...prices, seq: BigInt(number), time: number * TICK_MS, verdict: 'accepted' }
    })
  }

  watchTicksAfter(): void {}

  private tickNumber(): number {
    return Math.floor(this.now / TICK_MS)
  }
}

/** A season, a day and a minute's unrest; on the price grid. */
function priceAt({ referencePrice, pricePrecision }: Instrument, phase: number, tick: number): bigint {
  const days = (tick * TICK_MS) / DAY_MS
  const moved = 1 + 0.04 * Math.sin(days / 14 + phase) + 0.004 * Math.sin(days * 9 + phase) + 0.0004 * Math.sin(days * 2_000 + phase)
  const point = 10 ** (FIXED_DECIMALS - pricePrecision)
  return BigInt(Math.round((Number(referencePrice) * moved) / point)) * BigInt(point)
}
