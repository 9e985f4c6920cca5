/** One unit of work at the trading desk: whose books are open, for which tenant, and who asks. */
import type { Tenant } from '../../contract/tenant'
import type { AuditActor } from '../audit-trail/audit-actions'
import type { Pricing } from '../market/pricing'
import type { ReceiptSigner } from '../receipts/receipt-signer'
import type { AccountBooks } from './account-books'

/** What every decision needs besides the books. */
export interface TradingDesk {
  readonly pricing: Pricing
  readonly signer: ReceiptSigner
}

export interface TradeUnit {
  readonly desk: TradingDesk
  readonly tenant: Tenant
  readonly books: AccountBooks
  /** `trader:<id>`, `operator:<name>` or `engine`. */
  readonly actor: AuditActor
}

export function traderActor(traderId: bigint | string): `trader:${string}` {
  return `trader:${traderId}`
}

export const ENGINE = 'engine' as const

/** The ticks that follow a fill or trigger are written down, from the turn of the decision on. */
export function watchTicks(pricing: Pricing, { changed }: Pick<AccountBooks, 'changed'>): void {
  for (const code of new Set(changed.filter(({ fillPrice }) => fillPrice > 0n).map(({ instrumentCode }) => instrumentCode))) {
    pricing.watchTicksAfter(code)
  }
}
