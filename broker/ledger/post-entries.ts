/**
 * The books: every movement of money is one ledger transaction whose entries sum to zero, posted in one statement
 * together with the account row that caches the trader's sums.
 *
 * Invariants (the database checks them too): entries sum to 0; nothing is ever updated or deleted; an account's cached
 * balance and locks equal the sums of its entries; an order has at most one transaction of a kind.
 */
import { sql } from 'drizzle-orm'
import type { Amount } from '../../rules/money'
import { queryRows, type Tx } from '../db/open-database'
import { invariant } from '../invariant'

/** A trader's own accounts; `available` is what the wire calls balance. */
export type TraderAccount = 'trader:available' | 'trader:margin' | 'trader:withdrawal'
/** Accounts of the house: the other side of what a trader gains, loses, pays and is granted. */
export type HouseAccount = 'house:demo-funding' | 'house:trading' | 'house:fees' | 'house:protection'

export type TransactionKind = 'demo_grant' | 'order_open' | 'order_close' | 'negative_balance_protection' | 'demo_reset'

export interface Entry {
  readonly account: TraderAccount | HouseAccount
  readonly amount: Amount
}

export interface Posting {
  readonly tenantId: string
  readonly traderId: bigint
  readonly isDemo: boolean
  readonly kind: TransactionKind
  readonly orderId?: bigint
  /** Unix milliseconds of the broker's clock. */
  readonly now: number
  readonly entries: readonly Entry[]
  /** How the number of the trader's open orders changes with this movement. */
  readonly openOrdersChange?: -1 | 0 | 1
}

/** The account after a movement. */
export interface AccountSums {
  readonly balance: Amount
  readonly lockedMargin: Amount
  readonly lockedWithdrawal: Amount
  readonly openOrders: number
  readonly version: number
}

/** Posts a movement. Call it with the account row locked. @throws when the entries do not sum to zero. */
export async function postEntries(tx: Tx, posting: Posting): Promise<AccountSums> {
  const entries = posting.entries.filter((entry) => entry.amount !== 0n)
  invariant(entries.reduce((sum, entry) => sum + entry.amount, 0n) === 0n, 'ledger entries sum to zero')
  const changeOf = (account: TraderAccount) =>
    entries.reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0n).toString()

  const rows = entries.map(
    (entry) =>
      sql`(${entry.account}::text, ${entry.account.startsWith('trader:') ? posting.traderId.toString() : null}::bigint, ${entry.amount.toString()}::bigint)`,
  )
  const [sums] = await queryRows<
    Record<'balance' | 'locked_margin' | 'locked_withdrawal' | 'open_orders' | 'version', string | number | bigint>
  >(
    tx,
    sql`with movement as (
          insert into ledger_transaction (tenant_id, trader_id, is_demo, kind, order_id, created_at)
          values (${posting.tenantId}, ${posting.traderId.toString()}::bigint, ${posting.isDemo}, ${posting.kind},
                  ${posting.orderId?.toString() ?? null}::bigint, ${posting.now})
          returning id
        ), posted as (
          insert into ledger_entry (tenant_id, transaction_id, account, trader_id, amount)
          select ${posting.tenantId}, movement.id, entry.account, entry.trader_id, entry.amount
          from movement, (values ${sql.join(rows, sql`, `)}) as entry (account, trader_id, amount)
        )
        update trading_account set
          balance = balance + ${changeOf('trader:available')}::bigint,
          locked_margin = locked_margin + ${changeOf('trader:margin')}::bigint,
          locked_withdrawal = locked_withdrawal + ${changeOf('trader:withdrawal')}::bigint,
          open_orders = open_orders + ${posting.openOrdersChange ?? 0},
          version = version + 1
        where tenant_id = ${posting.tenantId} and trader_id = ${posting.traderId.toString()}::bigint
          and is_demo = ${posting.isDemo} and exists (select 1 from movement)
        returning balance::text, locked_margin::text, locked_withdrawal::text, open_orders, version`,
  )
  invariant(sums !== undefined, 'a movement belongs to an account of its own kind')
  return {
    balance: BigInt(sums.balance),
    lockedMargin: BigInt(sums.locked_margin),
    lockedWithdrawal: BigInt(sums.locked_withdrawal),
    openOrders: Number(sums.open_orders),
    version: Number(sums.version),
  }
}
