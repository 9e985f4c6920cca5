/** What a tenant offers of an instrument: the catalogue's facts with the tenant's spread, fee, leverage and lot bounds. */
import type { Tenant } from '../../contract/tenant'
import { type Fixed, parseFixed } from '../../rules/decimal'
import type { FeeType } from '../../rules/fee'
import type { Instrument } from './instrument'

export interface InstrumentTerms {
  readonly instrument: Instrument
  /** No new orders of it; positions close and their stops hold. */
  readonly isCloseOnly: boolean
  readonly leverages: readonly number[]
  readonly minLots: Fixed
  readonly maxLots: Fixed
  readonly lotStep: Fixed
  readonly feeType: FeeType
  readonly feeRate: Fixed
  /** In price units; 0 = the feed's own bid and ask. */
  readonly spread: Fixed
  /** How near a stop loss, take profit or target may stand to the price, in price units. */
  readonly minStopDistance: Fixed
}

/** `null` when the tenant does not offer the instrument. */
export function instrumentTerms(tenant: Tenant, instrument: Instrument): InstrumentTerms | null {
  const { trading } = tenant
  if (trading.instruments !== undefined && !trading.instruments.includes(instrument.code)) return null
  const own = trading.overrides[instrument.code] ?? {}
  if (own.mode === 'off') return null
  const catalogueRate = trading.feeType === 'per-lot' ? instrument.feePerLot : instrument.feeShareOfMargin
  const offered = own.leverages ?? instrument.leverages
  const ceiling = trading.maxLeverage ?? Number.POSITIVE_INFINITY
  return {
    instrument,
    isCloseOnly: own.mode === 'close-only',
    leverages: offered.filter((leverage) => leverage <= ceiling),
    minLots: own.minLots === undefined ? instrument.minLots : parseFixed(own.minLots),
    maxLots: own.maxLots === undefined ? instrument.maxLots : parseFixed(own.maxLots),
    lotStep: instrument.lotStep,
    feeType: trading.feeType,
    feeRate: own.feeRate === undefined ? catalogueRate : parseFixed(own.feeRate),
    spread: tenantSpread(tenant, instrument.code),
    minStopDistance: own.minStopDistance === undefined ? 0n : parseFixed(own.minStopDistance),
  }
}

/** The tenant's own spread in price units: also of an instrument it no longer offers, whose positions are still valued and closed. */
export function tenantSpread({ trading }: Tenant, code: string): Fixed {
  return parseFixed(trading.overrides[code]?.spread ?? '0')
}

/** Margin level in percent, as a Fixed. */
export function stopOutLevel(tenant: Tenant): Fixed {
  return parseFixed(tenant.trading.stopOutLevelPercent)
}
