/** What a quantity of an instrument is worth now. */
import type { Rate } from '../../rules/conversion'
import { inUsdt } from '../../rules/cover'
import type { Fixed } from '../../rules/decimal'
import type { Amount } from '../../rules/money'
import { CATALOGUE } from '../market/catalogue'
import type { Instrument } from '../market/instrument'
import type { Pricing } from '../market/pricing'

/** Also one that the market has no prices of any more. */
export function instrumentOf(pricing: Pricing, code: string): Instrument | undefined {
  return pricing.instrument(code) ?? CATALOGUE.find((one) => one.code === code)
}

/** In USDT, at the middle of what is quoted. */
export function worthOf(quantity: Fixed, quote: { readonly bid: Fixed; readonly ask: Fixed; readonly rate: Rate } | null): Amount | null {
  return quote === null ? null : inUsdt((quantity * (quote.bid + quote.ask)) / 2n, quote.rate)
}
