/**
 * Orders as rows, and the one statement that writes a unit of work. Rows travel as JSON, so the text of the statement is always the same and
 * is planned once; the database's own triggers, keys and policies hold as for any other write.
 */
import { queryText, type Tx } from '../db/open-database'
import type { ReceiptRecord } from './account-books'
import { COMPLETED, type OrderRow } from './order-store'
import type { RecordedBooks, RecordedTransaction } from './recorded-books'

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

const SET_CHANGES = CHANGING.map((name) => `${name} = o.${name}`).join(', ')

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
  const ended = books.changed.filter(({ status }) => status === COMPLETED)
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

/** An order as the driver hands out a row of the table. */
export function readOrder(row: Record<string, unknown>): OrderRow {
  const big = (name: string) => BigInt(row[name] as string)
  const bigOrNull = (name: string) => (row[name] === null ? null : big(name))
  const numberOrNull = (name: string) => (row[name] === null ? null : Number(row[name]))
  return {
    id: big('id'),
    tenantId: row.tenant_id as string,
    traderId: big('trader_id'),
    isDemo: row.is_demo as boolean,
    instrumentCode: row.instrument_code as string,
    side: row.side as OrderRow['side'],
    status: Number(row.status),
    pendingKind: row.pending_kind as OrderRow['pendingKind'],
    lots: big('lots'),
    leverage: numberOrNull('leverage'),
    marginMode: row.margin_mode as OrderRow['marginMode'],
    contractSize: big('contract_size'),
    quoteCurrency: row.quote_currency as string,
    pricePrecision: Number(row.price_precision),
    requestedPrice: big('requested_price'),
    fillPrice: big('fill_price'),
    closePrice: bigOrNull('close_price'),
    stopLoss: big('stop_loss'),
    takeProfit: big('take_profit'),
    margin: big('margin'),
    fee: big('fee'),
    profit: bigOrNull('profit'),
    conversionRate: row.conversion_rate as string,
    closeConversionRate: row.close_conversion_rate as string | null,
    quoteSource: row.quote_source as string,
    quoteSeq: big('quote_seq'),
    closeReason: row.close_reason as OrderRow['closeReason'],
    cancelReason: row.cancel_reason as OrderRow['cancelReason'],
    trailingDistance: big('trailing_distance'),
    parentId: bigOrNull('parent_id'),
    version: Number(row.version),
    createdAt: Number(row.created_at),
    openedAt: numberOrNull('opened_at'),
    completedAt: numberOrNull('completed_at'),
  }
}
