/**
 * The rows of a statement, read from the ledger: what each movement brought to an account or took from it, by where its other side is
 * booked. What only moves within the account (margin, the reserve of a withdrawal) is no row.
 *
 * Invariant: a row is made of what the ledger never changes, so the same rows come out whenever they are read.
 */
import { sql } from 'drizzle-orm'
import type { StatementKind, StatementRow } from '../../contract/statements'
import { type Amount, formatAmount } from '../../rules/money'
import type { StatementPeriod } from '../../rules/statement-period'
import { queryRows, type Tx } from '../db/open-database'
import type { HouseAccount } from '../ledger/entries'

/** The accounts of the house that a trader's money comes from and goes to. */
const KIND_OF: Partial<Record<HouseAccount, StatementKind>> = {
  'house:deposits': 'deposit',
  'house:payouts': 'withdrawal',
  'house:trading': 'profit',
  'house:fees': 'fee',
  'house:funding': 'funding',
  'house:protection': 'protection',
  'house:corrections': 'correction',
  'house:demo-funding': 'demo',
}
const HOUSE = sql.join(
  Object.keys(KIND_OF).map((account) => sql`${account}`),
  sql`, `,
)

/** Ledger transactions of one part: what one query reads. */
const PART_SIZE = 1_000

export interface Owner {
  readonly tenantId: string
  readonly traderId: string
}

/** Where a part begins: its first ledger transaction, and what stands before it. */
export interface Place {
  readonly from: string
  readonly rows: number
  readonly balance: Amount
}

interface Bounds {
  /** Ledger transactions of the period: the first one, and how many. Empty where there are none. */
  readonly first: string
  readonly count: number
  /** All money of the account before the period and at its end, by the account's own side of the books. */
  readonly opening: Amount
  readonly closing: Amount
}

export async function readBounds(tx: Tx, { tenantId, traderId }: Owner, { from, to }: StatementPeriod): Promise<Bounds> {
  const [found] = await queryRows<{ first: string | null; count: string }>(
    tx,
    sql`select min(id)::text as first, count(*)::text as count from ledger_transaction
        where tenant_id = ${tenantId} and trader_id = ${traderId}::bigint and created_at >= ${from} and created_at < ${to}`,
  )
  const [sums] = await queryRows<{ opening: string; closing: string }>(
    tx,
    sql`select coalesce(sum(e.amount) filter (where t.created_at < ${from}), 0)::text as opening, coalesce(sum(e.amount), 0)::text as closing
        from ledger_entry e join ledger_transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
        where e.tenant_id = ${tenantId} and e.trader_id = ${traderId}::bigint and t.created_at < ${to}
          and e.account in ('trader:available', 'trader:margin', 'trader:withdrawal')`,
  )
  return {
    first: found?.first ?? '',
    count: Number(found?.count ?? '0'),
    opening: BigInt(sums?.opening ?? '0'),
    closing: BigInt(sums?.closing ?? '0'),
  }
}

interface EntryRow {
  readonly id: string
  readonly at: string
  /** Null of a movement within the account. */
  readonly account: HouseAccount | null
  readonly amount: string
  readonly instrument: string | null
  readonly side: 'buy' | 'sell' | null
  readonly number: string | null
}

interface Part {
  readonly rows: readonly StatementRow[]
  /** How many ledger transactions it was made of. */
  readonly movements: number
  /** The place behind it; `from` is the first id that is not in it. */
  readonly next: Place
}

/** At most PART_SIZE movements from a place on, oldest first. */
export async function readPart(tx: Tx, { tenantId, traderId }: Owner, { from, to }: StatementPeriod, place: Place): Promise<Part> {
  const entries = await queryRows<EntryRow & Record<string, unknown>>(
    tx,
    sql`select t.id::text, t.created_at::text as at, e.account, e.amount::text as amount, o.instrument_code as instrument, o.side,
          coalesce(t.order_id, d.id, w.id, c.id)::text as number
        from (select id, created_at, order_id from ledger_transaction
          where tenant_id = ${tenantId} and trader_id = ${traderId}::bigint and id >= ${place.from}::bigint
            and created_at >= ${from} and created_at < ${to}
          order by id limit ${sql.raw(String(PART_SIZE))}) t
        left join ledger_entry e on e.tenant_id = ${tenantId} and e.transaction_id = t.id and e.amount <> 0 and e.account in (${HOUSE})
        left join trade_order o on o.tenant_id = ${tenantId} and o.id = t.order_id
        left join deposit d on d.tenant_id = ${tenantId} and d.transaction_id = t.id
        left join withdrawal w on w.tenant_id = ${tenantId} and w.end_transaction_id = t.id
        left join challenge c on c.tenant_id = ${tenantId} and c.transaction_id = t.id
        order by t.id, e.account desc`,
  )
  let { balance } = place
  const rows: StatementRow[] = []
  const movements = new Set<string>()
  for (const { id, at, account, amount, instrument, side, number } of entries) {
    movements.add(id)
    const kind = account === null ? undefined : KIND_OF[account]
    if (kind === undefined) continue
    balance -= BigInt(amount)
    rows.push({
      n: place.rows + rows.length + 1,
      at: Number(at),
      kind,
      instrument: instrument ?? '',
      side: side ?? '',
      number: number ?? '',
      amount: formatAmount(-BigInt(amount)),
      balance: formatAmount(balance),
    })
  }
  const last = entries.at(-1)?.id
  const next = { from: last === undefined ? place.from : String(BigInt(last) + 1n), rows: place.rows + rows.length, balance }
  return { rows, movements: movements.size, next }
}
