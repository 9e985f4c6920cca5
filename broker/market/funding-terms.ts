/** What a company charges for a night, by instrument: its own terms, else those of its category; null where it charges nothing. */
import type { Tenant } from '../../contract/tenant'
import { parseFixed } from '../../rules/decimal'
import { type DayCount, type FundingRates, ratesOverBenchmark } from '../../rules/funding'
import type { TripleDay } from '../../rules/rollover'
import { CATEGORIES } from './catalogue'
import type { Category, Instrument } from './instrument'

export interface FundingTerms extends FundingRates {
  readonly dayCount: DayCount
  /** The day whose rollover settles the weekend, too. */
  readonly tripleDay: TripleDay
}

/** Currencies settle after two days, so Wednesday's night ends on Monday; what is priced without settlement pays its weekend on Friday. */
const TRIPLE_DAY: Readonly<Record<Category['code'], TripleDay>> = {
  forex: 'wednesday',
  metals: 'wednesday',
  crypto: 'none',
  indices: 'friday',
  energies: 'friday',
}

/** Whether a company names any. */
export function chargesFunding({ trading }: Pick<Tenant, 'trading'>): boolean {
  return Object.keys(trading.funding).length > 0
}

export function fundingTerms({ trading }: Pick<Tenant, 'trading'>, { code, categoryId }: Instrument): FundingTerms | null {
  const category = CATEGORIES.find(({ id }) => id === categoryId)?.code ?? 'forex'
  const own = trading.funding[code] ?? trading.funding[category]
  if (own === undefined) return null
  const { benchmark = '0', markUp = '0', longRate, shortRate, dayCount, tripleDay } = own
  const over = ratesOverBenchmark(parseFixed(benchmark), parseFixed(markUp))
  const long = longRate === undefined ? over.long : parseFixed(longRate)
  const short = shortRate === undefined ? over.short : parseFixed(shortRate)
  return long === 0n && short === 0n ? null : { long, short, dayCount, tripleDay: tripleDay ?? TRIPLE_DAY[category] }
}
