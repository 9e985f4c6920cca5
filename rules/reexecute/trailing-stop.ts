/**
 * A stop that trails, executed again: where it stood when the price reached it, and whether that was the first price to do so.
 *
 * Invariant: of a minute whose ticks are no longer at hand it is told from how far its prices went, and never more than these say.
 */
import { FIXED_DECIMALS, type Fixed, formatFixed } from '../decimal'
import { MINUTE_MS, minuteOf, SECOND_MS, secondOf } from '../durations'
import { calendarNamed } from '../market-calendars'
import { isMarketOpen } from '../market-hours'
import type { OrderSide, QuotePrices } from '../price'
import { trailedStop } from '../trailing'
import type { Difference } from './execution'
import { quotedAt, triggerAt } from './fill-by-rules'
import { bestQuotes } from './fill-differences'
import { mayFire, nameOf, type Watched, WRITTEN_WITHIN_MS } from './first-tick'
import { type Extremes, furthestQuotes, isBehind, isSettled, type PriceTape, type TapePlace, type TapeTick, widest } from './price-tape'
import type { InstrumentInForce } from './terms-in-force'

/** A stop that trails: where it stood at the opening, and from which tick on it has trailed. */
export interface Trailed {
  readonly side: OrderSide
  readonly stopLoss: Fixed
  readonly trailingDistance: Fixed
  /** The tick of the opening; what came behind it in its minute, as far as prices went. */
  readonly from: TapePlace
  readonly minute: number
  readonly first: Extremes
  /** By which it was closed: where a stop of other terms stood is not told. */
  readonly terms: InstrumentInForce
}

/** As firstTickDifference, against the level at which the stop stood by then: no tick may have reached that before. */
export function firstTrailedDifference(
  tape: PriceTape,
  watched: Watched,
  trailed: Trailed,
  termsAt: (at: number) => readonly InstrumentInForce[],
): Difference | null {
  const { fill, code, pair, since, tick } = watched
  const { side, trailingDistance, terms } = trailed
  const stand = (at: number) =>
    termsAt(at).length > 0 &&
    termsAt(at).every((one) => mayFire(fill, one) && one.spread === terms.spread && isMarketOpen(calendarNamed(one.calendar), at))
  const isReached = (stopLoss: Fixed, quote: QuotePrices) =>
    triggerAt({ ...fill, stop_loss: formatFixed(stopLoss), take_profit: '0' }, quote)?.isReached === true
  const from = secondOf(since + WRITTEN_WITHIN_MS) + SECOND_MS
  let stop = trailed.stopLoss
  const trail = (quotes: readonly QuotePrices[]) => {
    for (const quote of quotes) stop = trailedStop({ side, stopLoss: stop, trailingDistance }, quote) ?? stop
  }
  // A price of one side is laid apart and rounded: what is nearer than a step of the grid is not told.
  const told = trailingDistance + 10n ** BigInt(FIXED_DECIMALS - terms.price_precision)
  for (let minute = trailed.minute; minute <= minuteOf(tick.second); minute += MINUTE_MS) {
    if (tape.hasTicksOf(minute)) {
      for (const earlier of tape.confirmedBefore(tick, minute)) {
        if (minuteOf(earlier.second) !== minute || !isBehind(earlier, trailed.from)) continue
        const quote = quotedAt(earlier, terms)
        const counts = earlier.second >= from && isSettled(earlier) && stand(earlier.arrivedAt)
        if (counts && (pair === null || tape.isFreshAt(pair, earlier)) && isReached(stop, quote)) {
          return { fact: 'first_tick', expected: nameOf(earlier), stated: nameOf(tick) }
        }
        trail([quote])
      }
      continue
    }
    const { settled, all, drop, rise } = tape.minuteFigures(code, minute)
    const counts =
      minute > from && stand(minute) && stand(minute + MINUTE_MS - 1) && (pair === null || tape.minuteFigures(pair, minute).isSteady)
    const isDue = () => furthestQuotes(settled, terms).some((quote) => isReached(stop, quote)) || (side === 'buy' ? drop : rise) >= told
    if (counts && isDue()) return { fact: 'first_tick', expected: new Date(minute).toISOString().slice(0, 16), stated: nameOf(tick) }
    trail(bestQuotes(side, minute === trailed.minute ? trailed.first : all, terms))
  }
  return null
}

/** As near as the best price since the opening has taken it; null where prices in between are not at hand. */
export function trailedLevel(tape: PriceTape, tick: TapeTick, { side, stopLoss, trailingDistance, ...trail }: Trailed): Fixed | null {
  const { from, minute: begun, terms } = trail
  const { code } = tick
  const last = minuteOf(tick.second)
  let found = trail.first
  if (last === begun) {
    found = tape.extremes(code, { from: last, to: last + MINUTE_MS, after: from, before: tick })
  } else {
    for (let minute = begun + MINUTE_MS; minute < last; minute += MINUTE_MS) {
      if (!tape.hasMinute(minute)) return null
      found = widest(found, tape.minuteFigures(code, minute).all)
    }
    found = widest(found, tape.extremes(code, { from: last, to: last + MINUTE_MS, before: tick }))
  }
  return bestQuotes(side, found, terms).reduce(
    (best, quote) => trailedStop({ side, stopLoss: best, trailingDistance }, quote) ?? best,
    stopLoss,
  )
}
