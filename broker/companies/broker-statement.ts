/**
 * What a broker publishes about itself at `/.well-known/broker.json`: who stands behind it, how it fills orders, where its
 * prices come from and what they cost. Everything is read from what is really in force; nothing is written for the occasion.
 */
import type { BrokerStatement } from '../../contract/companies'
import type { Tenant } from '../../contract/tenant'
import { formatFixedShort } from '../../rules/decimal'
import type { Pricing } from '../market/pricing'
import type { PublishedKeys } from '../receipts/receipt-keys'
import type { Texts } from '../texts'
import { FEE_TYPE_ON_WIRE } from './company-handlers'

export interface StatementParts {
  readonly pricing: Pricing
  readonly texts: Texts
  readonly market: { readonly source: string; readonly isSimulated: boolean }
  readonly keys: PublishedKeys
}

/** `now` in Unix milliseconds. The spread is in price units; 0 is the source's own bid and ask. */
export function brokerStatement({ pricing, texts, market, keys }: StatementParts, tenant: Tenant, now: number): BrokerStatement {
  const { licence } = tenant.legal
  const spreads = [...pricing.termsOf(tenant)].map(([code, terms]) => [code, formatFixedShort(terms.spread)])
  const published = keys.publicKeys(tenant.id)
  return {
    legal_name: tenant.legal.entity,
    address: tenant.legal.registeredAddress,
    licence: licence === null ? null : { authority: licence.authority, number: licence.number, register_url: licence.registerUrl },
    is_demo_site: tenant.isDemoSite,
    execution_model: texts.text('en', 'statement.executionModel'),
    price_source: market.source,
    price_source_is_simulated: market.isSimulated,
    fees: { trade_fee_type: FEE_TYPE_ON_WIRE[tenant.trading.feeType], spread: Object.fromEntries(spreads) },
    stop_out_level: tenant.trading.stopOutLevelPercent,
    receipt_public_key: published[0]?.publicKey ?? null,
    receipt_keys: published.map(({ keyId, publicKey }) => ({ key_id: keyId, public_key: publicKey })),
    generated_at: now,
  }
}
