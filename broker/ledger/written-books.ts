/**
 * Orders as rows, and the one statement that writes a unit of work. Rows travel as JSON, so the text of the statement is always the same and
 * is planned once; the database's own triggers, keys and policies hold as for any other write.
 */
import { queryText, type Tx } from '../db/open-database'
import { ORDER_STATUS } from '../db/statuses'
import type { ReceiptRecord } from './account-books'
import { ORDER_COLUMNS, ORDER_NAMES, orderRecord, SET_CHANGES } from './order-columns'
import type { RecordedBooks, RecordedTransaction } from './recorded-books'

/**
 * $1 tenant, $2 trader, $3 demo, $4 now, $5–$11 rows as JSON, $12–$18 the account as it is to stand, $19 the version it had,
 * $20–$22 by how much its counts grow.
 */
const WRITE_BOOKS = `with inserted as (
    insert into trade_order (tenant_id, trader_id, is_demo, ${ORDER_NAMES}) overriding system value
    select $1::text, $2::bigint, $3::boolean, ${ORDER_NAMES} from jsonb_to_recordset($5::jsonb) as o (${ORDER_COLUMNS})
  ), updated as (
    update trade_order t set ${SET_CHANGES}
    from jsonb_to_recordset($6::jsonb) as o (${ORDER_COLUMNS}, old_status smallint, old_version integer)
    where t.tenant_id = $1::text and t.id = o.id and t.status = o.old_status and t.version = o.old_version
    returning t.id
  ), movements as (
    insert into ledger_transaction (id, tenant_id, trader_id, is_demo, kind, order_id, created_at) overriding system value
    select m.id, $1::text, $2::bigint, $3::boolean, m.kind, m.order_id, $4::bigint
    from jsonb_to_recordset($7::jsonb) as m (id bigint, kind text, order_id bigint)
  ), entries as (
    insert into ledger_entry (id, tenant_id, transaction_id, account, trader_id, amount) overriding system value
    select e.id, $1::text, e.transaction_id, e.account, case when e.is_traders then $2::bigint end, e.amount
    from jsonb_to_recordset($8::jsonb) as e (id bigint, transaction_id bigint, account text, is_traders boolean, amount bigint)
  ), audits as (
    insert into audit_event (tenant_id, actor, action, object, detail, created_at)
    select $1::text, a.actor, a.action, a.object, a.detail, $4::bigint
    from jsonb_to_recordset($9::jsonb) as a (actor text, action text, object text, detail jsonb)
  ), events as (
    insert into outbox (tenant_id, trader_id, topic, payload, created_at)
    select $1::text, $2::bigint, e.topic, e.payload, $4::bigint
    from jsonb_to_recordset($10::jsonb) as e (topic text, payload jsonb)
  ), receipts as (
    insert into receipt (tenant_id, trader_id, order_id, event, body, hash, previous_hash, signature, key_id, ticks, created_at)
    select $1::text, $2::bigint, r.order_id, r.event, r.body, r.hash, r.previous_hash, r.signature, r.key_id, r.ticks, $4::bigint
    from jsonb_to_recordset($11::jsonb) as r (order_id bigint, event text, body text, hash text, previous_hash text, signature text, key_id text, ticks jsonb)
  ), accounts as (
    update trading_account set balance = $12::bigint, locked_margin = $13::bigint, locked_withdrawal = $14::bigint,
      open_orders = $15::integer, margin_call_level = $16::smallint, receipt_hash = $17::text, version = $18::integer,
      movements = movements + $20::integer, ended_orders = ended_orders + $21::integer, ended_profit = ended_profit + $22::numeric
    where tenant_id = $1::text and trader_id = $2::bigint and is_demo = $3::boolean and version = $19::integer
    returning 1
  )
  select (select count(*) from accounts)::integer as accounts, (select count(*) from updated)::integer as orders`

/** Writes what was recorded; how many accounts and orders were still as they had been opened. */
export async function writeBooks(tx: Tx, books: RecordedBooks): Promise<{ accounts: number; orders: number }> {
  const { account } = books
  const ended = books.changed.filter(({ status }) => status === ORDER_STATUS.completed)
  const [row] = await queryText(tx, WRITE_BOOKS, [
    account.tenantId,
    account.traderId.toString(),
    account.isDemo,
    books.now,
    json([...books.inserted.values()].map(orderRecord)),
    json(
      [...books.updated.values()].map((order) => {
        const { status, version } = books.before(order.id)
        return { ...orderRecord(order), old_status: status, old_version: version }
      }),
    ),
    json(books.transactions.map(({ id, kind, orderId }) => ({ id, kind, order_id: orderId }))),
    json(books.transactions.flatMap(entryRecords)),
    json(books.audits),
    json(books.events),
    json(books.receipts.map(receiptRecord)),
    account.balance.toString(),
    account.lockedMargin.toString(),
    account.lockedWithdrawal.toString(),
    account.openOrders,
    account.marginCallLevel,
    account.receiptHash,
    account.version,
    books.openedVersion,
    books.transactions.length,
    ended.length,
    ended.reduce((sum, { profit }) => sum + (profit ?? 0n), 0n).toString(),
  ])
  return { accounts: Number(row?.accounts), orders: Number(row?.orders) }
}

/** Big integers travel as text, which the database reads exactly. */
function json(rows: readonly object[]): string {
  return rows.length === 0 ? '[]' : JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}

function entryRecords({ id: transaction_id, entries }: RecordedTransaction) {
  return entries.map(({ id, account, isTraders, amount }) => ({ id, transaction_id, account, is_traders: isTraders, amount }))
}

function receiptRecord(receipt: ReceiptRecord) {
  return {
    order_id: receipt.orderId,
    event: receipt.event,
    body: receipt.body,
    hash: receipt.hash,
    previous_hash: receipt.previousHash,
    signature: receipt.signature,
    key_id: receipt.keyId,
    ticks: receipt.ticks,
  }
}
