/** The figures of an account at one moment: they add up, so they are taken together or not at all. */
import type { AccountFigures as WireFigures } from '../../contract/orders'

/** Decimal text, USDT. */
export interface AccountFigures {
  /** What is free of locks. */
  readonly balance: string
  /** Of the positions that are open. */
  readonly floatingProfit: string
  readonly equity: string
  readonly usedMargin: string
  readonly freeMargin: string
  /** Percent; empty when no margin is used. */
  readonly marginLevel: string
}

export const readFigures = (wire: WireFigures): AccountFigures => ({
  balance: wire.balance,
  floatingProfit: wire.all_fact_profits,
  equity: wire.net_value,
  usedMargin: wire.total_margin,
  freeMargin: wire.free_margin,
  marginLevel: wire.risk_rate,
})
