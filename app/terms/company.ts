/** On what terms a company deals, as far as its pages say or reckon with it. */
import type { BasicInfo } from '../../contract/companies'
import type { FeeType } from '../../rules/fee'

export interface CompanyTerms {
  readonly feeType: FeeType
  /** Margin level in percent at which positions are closed. */
  readonly stopOutLevel: string
  /** Age at which a quote can no longer be traded. */
  readonly staleAfterMs: number
  /** USDT that a demo account begins with. */
  readonly demoBalance: string
  /** No money of the server is real: nothing must be sent to the addresses it shows. */
  readonly isMoneySimulated: boolean
  /** Nobody registers from here, ISO 3166; undefined where the broker says nothing of it. */
  readonly refusedCountries: readonly string[] | undefined
}

/** What is taken for opening: a sum a lot, or a share of the margin. */
export const readFeeType = (wire: number): FeeType => (wire === 1 ? 'per-lot' : 'share-of-margin')

export const readCompanyTerms = (wire: BasicInfo): CompanyTerms => ({
  feeType: readFeeType(wire.trade_fee_type),
  stopOutLevel: wire.stop_out_level,
  staleAfterMs: wire.stale_after_ms,
  demoBalance: wire.demo_balance,
  isMoneySimulated: wire.simulated_money === 1,
  refusedCountries: wire.refused_countries,
})
