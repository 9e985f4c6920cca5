/** Keeps the prices on the screen for the time without a network. Only what anybody may see is kept. */
import { useEffect, useMemo } from 'react'
import { useBrokerNow, useQuotesEvery } from '../../realtime'
import type { Instrument } from '../../terms/instrument'
import { decimalText } from '../../ui'
import { useSite } from '../../visitor/site'
import { type KeptQuote, keepQuotes } from '../../worker/kept'

const EVERY_MS = 10_000
/** As many as are read on one screen. */
const AT_MOST = 24

type Listed = Pick<Instrument, 'id' | 'symbol' | 'pricePrecision'>

export function KeepQuotes({ instruments }: { instruments: readonly Listed[] }) {
  const shown = useMemo(() => instruments.slice(0, AT_MOST), [instruments])
  const quotes = useQuotesEvery(
    shown.map(({ id }) => id),
    EVERY_MS,
  )
  const { serverTime } = useSite()
  const now = useBrokerNow(EVERY_MS) ?? serverTime
  useEffect(() => {
    // Where there is no worker nothing would show them.
    if (quotes.size === 0 || !import.meta.env.PROD || !('caches' in window)) return
    const kept = shown.flatMap(({ id, symbol, pricePrecision }): KeptQuote[] => {
      const quote = quotes.get(id)
      if (quote === undefined) return []
      const change = `${decimalText(quote.change, { decimals: 2, signed: true, rounding: 'half-up' })}%`
      return [{ code: symbol, price: decimalText(quote.last, { decimals: pricePrecision, rounding: 'half-up' }), change }]
    })
    // A browser that keeps nothing (a private window, no room left) is no fault of the page.
    keepQuotes({ at: now, clockOffset: now - Date.now(), quotes: kept }).catch(() => undefined)
  }, [shown, quotes, now])
  return null
}
