/**
 * The prices of one moment as a tenant trades them, taken once and kept while what they set off waits for its books: an account is
 * judged and closed at the tick that brought it to its level, however many come before the books are open.
 *
 * Invariant: taken in the turn of the tick. What was not taken then has no price here.
 */
import type { Tenant } from '../../contract/tenant'
import { type TradedQuote, tradedQuote } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import type { TradingServices } from '../ledger/trade-unit'
import { profitAt } from './order-profit'

export interface HeldQuote {
  readonly quote: TradedQuote
  readonly isOpen: boolean
  /** Fresh enough to be traded, in an open market. */
  readonly isTradable: boolean
}

export interface HeldPosition {
  readonly order: OrderRow
  /** `null` while the instrument has no price. */
  readonly held: HeldQuote | null
  readonly profit: bigint
}

export class TickPrices {
  private readonly quotes = new Map<string, HeldQuote | null>()

  constructor(
    private readonly services: TradingServices,
    private readonly tenant: Tenant,
  ) {}

  /** Takes the prices of now of these instruments, each once. */
  take(codes: Iterable<string>): void {
    const { pricing } = this.services
    for (const code of codes) {
      if (this.quotes.has(code)) continue
      const quote = pricing.quote(this.tenant, code)
      const isTradable = quote !== null && pricing.triggeringQuote(this.tenant, code).ok
      const held =
        quote === null ? null : { quote: tradedQuote({ services: this.services }, code, quote), isOpen: pricing.isOpen(code), isTradable }
      this.quotes.set(code, held)
    }
  }

  value(positions: readonly OrderRow[]): HeldPosition[] {
    return positions.map((order) => {
      const held = this.quotes.get(order.instrumentCode) ?? null
      return { order, held, profit: held === null ? 0n : profitAt(order, held.quote, held.quote.rate) }
    })
  }

  /** True where one of the positions was filled after this moment: then it says nothing about an account that holds it. */
  isBefore(positions: readonly OrderRow[]): boolean {
    return positions.some(({ instrumentCode, quoteSource, quoteSeq }) => {
      const held = this.quotes.get(instrumentCode)
      return held === undefined || (held !== null && held.quote.source === quoteSource && quoteSeq > held.quote.seq)
    })
  }
}
