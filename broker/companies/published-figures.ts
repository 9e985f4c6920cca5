/**
 * The figures that a company publishes about its traders' results and its payouts: counted from the books, never typed.
 *
 * Invariant: real and demo accounts are counted apart, one company's never with another's. What the sums mean is said once, in
 * rules/losing-share.ts.
 */

import { and, asc, eq, sql } from 'drizzle-orm'
import { HOUR_MS } from '../../rules/durations'
import { LOSING_PERIOD_MS, type LosingCount } from '../../rules/losing-share'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { withdrawCurrency } from '../db/schema'
import { literal, ORDER_STATUS } from '../db/statuses'
import type { Clock } from '../ground/clock'
import { Kept } from '../ground/kept'
import { readClock, type WithdrawalClock } from '../wallet/withdrawal-store'

export interface TradingResults {
  readonly real: LosingCount
  readonly demo: LosingCount
}

export interface PublishedFigures {
  readonly results: TradingResults
  readonly payouts: WithdrawalClock
  /** Unix milliseconds. */
  readonly computedAt: number
}

export type PayoutFee = Pick<typeof withdrawCurrency.$inferSelect, 'type' | 'code' | 'protocol' | 'feeType' | 'drawRate'>

/** Accounts with a closed order in the twelve months that end now. Runs in a transaction of the company. @param now Unix milliseconds */
export async function readTradingResults(tx: Tx, tenantId: string, now: number): Promise<TradingResults> {
  const rows = await queryRows<{ is_demo: boolean; accounts: string; losing: string }>(
    tx,
    sql`select is_demo, count(*)::text as accounts, (count(*) filter (where result < 0))::text as losing
        from (
          select trader_id, is_demo, sum(coalesce(profit, 0) - fee) as result from trade_order
          where tenant_id = ${tenantId} and status = ${literal(ORDER_STATUS.completed)} and fill_price > 0
            and completed_at > ${now - LOSING_PERIOD_MS} and completed_at <= ${now}
          group by trader_id, is_demo
        ) accounts group by is_demo`,
  )
  const countOf = (isDemo: boolean): LosingCount => {
    const row = rows.find(({ is_demo }) => is_demo === isDemo)
    return { accounts: Number(row?.accounts ?? 0), losing: Number(row?.losing ?? 0) }
  }
  return { real: countOf(false), demo: countOf(true) }
}

async function readPayoutFees(tx: Tx, tenantId: string): Promise<PayoutFee[]> {
  const { type, code, protocol, feeType, drawRate } = withdrawCurrency
  return tx
    .select({ type, code, protocol, feeType, drawRate })
    .from(withdrawCurrency)
    .where(and(eq(withdrawCurrency.tenantId, tenantId), eq(withdrawCurrency.isActive, true)))
    .orderBy(asc(withdrawCurrency.id))
}

const FIGURES_KEPT_MS = HOUR_MS
/** A fee that the desk has changed is published soon after; a request copies the one in force at its moment in any case. */
const FEES_KEPT_MS = 60_000

export class FigureCache {
  private readonly results: Kept<PublishedFigures>
  private readonly fees: Kept<PayoutFee[]>

  constructor(
    private readonly database: Pick<Database, 'withTenant'>,
    private readonly clock: Clock,
  ) {
    const now = () => clock.monotonic()
    this.results = new Kept(FIGURES_KEPT_MS, now)
    this.fees = new Kept(FEES_KEPT_MS, now)
  }

  /** Not older than an hour. */
  figures(tenantId: string): Promise<PublishedFigures> {
    return this.results.get(tenantId, () =>
      this.database.withTenant(tenantId, async (tx) => {
        const computedAt = this.clock.now()
        return { results: await readTradingResults(tx, tenantId, computedAt), payouts: await readClock(tx, tenantId), computedAt }
      }),
    )
  }

  /** What is taken of a withdrawal, by currency; not older than a minute. */
  payoutFees(tenantId: string): Promise<PayoutFee[]> {
    return this.fees.get(tenantId, () => this.database.withTenant(tenantId, (tx) => readPayoutFees(tx, tenantId)))
  }
}
