/**
 * The tables. Every tenant table carries `tenant_id` and is guarded by row-level security (0001_guards.sql);
 * `candle` is the market's and belongs to no tenant.
 *
 * Invariant: amounts, prices and lots are BIGINT counting 10⁻⁸; times are BIGINT Unix milliseconds of the broker's clock.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { trader } from './account-tables'
import { drawnIdentity, fixed, identity, millis, reference } from './columns'
import { literal, ORDER_STATUS } from './statuses'

/**
 * How far a version has to know the schema to run on it: one row, written by the migrations that take something away (judge-migrations.ts).
 */
export const schemaFloor = pgTable('schema_floor', {
  /** Always true: there is one row. */
  single: boolean('single').primaryKey().default(true),
  /** Number of the migration that a version must know at least. */
  migration: integer('migration').notNull(),
})

export * from './account-tables'
export * from './alert-tables'
export * from './conduct-tables'
export * from './desk-tables'
export * from './dispute-tables'
export * from './execution-tables'
export * from './fix-tables'
export * from './lease-tables'
export * from './log-tables'
export * from './money-tables'
export * from './price-tables'
export * from './receipt-tables'
export * from './reconciliation-tables'
export * from './risk-tables'
export * from './routed-tables'
export * from './solvency-tables'
export * from './watchlist-tables'

/** One row a trader: the cached sums of their ledger accounts, and the row every money movement locks first. */
export const tradingAccount = pgTable(
  'trading_account',
  {
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    isDemo: boolean('is_demo').notNull(),
    balance: fixed('balance').notNull(),
    lockedMargin: fixed('locked_margin').notNull(),
    lockedWithdrawal: fixed('locked_withdrawal').notNull(),
    openOrders: integer('open_orders').notNull().default(0),
    /**
     * How many ledger transactions and ended orders there are, and what the latter brought: counted in the transaction that writes
     * them, so that a page of a long list need not. The audit counts again (I2).
     */
    movements: integer('movements').notNull().default(0),
    endedOrders: integer('ended_orders').notNull().default(0),
    endedProfit: numeric('ended_profit', { precision: 38, scale: 0 }).notNull().default('0'),
    /** The lowest margin call told since the margin level was last above it: 100, 75, or 0 for none. */
    marginCallLevel: smallint('margin_call_level').notNull().default(0),
    /** Hash of the account's newest receipt; the next one names it. */
    receiptHash: text('receipt_hash'),
    /** Grows with every movement, so that a copy in memory knows which of two is newer. */
    version: integer('version').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.traderId] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
  ],
)

export const ledgerTransaction = pgTable(
  'ledger_transaction',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** Null for a movement between accounts of the house. */
    traderId: reference('trader_id'),
    isDemo: boolean('is_demo').notNull(),
    kind: text('kind').notNull(),
    orderId: reference('order_id'),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    // One opening, one close and one protection entry an order, whatever races. Of funding: one a rollover (`funding_charge`); of reserve
    // and release: one each time a provider is asked (`routed_order`).
    uniqueIndex('ledger_transaction_order_kind')
      .on(table.tenantId, table.orderId, table.kind)
      .where(sql`order_id is not null and kind not in ('funding', 'order_reserve', 'order_release')`),
    index('ledger_transaction_trader').on(table.tenantId, table.traderId, table.id),
  ],
)

/** A posting. `account` names a ledger account; accounts of the house have no trader. */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    transactionId: reference('transaction_id').notNull(),
    account: text('account').notNull(),
    traderId: reference('trader_id'),
    amount: fixed('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.transactionId], foreignColumns: [ledgerTransaction.tenantId, ledgerTransaction.id] }),
    index('ledger_entry_transaction').on(table.tenantId, table.transactionId),
    index('ledger_entry_trader').on(table.tenantId, table.traderId, table.account, table.id),
  ],
)

