/**
 * The one statement that writes a unit of work. Rows travel as JSON, so the text of the statement is always the same and
 * is planned once; the database's own triggers, keys and policies hold as for any other write.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { OrderRow } from './order-store'
import type { RecordedBooks } from './recorded-books'

const ORDER_COLUMNS = `id bigint, instrument_code text, side text, status smallint, pending_kind text, lots bigint, leverage integer,
  margin_mode text, contract_size bigint, quote_currency text, price_precision smallint, requested_price bigint, fill_price bigint,
  close_price bigint, stop_loss bigint, take_profit bigint, margin bigint, fee bigint, profit bigint, conversion_rate numeric,
  close_conversion_rate numeric, quote_source text, quote_seq bigint, cancel_reason text, trailing_distance bigint,
  close_reason text, parent_id bigint, version integer, created_at bigint, opened_at bigint, completed_at bigint`
const ORDER_NAMES = ORDER_COLUMNS.split(',')
  .map((column) => column.trim().split(' ')[0])
  .join(', ')
/** What may change in the life of an order. */
const CHANGING = [
  'status',
  'lots',
  'requested_price',
  'fill_price',
  'close_price',
  'stop_loss',
  'take_profit',
  'margin',
  'fee',
  'profit',
  'conversion_rate',
  'close_conversion_rate',
  'quote_source',
  'quote_seq',
  'cancel_reason',
  'trailing_distance',
  'close_reason',
  'version',
  'opened_at',
  'completed_at',
]

export function writtenBooks(books: RecordedBooks): SQL {
  const { account } = books
  const tenant = sql`${account.tenantId}::text`
  const trader = sql`${account.traderId.toString()}::bigint`
  const now = sql`${books.now}::bigint`
  const updated = [...books.updated.values()].map((order) => {
    const { status, version } = books.before(order.id)
    return { ...orderRecord(order), old_status: status, old_version: version }
  })
  const transactions = books.transactions.map(({ id, kind, orderId }) => ({ id, kind, order_id: orderId }))
  const entries = books.transactions.flatMap(({ id: transaction_id, entries }) =>
    entries.map((entry) => ({ id: entry.id, transaction_id, account: entry.account, is_traders: entry.isTraders, amount: entry.amount })),
  )
  const receipts = books.receipts.map((receipt) => ({
    order_id: receipt.orderId,
    event: receipt.event,
    body: receipt.body,
    hash: receipt.hash,
    previous_hash: receipt.previousHash,
    signature: receipt.signature,
    key_id: receipt.keyId,
    ticks: receipt.ticks,
  }))
  return sql`with inserted as (
      insert into trade_order (tenant_id, trader_id, is_demo, ${sql.raw(ORDER_NAMES)}) overriding system value
      select ${tenant}, ${trader}, ${account.isDemo}::boolean, ${sql.raw(ORDER_NAMES)}
      from jsonb_to_recordset(${json([...books.inserted.values()].map(orderRecord))}) as o (${sql.raw(ORDER_COLUMNS)})
    ), updated as (
      update trade_order t set ${sql.raw(CHANGING.map((name) => `${name} = o.${name}`).join(', '))}
      from jsonb_to_recordset(${json(updated)}) as o (${sql.raw(ORDER_COLUMNS)}, old_status smallint, old_version integer)
      where t.tenant_id = ${tenant} and t.id = o.id and t.status = o.old_status and t.version = o.old_version
      returning t.id
    ), movements as (
      insert into ledger_transaction (id, tenant_id, trader_id, is_demo, kind, order_id, created_at) overriding system value
      select m.id, ${tenant}, ${trader}, ${account.isDemo}::boolean, m.kind, m.order_id, ${now}
      from jsonb_to_recordset(${json(transactions)}) as m (id bigint, kind text, order_id bigint)
    ), entries as (
      insert into ledger_entry (id, tenant_id, transaction_id, account, trader_id, amount) overriding system value
      select e.id, ${tenant}, e.transaction_id, e.account, case when e.is_traders then ${trader} end, e.amount
      from jsonb_to_recordset(${json(entries)}) as e (id bigint, transaction_id bigint, account text, is_traders boolean, amount bigint)
    ), audits as (
      insert into audit_event (tenant_id, actor, action, object, detail, created_at)
      select ${tenant}, a.actor, a.action, a.object, a.detail, ${now}
      from jsonb_to_recordset(${json(books.audits)}) as a (actor text, action text, object text, detail jsonb)
    ), events as (
      insert into outbox (tenant_id, trader_id, topic, payload, created_at)
      select ${tenant}, ${trader}, e.topic, e.payload, ${now}
      from jsonb_to_recordset(${json(books.events)}) as e (topic text, payload jsonb)
    ), receipts as (
      insert into receipt (tenant_id, trader_id, order_id, event, body, hash, previous_hash, signature, key_id, ticks, created_at)
      select ${tenant}, ${trader}, r.order_id, r.event, r.body, r.hash, r.previous_hash, r.signature, r.key_id, r.ticks, ${now}
      from jsonb_to_recordset(${json(receipts)}) as r (order_id bigint, event text, body text, hash text, previous_hash text, signature text, key_id text, ticks jsonb)
    ), accounts as (
      update trading_account set balance = ${account.balance.toString()}::bigint, locked_margin = ${account.lockedMargin.toString()}::bigint,
        locked_withdrawal = ${account.lockedWithdrawal.toString()}::bigint, open_orders = ${account.openOrders}::integer,
        margin_call_level = ${account.marginCallLevel}::smallint, receipt_hash = ${account.receiptHash}::text, version = ${account.version}::integer
      where tenant_id = ${tenant} and trader_id = ${trader} and is_demo = ${account.isDemo}::boolean and version = ${books.openedVersion}::integer
      returning 1
    )
    select (select count(*) from accounts)::integer as accounts, (select count(*) from updated)::integer as orders`
}

/** Big integers become numbers of JSON text, which the database reads exactly. */
function json(rows: readonly object[]): SQL {
  return sql`${JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}::jsonb`
}

function orderRecord(order: OrderRow) {
  return {
    id: order.id,
    instrument_code: order.instrumentCode,
    side: order.side,
    status: order.status,
    pending_kind: order.pendingKind,
    lots: order.lots,
    leverage: order.leverage,
    margin_mode: order.marginMode,
    contract_size: order.contractSize,
    quote_currency: order.quoteCurrency,
    price_precision: order.pricePrecision,
    requested_price: order.requestedPrice,
    fill_price: order.fillPrice,
    close_price: order.closePrice,
    stop_loss: order.stopLoss,
    take_profit: order.takeProfit,
    margin: order.margin,
    fee: order.fee,
    profit: order.profit,
    conversion_rate: order.conversionRate,
    close_conversion_rate: order.closeConversionRate,
    quote_source: order.quoteSource,
    quote_seq: order.quoteSeq,
    cancel_reason: order.cancelReason,
    trailing_distance: order.trailingDistance,
    close_reason: order.closeReason,
    parent_id: order.parentId,
    version: order.version,
    created_at: order.createdAt,
    opened_at: order.openedAt,
    completed_at: order.completedAt,
  }
}
