/** The trade screen's address says which instrument and which period: `/trade?code=EURUSD&period=15min`. */

import type { Period } from '../../../../contract/primitives'
import { DAY_MS, HOUR_MS } from '../../../../rules/durations'
import { paths } from '../../../addresses/paths'

export const PERIOD_MS: Readonly<Record<Period, number>> = {
  '1min': 60_000,
  '5min': 300_000,
  '15min': 900_000,
  '30min': 1_800_000,
  '60min': HOUR_MS,
  '1day': DAY_MS,
}

/** In the order of the keys 1–6. */
export const TRADE_PERIODS = Object.keys(PERIOD_MS) as Period[]

export interface TradeAddress {
  readonly code?: string | undefined
  readonly period?: Period | undefined
}

export function readTradeAddress(search: URLSearchParams): TradeAddress {
  const code = search.get('code')
  const period = search.get('period')
  return {
    code: code !== null && /^[A-Z0-9]{1,16}$/.test(code) ? code : undefined,
    period: TRADE_PERIODS.find((each) => each === period),
  }
}

export function tradePath({ code, period }: TradeAddress): string {
  const base = paths.trade({ code })
  if (period === undefined) return base
  return `${base}${base.includes('?') ? '&' : '?'}${new URLSearchParams({ period }).toString()}`
}
