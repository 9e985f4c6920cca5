/** An instrument on which a check can trade now. */
import type { Instrument } from '../../contract/market'
import { FIXED_DECIMALS, formatFixed, parseFixed } from '../../rules/decimal'
import { NotChecked } from './check'
import type { Subject } from './subject'

export interface Tradable {
  readonly instrument: Instrument
  /** As the wire takes it; undefined where the margin is fixed per lot. */
  readonly multiple: string | undefined
}

const isDollar = ({ QuoteCurrency }: Instrument): boolean => QuoteCurrency === 'USD' || QuoteCurrency === 'USDT'

export type Wanted = 'leveraged' | 'converted' | 'fixed'

const WANTED: Readonly<Record<Wanted, { readonly fits: (instrument: Instrument) => boolean; readonly needs: string }>> = {
  leveraged: {
    fits: (instrument) => isLeveraged(instrument) && isDollar(instrument),
    needs: 'an open market in an instrument quoted in USD or USDT with leverage',
  },
  converted: {
    fits: (instrument) => isLeveraged(instrument) && !isDollar(instrument),
    needs: 'an open market in an instrument quoted in another currency than USD or USDT',
  },
  fixed: {
    fits: ({ MarginMode }) => MarginMode === 1,
    needs: 'an open market in an instrument with a fixed margin per lot (MarginMode 1)',
  },
}

const isLeveraged = ({ MarginMode, HasForexMultiple }: Instrument): boolean => MarginMode !== 1 && HasForexMultiple.length > 0

/** @throws NotChecked where nothing of the kind is open now */
export async function pickInstrument(subject: Subject, wanted: Wanted = 'leveraged'): Promise<Tradable> {
  const { fits, needs } = WANTED[wanted]
  const open = (await subject.instruments()).filter((instrument) => instrument.MarketStatus === 1 && fits(instrument))
  // The smallest order that costs least: a demo account is to carry many of them.
  const [cheapest] = open.sort((one, other) => leastMargin(one) - leastMargin(other))
  if (cheapest === undefined) throw new NotChecked(needs)
  return { instrument: cheapest, multiple: highestLeverage(cheapest) }
}

function highestLeverage({ MarginMode, HasForexMultiple }: Instrument): string | undefined {
  if (MarginMode === 1) return undefined
  return HasForexMultiple.map(({ Value }) => String(Value)).sort((one, other) => Number(other) - Number(one))[0]
}

/** Only for choosing, so floating point will do. */
function leastMargin(instrument: Instrument): number {
  const { ForexMinCont, ForexContNum, ForexQuotations, QuoteToUsdt, MarginMode } = instrument
  const units = Number(ForexMinCont) * Number(ForexContNum)
  return MarginMode === 1 ? units : (units * Number(ForexQuotations.Close) * Number(QuoteToUsdt)) / Number(highestLeverage(instrument))
}

/** A price of the instrument's grid, `percent` away from its last one. */
export function priceAway({ ForexQuotations, PricePrecision }: Instrument, percent: number): string {
  return (Number(ForexQuotations.Close) * (1 + percent / 100)).toFixed(PricePrecision)
}

/** That many points of the grid away from the price at which a buy would open now. */
export function pricePointsAway({ ForexQuotations, PricePrecision }: Instrument, points: number): string {
  return formatFixed(parseFixed(ForexQuotations.Ask) + BigInt(points) * 10n ** BigInt(FIXED_DECIMALS - PricePrecision), PricePrecision)
}
