/** Whose prices are needed to execute receipts again. */
import { conversionPair } from '../conversion'
import type { ReceiptFacts } from './receipt-facts'
import { type TermsFact, TermsInForce } from './terms-in-force'

/** Codes of what the receipts are of, and of the pairs that convert it. */
export function pricedCodes(facts: readonly ReceiptFacts[], terms: readonly TermsFact[]): ReadonlySet<string> {
  const inForce = new TermsInForce(terms)
  const codes = new Set<string>()
  for (const one of facts) {
    if (one.instrument === null) continue
    codes.add(one.instrument)
    for (const { quote_currency: currency } of inForce.of(one.instrument, one)) {
      const pair = conversionPair(currency)
      if (pair !== null) codes.add(pair.code)
    }
  }
  return codes
}
