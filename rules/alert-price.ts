/**
 * At which price an alert tells: the price that was named, or one that lies a percentage away from a stated price. Alerts look at the
 * bid, which is what charts show (docs/decisions/007-charts-show-the-bid.md).
 */
import { divide, FIXED_ONE, type Fixed, roundToGrid } from './decimal'

/** `above`: told when the bid is at the price or higher; `below`: at the price or lower. */
export type AlertSide = 'above' | 'below'

const HUNDRED = 100n * FIXED_ONE

/** True where the bid has reached the price already: such an alert would tell at once. */
export function isAlertReached(side: AlertSide, price: Fixed, bid: Fixed): boolean {
  return side === 'above' ? bid >= price : bid <= price
}

/**
 * from × (100 ± percent) ÷ 100, on the grid of the instrument: rounded away from `from`, so that the move is at least as large as was
 * asked for. Not above 0 where a fall of 100 percent or more was asked for, and larger than any price that is kept (MAX_FIXED) where the
 * rise is large enough: the caller looks.
 * @param percent above 0, counted as every Fixed: 2.5 percent are 250000000n
 */
export function alertPriceFrom(from: Fixed, percent: Fixed, side: AlertSide, precision: number): Fixed {
  const share = side === 'above' ? HUNDRED + percent : HUNDRED - percent
  const rounding = side === 'above' ? 'up' : 'down'
  return roundToGrid(divide(from * share, HUNDRED, rounding), precision, rounding)
}
