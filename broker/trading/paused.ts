/** What a trader is told while no new risk may be taken in an instrument: by every way to open. */
import type { Tenant } from '../../contract/tenant'
import { type Outcome, refused } from '../calls/handler'
import type { TradingServices } from '../ledger/trade-unit'
import type { InstrumentTerms } from '../market/instrument-terms'

export function pausedRefusal(
  { pricing }: TradingServices,
  tenant: Tenant,
  terms: InstrumentTerms,
): Outcome<never, 'TRADING_PAUSED' | 'TRADING_BRAKED'> | null {
  if (pricing.takesNewOrders(tenant, terms)) return null
  return terms.brake === null ? refused('TRADING_PAUSED') : refused('TRADING_BRAKED', { reason: terms.brake.reason })
}
