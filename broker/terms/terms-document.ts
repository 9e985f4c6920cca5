/**
 * The terms of a company as a fact: what every order of it is opened, charged and closed on. Of each instrument what its traders are
 * offered, not what the risk desk holds back for an hour.
 *
 * Invariant: nothing in it is measured and nothing a time, so it is another text only when a term is another one.
 */
import type { Tenant } from '../../contract/tenant'
import { formatFixedShort } from '../../rules/decimal'
import { type FundingTerms, fundingTerms } from '../market/funding-terms'
import type { Instrument } from '../market/instrument'
import { instrumentTerms } from '../market/instrument-terms'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'

/** Canonical JSON. Hours are the calendar of that name in `rules/market-calendars.json`, which the fact of the rules names. */
export function termsDocument(tenant: Tenant, instruments: readonly Instrument[]): string {
  const offered = instruments.flatMap((instrument) => {
    const terms = instrumentTerms(tenant, instrument)
    if (terms === null) return []
    const { execution } = terms
    const overnight = fundingTerms(tenant, instrument)
    return [
      [
        instrument.code,
        {
          is_close_only: terms.isCloseOnly,
          leverages: terms.leverages,
          price_precision: instrument.pricePrecision,
          margin_mode: instrument.marginMode,
          contract_size: formatFixedShort(instrument.contractSize),
          quote_currency: instrument.quoteCurrency,
          min_lots: formatFixedShort(terms.minLots),
          max_lots: formatFixedShort(terms.maxLots),
          lot_step: formatFixedShort(terms.lotStep),
          fee_rate: formatFixedShort(terms.feeRate),
          spread: formatFixedShort(terms.spread),
          min_stop_distance: formatFixedShort(terms.minStopDistance),
          execution: execution.model,
          mark_up: execution.model === 'stp' ? formatFixedShort(execution.markUp) : null,
          overnight: overnight === null ? null : nightsOf(overnight),
          calendar: instrument.calendar,
        },
      ] as const,
    ]
  })
  return canonicalText({
    kind: 'terms',
    company: tenant.id,
    mode: tenant.trading.mode,
    fee_type: tenant.trading.feeType,
    stop_out_level: tenant.trading.stopOutLevelPercent,
    withdrawal_hours: tenant.wallet.promisedHours,
    instruments: Object.fromEntries(offered),
  })
}

function nightsOf({ long, short, dayCount, tripleDay }: FundingTerms) {
  return { long: formatFixedShort(long), short: formatFixedShort(short), day_count: dayCount, triple_day: tripleDay }
}

/** SHA-256 of the terms of a company as it is now, in hex: what a receipt names. A company is another object after every change. */
export type TermsHash = (tenant: Tenant) => string

export function termsHashes(instruments: readonly Instrument[]): TermsHash {
  const known = new WeakMap<Tenant, string>()
  return (tenant) => {
    const hash = known.get(tenant) ?? sha256Hex(termsDocument(tenant, instruments))
    known.set(tenant, hash)
    return hash
  }
}
