/** Fetches candles from the site's own resource. */
import type { Candle } from '../../../terms/candle'
import type { CandleRequest } from './candle-feed'

const CANDLES_PATH = '/resources/candles'

export async function fetchCandles(instrumentId: string, { period, end, limit, signal }: CandleRequest): Promise<readonly Candle[]> {
  const search = new URLSearchParams({
    forex_id: instrumentId,
    period,
    limit: String(limit),
    ...(end === undefined ? {} : { end: String(end) }),
  })
  const response = await fetch(`${CANDLES_PATH}?${search}`, { signal, headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`candles: ${response.status}`)
  const { candles } = (await response.json()) as { candles: Candle[] }
  return candles
}
