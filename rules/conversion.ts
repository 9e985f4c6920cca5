/**
 * From the quote currency to USDT. USD and USDT count as one to one (the contract says so); any other currency goes
 * through its quote against USD.
 *
 * A rate carries 20 decimals and is cut, never rounded up: a margin that is exactly 1,000 USDT stays 1,000
 * although 1 ÷ 156.842 has no end, because the margin itself is rounded up at 10⁻⁸.
 */
import { FIXED_ONE, type Fixed, formatScaled } from './decimal'

/** USDT for one unit of the quote currency, counted in 10⁻²⁰. */
export type Rate = bigint

const RATE_DECIMALS = 20
export const RATE_ONE: Rate = 10n ** 20n

/** How a currency reaches USD: `direct` by X/USD (EUR/USD), `inverse` by USD/X (USD/JPY). */
interface ConversionPair {
  readonly code: string
  readonly direction: 'direct' | 'inverse'
}

/** The pair that converts a quote currency, or `null` when none is needed. Codes are the catalogue's (`EURUSD`, `USDJPY`). */
export function conversionPair(quoteCurrency: string): ConversionPair | null {
  if (quoteCurrency === 'USD' || quoteCurrency === 'USDT') return null
  // The market quotes these four against the dollar, all others as dollars in their money.
  const isDirect = ['EUR', 'GBP', 'AUD', 'NZD'].includes(quoteCurrency)
  return isDirect ? { code: `${quoteCurrency}USD`, direction: 'direct' } : { code: `USD${quoteCurrency}`, direction: 'inverse' }
}

/** The rate at a price of the conversion pair. `price` must be positive. */
export function conversionRate(pair: ConversionPair | null, price: Fixed): Rate {
  if (pair === null) return RATE_ONE
  if (price <= 0n) throw new RangeError('a conversion price must be positive')
  return pair.direction === 'direct' ? (price * RATE_ONE) / FIXED_ONE : (RATE_ONE * FIXED_ONE) / price
}

export function formatRate(rate: Rate): string {
  const text = formatScaled(rate, RATE_DECIMALS)
  return text.replace(/\.?0+$/, '')
}

/** @throws RangeError for anything but plain decimal text with at most 20 decimals. */
export function parseRate(text: string): Rate {
  if (!/^\d{1,12}(?:\.\d{1,20})?$/.test(text)) throw new RangeError(`not a rate: ${JSON.stringify(text.slice(0, 64))}`)
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * RATE_ONE + BigInt(fraction.padEnd(RATE_DECIMALS, '0'))
}
