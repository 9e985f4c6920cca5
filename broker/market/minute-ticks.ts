/**
 * Ticks out of a recorded minute, by a stated rule: open at :00, the first extreme at :20, the other at :40, close at :59. A minute
 * that closes at or above its open touches its low first, another one its high. Of a minute with two sides each tick takes bid and ask
 * from the same place (high with high, low with low), so that the spread is one that the recording has.
 *
 * Invariant: the candle that is folded from the ticks is the recorded one, price by price, bid and ask, and so is its volume.
 */
import type { Fixed } from '../../rules/decimal'

/** Open, high, low, close. */
export interface MinutePrices {
  readonly open: Fixed
  readonly high: Fixed
  readonly low: Fixed
  readonly close: Fixed
}

interface RecordedMinute {
  /** Start of the minute, UTC milliseconds. */
  readonly time: number
  readonly bid: MinutePrices
  /** Null for a source of one price. */
  readonly ask: MinutePrices | null
  readonly volume: Fixed
}

interface MinuteTick {
  readonly time: number
  readonly bid: Fixed
  readonly ask: Fixed
  readonly size: Fixed
}

const MINUTE_TICK_SECONDS = [0, 20, 40, 59] as const
const RISING = ['open', 'low', 'high', 'close'] as const
const FALLING = ['open', 'high', 'low', 'close'] as const

export function ticksOfMinute({ time, bid, ask, volume }: RecordedMinute): MinuteTick[] {
  const places = bid.close >= bid.open ? RISING : FALLING
  const quarter = volume / BigInt(places.length)
  return places.map((place, index) => ({
    time: time + (MINUTE_TICK_SECONDS[index] ?? 0) * 1_000,
    bid: bid[place],
    ask: (ask ?? bid)[place],
    size: place === 'close' ? volume - quarter * BigInt(places.length - 1) : quarter,
  }))
}

/** What is wrong with a minute, or null: a price outside its own range could not come out again. */
export function faultOfMinute({ bid, ask }: Pick<RecordedMinute, 'bid' | 'ask'>): string | null {
  for (const side of ask === null ? [bid] : [bid, ask]) {
    const { open, high, low, close } = side
    if (low <= 0n || open < low || close < low || open > high || close > high) return 'its open or close is outside its low and high'
  }
  const isCrossed = ask !== null && RISING.some((place) => ask[place] < bid[place])
  return isCrossed ? 'its ask is below its bid' : null
}
