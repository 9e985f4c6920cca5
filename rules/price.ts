/** Quotes and which side of them a trade meets. Buys open at the ask and close at the bid, sells the reverse. */
import { divide, type Fixed, roundToGrid } from './decimal'

export type OrderSide = 'buy' | 'sell'

export interface QuotePrices {
  readonly bid: Fixed
  readonly ask: Fixed
}

export function openingPrice(side: OrderSide, quote: QuotePrices): Fixed {
  return side === 'buy' ? quote.ask : quote.bid
}

export function closingPrice(side: OrderSide, quote: QuotePrices): Fixed {
  return side === 'buy' ? quote.bid : quote.ask
}

/** By how much a buy costs more than a sell brings at the same moment. */
export function spreadOf({ bid, ask }: QuotePrices): Fixed {
  return ask - bid
}

/** +1 for a buy, −1 for a sell. */
export function sideSign(side: OrderSide): 1n | -1n {
  return side === 'buy' ? 1n : -1n
}

/** A price ten times the market's or more, or a tenth of it or less: more likely a slip of the pen than a wish. */
export function isFarPrice(price: Fixed, market: Fixed): boolean {
  return market > 0n && (price >= 10n * market || price * 10n <= market)
}

/**
 * A tenant's spread laid symmetrically round the mid, on the price grid: the bid is rounded down, the ask up,
 * so that the spread is never smaller than stated. `spread` is in price units, ≥ 0.
 */
export function withSpread(mid: Fixed, spread: Fixed, precision: number): QuotePrices {
  if (spread === 0n) return { bid: mid, ask: mid }
  const half = divide(spread, 2n, 'up')
  return { bid: roundToGrid(mid - half, precision, 'down'), ask: roundToGrid(mid + half, precision, 'up') }
}

/** Percent from `open` to `close` with sign and 2 decimals, half-even; `+0.00` when the day has no opening price. */
export function changePercent(open: Fixed, close: Fixed): string {
  const hundredths = open === 0n ? 0n : divide((close - open) * 10_000n, open, 'half-even')
  const magnitude = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0')
  return `${hundredths < 0n ? '-' : '+'}${magnitude.slice(0, -2)}.${magnitude.slice(-2)}`
}