export const tradeOrder = pgTable(
  'trade_order',
  {
    id: drawnIdentity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    isDemo: boolean('is_demo').notNull(),
    instrumentCode: text('instrument_code').notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
    /** As in statuses.ts. */
    status: smallint('status').notNull(),
    pendingKind: text('pending_kind', { enum: ['limit', 'stop'] }),
    lots: fixed('lots').notNull(),
    leverage: integer('leverage'),
    marginMode: text('margin_mode', { enum: ['fixed', 'leveraged'] }).notNull(),
    contractSize: fixed('contract_size').notNull(),
    quoteCurrency: text('quote_currency').notNull(),
    pricePrecision: smallint('price_precision').notNull(),
    requestedPrice: fixed('requested_price').notNull(),
    fillPrice: fixed('fill_price').notNull(),
    closePrice: fixed('close_price'),
    stopLoss: fixed('stop_loss').notNull(),
    takeProfit: fixed('take_profit').notNull(),
    margin: fixed('margin').notNull(),
    fee: fixed('fee').notNull(),
    profit: fixed('profit'),
    conversionRate: numeric('conversion_rate', { precision: 38, scale: 20 }).notNull(),
    closeConversionRate: numeric('close_conversion_rate', { precision: 38, scale: 20 }),
    quoteSource: text('quote_source').notNull(),
    quoteSeq: bigint('quote_seq', { mode: 'bigint' }).notNull(),
    /** Why a pending order ended without a fill. */
    cancelReason: text('cancel_reason', { enum: ['trader', 'insufficient_margin', 'stop_out', 'demo_reset', 'not_offered', 'not_filled'] }),
    /** The stop loss follows the price at this distance; 0 = it stands. */
    trailingDistance: fixed('trailing_distance').notNull().default(sql`0`),
    closeReason: text('close_reason', { enum: ['manual', 'take_profit', 'stop_loss', 'stop_out', 'cancelled', 'demo_reset'] }),
    /** The order this one was split from by a partial close. */
    parentId: reference('parent_id'),
    /** Where the position lies, of an order that a provider fills; null: with the company. */
    provider: text('provider'),
    /** What a provider was asked for and has not answered yet (routed_order); its margin is reserved meanwhile. */
    underWay: text('under_way', { enum: ['open', 'close'] }),
    version: integer('version').notNull().default(0),
    createdAt: millis('created_at').notNull(),
    /** When it was filled; null while it waits, and for ever if it never was. */
    openedAt: millis('opened_at'),
    completedAt: millis('completed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    index('trade_order_open')
      .on(table.tenantId, table.traderId, table.id)
      .where(sql`status <> ${literal(ORDER_STATUS.completed)}`),
    // Of all orders, though only ended ones are listed by it: whoever takes a trader away has to see that none is left.
    index('trade_order_history').on(table.tenantId, table.traderId, table.completedAt, table.id),
    // What the house made of real accounts since midnight.
    index('trade_order_ended_real').on(table.tenantId, table.completedAt).where(sql`completed_at is not null and not is_demo`),
    index('trade_order_opened_real').on(table.tenantId, table.openedAt).where(sql`opened_at is not null and not is_demo`),
  ],
)

/** The funding of one position for one rollover. What it was counted from stands in the signed receipt that names its transaction. */
export const fundingCharge = pgTable(
  'funding_charge',
  {
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    orderId: reference('order_id').notNull(),
    /** 17:00 in New York. */
    rolloverAt: millis('rollover_at').notNull(),
    transactionId: reference('transaction_id').notNull(),
    /** What the balance changed by: below 0 the trader paid. */
    amount: fixed('amount').notNull(),
  },
  (table) => [
    // Once a position and rollover, whatever races.
    primaryKey({ columns: [table.tenantId, table.orderId, table.rolloverAt] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    foreignKey({ columns: [table.tenantId, table.orderId], foreignColumns: [tradeOrder.tenantId, tradeOrder.id] }),
    foreignKey({ columns: [table.tenantId, table.transactionId], foreignColumns: [ledgerTransaction.tenantId, ledgerTransaction.id] }),
    uniqueIndex('funding_charge_transaction').on(table.tenantId, table.transactionId),
    index('funding_charge_trader').on(table.tenantId, table.traderId),
    index('funding_charge_rollover').on(table.tenantId, table.rolloverAt),
  ],
)

/** Rollovers that a company is done with: each was charged, or passed while nothing was to be charged. */
export const fundingRollover = pgTable(
  'funding_rollover',
  { tenantId: text('tenant_id').notNull(), rolloverAt: millis('rollover_at').notNull() },
  (table) => [primaryKey({ columns: [table.tenantId, table.rolloverAt] })],
)

/** The tenant's hash chain over its ledger transactions, receipts and audit events: each link seals the rows it names. */
export const auditLink = pgTable(
  'audit_link',
  {
    tenantId: text('tenant_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** `[{kind, id, hash}]`, in the order in which they are hashed. */
    items: jsonb('items').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.seq] })],
)

/**
 * Demo accounts that nobody used and that went, each with the ids of the rows that went with it: the audit chain still names them.
 * Written in the transaction that takes them away; the event it names seals it.
 */
export const forgottenAccount = pgTable(
  'forgotten_account',
  {
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    eventId: reference('event_id').notNull(),
    /** Ids by kind of row, as text. */
    rows: jsonb('rows').$type<ForgottenRows>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.traderId] }),
    foreignKey({ columns: [table.tenantId, table.eventId], foreignColumns: [auditEvent.tenantId, auditEvent.id] }),
  ],
)

