/**
 * Whether what a price sets off was set off by the first tick that reached it: none before it may have, since its level stood.
 *
 * Invariant: nothing is held against a tick that set nothing off for a reason: an unconfirmed one, one outside the market's hours, one
 * while the company had halted, and what came while a level was being written down, or while a process began.
 */
import { MINUTE_MS, minuteOf, SECOND_MS, secondOf } from '../durations'
import { calendarNamed } from '../market-calendars'
import { isMarketOpen } from '../market-hours'
import type { QuotePrices } from '../price'
import type { Difference } from './execution'
import { type FillFacts, quotedAt, triggerAt } from './fill-by-rules'
import { furthestQuotes, isSettled, type PriceTape, type TapeTick } from './price-tape'
import type { InstrumentInForce } from './terms-in-force'

/** An opening or a new level is dated by its call's arrival, and watched from its commit on. */
export const WRITTEN_WITHIN_MS = 5_000

export interface Watched {
  readonly fill: FillFacts
  readonly code: string
  /** The pair that converts it, without whose price nothing is set off; null: none does. */
  readonly pair: string | null
  /** Since when its levels stand, by the receipt that says them; Unix milliseconds. */
  readonly since: number
  /** The tick that its receipt names. */
  readonly tick: TapeTick
}

/** @param termsAt of the instrument at a time; none while it is held back */
export function firstTickDifference(
  tape: PriceTape,
  { fill, code, pair, since, tick }: Watched,
  termsAt: (at: number) => readonly InstrumentInForce[],
): Difference | null {
  const isReached = (quote: QuotePrices) => triggerAt(fill, quote)?.isReached === true
  /** Under whatever terms may have held. */
  const isDue = (at: number, quotesBy: (terms: InstrumentInForce) => readonly QuotePrices[]) => {
    const terms = termsAt(at)
    return terms.length > 0 && terms.every((one) => mayFire(fill, one) && quotesBy(one).some(isReached))
  }
  const isOpen = (at: number) => termsAt(at).every(({ calendar }) => isMarketOpen(calendarNamed(calendar), at))
  const from = secondOf(since + WRITTEN_WITHIN_MS) + SECOND_MS
  const before = minuteOf(tick.second)
  for (let minute = minuteOf(from) + MINUTE_MS; minute < before; minute += MINUTE_MS) {
    const { settled } = tape.minuteFigures(code, minute)
    if (pair !== null && !tape.minuteFigures(pair, minute).isSteady) continue
    if (!isOpen(minute) || !isOpen(minute + MINUTE_MS - 1)) continue
    if (isDue(minute, (terms) => furthestQuotes(settled, terms))) {
      return { fact: 'first_tick', expected: new Date(minute).toISOString().slice(0, 16), stated: nameOf(tick) }
    }
  }
  for (const earlier of tape.confirmedBefore(tick, Math.max(from, before))) {
    if (!isSettled(earlier) || !isOpen(earlier.time) || (pair !== null && !tape.isFreshAt(pair, earlier))) continue
    if (isDue(earlier.arrivedAt, (terms) => [quotedAt(earlier, terms)])) {
      return { fact: 'first_tick', expected: nameOf(earlier), stated: nameOf(tick) }
    }
  }
  return null
}

/** Terms of before did not say whether the company had halted: of them nothing is told. */
export function mayFire({ event }: FillFacts, { mode, is_close_only: isCloseOnly }: InstrumentInForce): boolean {
  return event === 'order_opened' ? mode === 'normal' && isCloseOnly !== true : mode !== undefined && mode !== 'cancel-only'
}

export const nameOf = ({ source, seq }: { readonly source: string; readonly seq: string }) => `${source} ${seq}`
