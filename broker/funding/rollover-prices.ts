/** The prices of a rollover: the last one of the newest minute that began before 17:00 in New York. */

import type { Candle } from '../../rules/candles'
import { conversionPair, conversionRate, RATE_ONE, type Rate } from '../../rules/conversion'
import type { Fixed } from '../../rules/decimal'

export interface RolloverPrices {
  /** Null where no minute was kept. */
  priceOf(code: string): { readonly price: Fixed; readonly time: number } | null
  /** USDT for one unit of a quote currency; null where no minute of its pair was kept. */
  rateOf(quoteCurrency: string): Rate | null
}

/** The newest minute of an instrument that began before a moment. */
type MinuteBefore = (code: string, beforeMs: number) => Promise<Candle | null>

/** Reads what these instruments and their quote currencies need. */
export async function readRolloverPrices(
  rolloverAt: number,
  instruments: readonly { readonly code: string; readonly quoteCurrency: string }[],
  minuteBefore: MinuteBefore,
): Promise<RolloverPrices> {
  const pairs = instruments.flatMap(({ quoteCurrency }) => conversionPair(quoteCurrency)?.code ?? [])
  const codes = [...new Set([...instruments.map(({ code }) => code), ...pairs])]
  const minutes = new Map(await Promise.all(codes.map(async (code) => [code, await minuteBefore(code, rolloverAt)] as const)))
  return {
    priceOf(code) {
      const minute = minutes.get(code) ?? null
      return minute === null ? null : { price: minute.close, time: minute.time }
    },
    rateOf(quoteCurrency) {
      const pair = conversionPair(quoteCurrency)
      if (pair === null) return RATE_ONE
      const minute = minutes.get(pair.code) ?? null
      return minute === null ? null : conversionRate(pair, minute.close)
    },
  }
}