export type ForgottenKind = 'ledger_transaction' | 'receipt' | 'trade_order'
export type ForgottenRows = Readonly<Record<ForgottenKind, readonly string[]>>

/** What a trader shows in the ranking; without a row the name is masked. */
export const rankingProfile = pgTable(
  'ranking_profile',
  {
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    showsName: boolean('shows_name').notNull(),
    name: text('name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.traderId] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
  ],
)

export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    tenantId: text('tenant_id').notNull(),
    /** The trader's id, or `anonymous`. */
    scope: text('scope').notNull(),
    call: text('call').notNull(),
    key: text('key').notNull(),
    parametersHash: text('parameters_hash').notNull(),
    /** The body that was answered, byte for byte; null while the first call is under way. */
    reply: text('reply'),
    /** The first eight letters of the key, as people read them out; null for a key that is not hexadecimal. */
    reference: text('reference'),
    /** What was answered, as far as it is not sealed: the code, and the row that it was about. */
    code: integer('code'),
    object: text('object'),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.scope, table.call, table.key] }),
    index('idempotency_key_age').on(table.createdAt),
    index('idempotency_key_reference').on(table.tenantId, table.reference).where(sql`reference is not null`),
  ],
)

export const outbox = pgTable('outbox', {
  id: identity('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  traderId: reference('trader_id').notNull(),
  topic: text('topic').notNull(),
  payload: jsonb('payload').notNull(),
  createdAt: millis('created_at').notNull(),
})

export const auditEvent = pgTable(
  'audit_event',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** `trader:<id>`, `operator:<name>`, `engine` or `system`. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    object: text('object').notNull(),
    detail: jsonb('detail').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    // By bytes, so that a beginning (`deposit:`) is looked up like a whole name.
    index('audit_event_actor').on(table.tenantId, table.actor.op('text_pattern_ops'), table.id),
    index('audit_event_action').on(table.tenantId, table.action.op('text_pattern_ops'), table.id),
    index('audit_event_object').on(table.tenantId, table.object.op('text_pattern_ops'), table.id),
    index('audit_event_time').on(table.tenantId, table.createdAt, table.id),
    // Few: what an operator did that touched a trader.
    index('audit_event_trader').on(table.tenantId, table.id).where(sql`detail ? 'trader'`),
  ],
)

/** Candles are the fold of the ticks that were pushed. Not a tenant's: all tenants share the market. */
export const candle = pgTable(
  'candle',
  {
    code: text('code').notNull(),
    period: text('period').notNull(),
    time: millis('time').notNull(),
    open: fixed('open').notNull(),
    high: fixed('high').notNull(),
    low: fixed('low').notNull(),
    close: fixed('close').notNull(),
    volume: fixed('volume').notNull(),
  },
  (table) => [primaryKey({ columns: [table.code, table.period, table.time] })],
)

/** Ticks after a fill or trigger, and every tick that was held back. Not a tenant's: all tenants share the market. Append-only. */
export const tickLog = pgTable(
  'tick_log',
  {
    id: identity('id').primaryKey(),
    code: text('code').notNull(),
    source: text('source').notNull(),
    seq: bigint('seq', { mode: 'bigint' }).notNull(),
    bid: fixed('bid').notNull(),
    ask: fixed('ask').notNull(),
    last: fixed('last').notNull(),
    time: millis('time').notNull(),
    verdict: text('verdict', { enum: ['accepted', 'quarantined'] }).notNull(),
    loggedAt: millis('logged_at').notNull(),
    /** By the source's own clock, where it says so. */
    sourceTime: millis('source_time'),
  },
  (table) => [index('tick_log_code').on(table.code, table.source, table.seq)],
)

/** The folder that belongs to this database: the id that stands in it too. One row, from the first node that served. */
export const dataFolder = pgTable('data_folder', { id: text('id').primaryKey() })

/** Facts about the market's store, such as the seed that filled it. */
export const marketState = pgTable('market_state', { key: text('key').primaryKey(), value: jsonb('value').notNull() })

/** What the ids that traders are told are drawn with, once for a database: only `drawn_id()` reads it. */
export const idSecret = pgTable('id_secret', { secret: text('secret').primaryKey() })
