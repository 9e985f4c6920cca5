/** One unit of work: whose books are open, for which tenant, and who asks. */
import type { Tenant } from '../../contract/tenant'
import type { AuditActor } from '../audit-trail/audit-actions'
import type { Pricing } from '../market/pricing'
import type { ReceiptSigner } from '../receipts/receipt-signer'
import type { TermsHash } from '../terms/terms-document'
import type { AccountBooks } from './account-books'

/** What every decision needs besides the books. */
export interface TradingServices {
  readonly pricing: Pricing
  readonly signer: ReceiptSigner
  /** Absent where no order is ever passed on. */
  readonly providers?: ProviderState | undefined
  /** The terms that a company's orders are opened on, as their receipts name them; absent where nobody notes terms in a log. */
  readonly termsHash?: TermsHash | undefined
  /** Unix milliseconds of the broker's clock; absent where nobody measures how long an order took. */
  readonly now?: (() => number) | undefined
}

/** What decisions need to know of providers. */
export interface ProviderState {
  isConnected(provider: string): boolean
  /** False for a while after a provider has not filled it: what nobody asked for again is tried at a bounded pace. */
  mayTry(order: { readonly tenantId: string; readonly id: bigint }): boolean
  /** What a tick sets off waits a little: its provider cannot be asked now. */
  holdOff(order: { readonly tenantId: string; readonly id: bigint }): void
}

export interface TradeUnit {
  readonly services: TradingServices
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
