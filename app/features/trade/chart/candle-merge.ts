/** How pages of candles and live candles become one series: ascending, every start once. Pure. */
import type { Candle } from '../../../terms/candle'

/** A page of older candles may hold the first ones again, or come unsorted; only what is older is taken. */
export function olderOnly(page: readonly Candle[], before: number): Candle[] {
  return ascending(page.filter(({ time }) => time < before))
}

/**
 * The newest page laid over what was there. Where they do not touch, the page stands alone: what lies between them is
 * unknown, and a series with a hidden hole would look whole.
 */
export function withNewest(kept: readonly Candle[], page: readonly Candle[]): { candles: Candle[]; isJoined: boolean } {
  const fresh = ascending(page)
  const first = fresh[0]
  const last = kept.at(-1)
  if (first === undefined) return { candles: [...kept], isJoined: true }
  if (last === undefined || last.time < first.time) return { candles: fresh, isJoined: false }
  return { candles: [...kept.filter(({ time }) => time < first.time), ...fresh], isJoined: true }
}

/** Same start: replaced. Newer: appended. Older than the newest: the chart cannot show it, so it is left out. */
export function withLive(candles: readonly Candle[], live: Candle): readonly Candle[] {
  const last = candles.at(-1)
  if (last !== undefined && live.time < last.time) return candles
  return [...(last?.time === live.time ? candles.slice(0, -1) : candles), live]
}

function ascending(candles: readonly Candle[]): Candle[] {
  const byTime = new Map(candles.map((candle) => [candle.time, candle]))
  return [...byTime.values()].sort((left, right) => left.time - right.time)
}
