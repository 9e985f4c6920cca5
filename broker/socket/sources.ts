/** What the socket needs from the rest of the broker; the composition root joins it to market and trading. */
import type { DayMarketRow, KlinePush, TradePush } from '../../contract/socket'
import type { Tenant } from '../../contract/tenant'

export interface MarketSource {
  /** Rows of the instruments the tenant offers, in its own prices; only those with a code in `codes` when given. */
  dayMarket(tenant: Tenant, codes?: ReadonlySet<string>): readonly DayMarketRow[]
  offers(tenant: Tenant, code: string): boolean
  /** The candle under way in each period, shortest period first. */
  currentCandles(tenant: Tenant, code: string): readonly KlinePush[]
  /** Called for every change of a quote or of a market's state. */
  onQuote(listener: (code: string) => void): () => void
  /** Called for every change of a candle; a finished candle is reported with its last state before its successor. */
  onCandle(listener: (code: string, candle: KlinePush) => void): () => void
}

export interface AccountSource {
  /** Figures of the account and of its open orders at the prices of now. */
  snapshot(tenant: Tenant, traderId: string): Promise<TradePush>
}
