/**
 * The price of one instrument of a simulated market: the factors of its base asset less those of its quote currency (market-model.ts),
 * read on a grid of steps. A price is a function of (day, instrument, step).
 */
import { FIXED_DECIMALS, type Fixed } from '../decimal'
import { DAY_MS } from '../durations'
import { DayPath } from './day-path'
import { DRIVERS, type MarketDay } from './day-seed'
import { exposures } from './market-model'
import { hash32, textHash } from './mix'

/** 6.25 ticks a second an instrument; 375 fit a minute exactly. */
export const STEP_MS = 160

/** What an instrument's price is made of. */
export interface SimulatedTerms {
  readonly code: string
  readonly baseAsset: string
  readonly quoteCurrency: string
  readonly pricePrecision: number
  readonly referencePrice: Fixed
}

export class SimulatedPrice {
  /** Milliseconds after a step at which this instrument ticks, so that the market does not tick all at once. */
  readonly phaseMs: number
  private readonly parts: readonly { readonly factor: number; readonly weight: number; readonly path: DayPath }[]
  private readonly gridPrice: number
  private readonly gridStep: Fixed
  private today: MarketDay | null = null

  /** @param dayAt of the market, by the Unix milliseconds of its beginning */
  constructor(
    { code, baseAsset, quoteCurrency, pricePrecision, referencePrice }: SimulatedTerms,
    private readonly dayAt: (from: number) => MarketDay,
  ) {
    this.parts = exposures(baseAsset, quoteCurrency).map(({ factor: name, weight }) => {
      const factor = DRIVERS.findIndex((driver) => driver.name === name)
      const driver = DRIVERS[factor]
      if (driver === undefined) throw new RangeError(`the market model has no factor ${name}`)
      return { factor, weight, path: new DayPath(driver) }
    })
    this.phaseMs = hash32(textHash(code), 3, 0, 0) % STEP_MS
    this.gridStep = 10n ** BigInt(FIXED_DECIMALS - pricePrecision)
    this.gridPrice = Number(referencePrice / this.gridStep)
  }

  timeOf(step: number): number {
    return step * STEP_MS + this.phaseMs
  }

  /** The first step whose time is at or after `timeMs`. */
  stepFrom(timeMs: number): number {
    return Math.ceil((timeMs - this.phaseMs) / STEP_MS)
  }

  /** The price counted in steps of the price grid, at least one. */
  gridPriceAt(timeMs: number): number {
    return Math.max(1, Math.round(this.gridPrice * Math.exp(this.logAt(timeMs))))
  }

  fixedPrice(gridPrice: number): Fixed {
    return BigInt(gridPrice) * this.gridStep
  }

  private logAt(timeMs: number): number {
    const from = timeMs - (timeMs % DAY_MS)
    if (this.today?.from !== from) this.enter(this.dayAt(from))
    let sum = 0
    for (const { path, weight } of this.parts) sum += weight * path.valueAt(timeMs)
    return sum
  }

  private enter(day: MarketDay): void {
    this.today = day
    for (const { factor, path } of this.parts) {
      const own = day.factors[factor]
      if (own !== undefined) path.enter(own, own.end)
    }
  }
}
