/** What a tenant offers of an instrument: the catalogue's facts with the tenant's spread, fee, leverage and lot bounds. */
import type { Tenant } from '../../contract/tenant'
import { RISK_PROFILES } from '../../contract/tenant/risk-profiles'
import { type Fixed, parseFixed } from '../../rules/decimal'
import type { FeeType } from '../../rules/fee'
import { type ExecutionTerms, executionTerms } from './execution-terms'
import type { Instrument } from './instrument'
import { riskClassOf } from './risk-class'

/** What the risk desk holds back just now: no new orders, whatever way they come. */
export interface BrakeInForce {
  /** `off`: not offered either. */
  readonly mode: 'close-only' | 'off'
  /** As traders read it. */
  readonly reason: string
  /** Unix milliseconds; null until it is lifted. */
  readonly until: number | null
}

export interface InstrumentTerms {
  readonly instrument: Instrument
  /** No new orders of it; positions close and their stops hold. */
  readonly isCloseOnly: boolean
  /** Null while the risk desk holds nothing back; else it is close-only. */
  readonly brake: BrakeInForce | null
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
  /** Who stands against an order of a real account. */
  readonly execution: ExecutionTerms
}

/** `null` when the tenant does not offer the instrument. */
export function instrumentTerms(tenant: Pick<Tenant, 'trading'>, instrument: Instrument): InstrumentTerms | null {
  const { trading } = tenant
  if (trading.instruments !== undefined && !trading.instruments.includes(instrument.code)) return null
  const own = trading.overrides[instrument.code] ?? {}
  if (own.mode === 'off') return null
  const catalogueRate = trading.feeType === 'per-lot' ? instrument.feePerLot : instrument.feeShareOfMargin
  return {
    instrument,
    isCloseOnly: own.mode === 'close-only' || isBeyondProfile(trading, instrument),
    brake: null,
    leverages: offeredLeverages(trading, instrument),
    minLots: own.minLots === undefined ? instrument.minLots : parseFixed(own.minLots),
    maxLots: own.maxLots === undefined ? instrument.maxLots : parseFixed(own.maxLots),
    lotStep: instrument.lotStep,
    feeType: trading.feeType,
    feeRate: own.feeRate === undefined ? catalogueRate : parseFixed(own.feeRate),
    spread: tenantSpread(tenant, instrument.code),
    minStopDistance: own.minStopDistance === undefined ? 0n : parseFixed(own.minStopDistance),
    execution: executionTerms(tenant, instrument),
  }
}

/** The highest leverage the company may offer of an instrument, by its own word and by its risk profile; null: no ceiling. */
export function leverageCeiling(trading: Tenant['trading'], instrument: Instrument): number | null {
  const caps = RISK_PROFILES[trading.riskProfile]
  const ceilings = [trading.maxLeverage, caps?.[riskClassOf(instrument)]].filter((ceiling) => ceiling !== undefined)
  return ceilings.length === 0 ? null : Math.min(...ceilings)
}

/** Where the catalogue has nothing as low as the ceiling, the ceiling itself is offered; a list of the company's own stays as it is. */
function offeredLeverages(trading: Tenant['trading'], instrument: Instrument): readonly number[] {
  const own = trading.overrides[instrument.code]?.leverages
  const ceiling = leverageCeiling(trading, instrument)
  const offered = own ?? instrument.leverages
  if (ceiling === null) return offered
  const allowed = offered.filter((leverage) => leverage <= ceiling)
  return allowed.length === 0 && own === undefined ? [ceiling] : allowed
}

/** A fixed margin is some leverage that moves with the price, so under a profile that limits it nothing new is opened. */
function isBeyondProfile(trading: Tenant['trading'], instrument: Instrument): boolean {
  return instrument.marginMode === 'fixed' && RISK_PROFILES[trading.riskProfile] !== null
}

/** The tenant's own spread in price units: also of an instrument it no longer offers, whose positions are still valued and closed. */
export function tenantSpread({ trading }: Pick<Tenant, 'trading'>, code: string): Fixed {
  return parseFixed(trading.overrides[code]?.spread ?? '0')
}

/** Margin level in percent, as a Fixed. */
export function stopOutLevel(tenant: Tenant): Fixed {
  return parseFixed(tenant.trading.stopOutLevelPercent)
}
