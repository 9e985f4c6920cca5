/**
 * What a company owes to each real account: equity as its trader's page has it, never below zero, and withdrawals under review.
 *
 * Invariant: all accounts are read at one moment of the store, and an instrument has one price for all of them.
 */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { equityOf } from '../../rules/account'
import type { Amount } from '../../rules/money'
import type { Tx } from '../db/open-database'
import { tradeOrder, trader, tradingAccount } from '../db/schema'
import { literal, ORDER_STATUS } from '../db/statuses'
import { IS_OPEN, type OrderRow } from '../ledger/order-store'
import type { Pricing, TenantQuote } from '../market/pricing'
import { accountState, valueOrders } from '../trading/account-figures'

export interface OwedAccount {
  readonly traderId: bigint
  readonly uid: string
  readonly equity: Amount
  readonly underReview: Amount
}

/** What is counted of it: an account below zero takes nothing from what others are owed. */
export function countedOf({ equity, underReview }: Pick<OwedAccount, 'equity' | 'underReview'>): Amount {
  return (equity > 0n ? equity : 0n) + underReview
}

const ACCOUNTS_A_READING = 5_000

/** Null while an instrument that somebody holds has no price: nothing can be said of that account. */
export async function readOwed(tx: Tx, pricing: Pick<Pricing, 'quote'>, tenant: Tenant): Promise<OwedAccount[] | null> {
  const quotes = new Map<string, TenantQuote | null>()
  const oncePriced = {
    quote(of: Tenant, code: string) {
      const known = quotes.get(code)
      if (known !== undefined) return known
      const quote = pricing.quote(of, code)
      quotes.set(code, quote)
      return quote
    },
  }
  const owed: OwedAccount[] = []
  for (let after = -1n; ; ) {
    const accounts = await tx
      .select({
        traderId: tradingAccount.traderId,
        uid: trader.uid,
        balance: tradingAccount.balance,
        lockedMargin: tradingAccount.lockedMargin,
        underReview: tradingAccount.lockedWithdrawal,
      })
      .from(tradingAccount)
      .innerJoin(trader, and(eq(trader.tenantId, tradingAccount.tenantId), eq(trader.id, tradingAccount.traderId)))
      .where(and(eq(tradingAccount.tenantId, tenant.id), eq(tradingAccount.isDemo, false), gt(tradingAccount.traderId, after)))
      .orderBy(asc(tradingAccount.traderId))
      .limit(ACCOUNTS_A_READING)
    const last = accounts.at(-1)
    if (last === undefined) return owed
    const held = await heldBetween(tx, tenant.id, after, last.traderId)
    for (const account of accounts) {
      const valued = valueOrders(oncePriced, tenant, held.get(account.traderId) ?? [])
      if (valued.some(({ quote }) => quote === null)) return null
      const { traderId, uid, underReview } = account
      owed.push({ traderId, uid, equity: equityOf(accountState(account, valued)), underReview })
    }
    after = last.traderId
  }
}

async function heldBetween(tx: Tx, tenantId: string, after: bigint, upTo: bigint): Promise<Map<bigint, OrderRow[]>> {
  const rows = await tx
    .select()
    .from(tradeOrder)
    .where(
      and(
        eq(tradeOrder.tenantId, tenantId),
        gt(tradeOrder.traderId, after),
        lte(tradeOrder.traderId, upTo),
        eq(tradeOrder.isDemo, false),
        IS_OPEN,
        sql`${tradeOrder.status} = ${literal(ORDER_STATUS.holding)}`,
      ),
    )
  const held = new Map<bigint, OrderRow[]>()
  for (const row of rows) {
    const own = held.get(row.traderId)
    if (own === undefined) held.set(row.traderId, [row])
    else own.push(row)
  }
  return held
}
