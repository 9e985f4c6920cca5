/**
 * The house's own orders at its providers, what was reported of them, and what is covered by them. Part of the schema (schema.ts).
 *
 * Invariants: an id and an exec id are there once; what was reported is never changed; a cover fill follows from one report.
 */
import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, numeric, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { trader } from './account-tables'
import { fixed, identity, millis, reference } from './columns'

export const PROVIDER_ORDER_STATUSES = ['written', 'sent', 'accepted', 'part_filled', 'filled', 'canceled', 'rejected', 'expired'] as const
export const ORDER_PURPOSES = ['cover', 'open', 'close'] as const

export const providerOrder = pgTable(
  'provider_order',
  {
    /** Drawn from 2¹²²: also a store that was put back from a copy never draws one again. */
    id: text('id').primaryKey(),
    tenantId: text('tenant_id').notNull(),
    provider: text('provider').notNull(),
    instrumentCode: text('instrument_code').notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
    /** Units of the base asset. */
    quantity: fixed('quantity').notNull(),
    limitPrice: fixed('limit_price'),
    purpose: text('purpose', { enum: ORDER_PURPOSES }).notNull(),
    /** Whose order it is for; of a cover nobody's. */
    traderId: reference('trader_id'),
    orderId: reference('order_id'),
    /** `written`: it may have been handed over, if the process died at the wrong moment. */
    status: text('status', { enum: PROVIDER_ORDER_STATUSES }).notNull(),
    /** By the fills that stand: what was busted is not in it. */
    filledQuantity: fixed('filled_quantity').notNull().default(sql`0`),
    averagePrice: fixed('average_price').notNull().default(sql`0`),
    reason: text('reason').notNull().default(''),
    /** What the provider ended it as, and what it said was filled by then; the fills may still be on their way. */
    finalKind: text('final_kind', { enum: ['filled', 'canceled', 'rejected', 'expired'] }),
    finalQuantity: fixed('final_quantity'),
    createdAt: millis('created_at').notNull(),
    /** When it was over; fills may come, be busted or corrected after it. */
    endedAt: millis('ended_at'),
    version: integer('version').notNull().default(0),
  },
  (table) => [
    unique('provider_order_tenant').on(table.tenantId, table.id),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    index('provider_order_open').on(table.provider).where(sql`ended_at is null`),
    index('provider_order_time').on(table.tenantId, table.instrumentCode, table.createdAt),
    index('provider_order_order').on(table.tenantId, table.orderId).where(sql`order_id is not null`),
  ],
)

/** What a provider reports of an order: to whom it was sent, and in the copy of it. */
export const reportColumns = () => ({
  provider: text('provider').notNull(),
  execId: text('exec_id').notNull(),
  /** The order of arrival. */
  seq: bigint('seq', { mode: 'bigint' }).generatedAlwaysAsIdentity(),
  providerOrderId: text('provider_order_id').notNull(),
  tenantId: text('tenant_id'),
  kind: text('kind', { enum: ['accepted', 'filled', 'canceled', 'rejected', 'expired', 'busted', 'corrected'] }).notNull(),
  lastQuantity: fixed('last_quantity').notNull(),
  lastPrice: fixed('last_price').notNull(),
  referredExecId: text('referred_exec_id'),
  reason: text('reason').notNull(),
  providerTime: millis('provider_time').notNull(),
  receivedAt: millis('received_at').notNull(),
})

/** What a provider said of an order. Without a company: of an order that is not in the books. */
export const providerReport = pgTable('provider_report', reportColumns(), (table) => [
  // Of an order: providers count their exec ids anew, by the day or after a reset.
  primaryKey({ columns: [table.provider, table.providerOrderId, table.execId] }),
  foreignKey({ columns: [table.tenantId, table.providerOrderId], foreignColumns: [providerOrder.tenantId, providerOrder.id] }),
  index('provider_report_order').on(table.providerOrderId, table.seq),
  index('provider_report_time').on(table.provider, table.providerTime),
  index('provider_report_received').on(table.provider, table.receivedAt),
])

/** What a company holds at a provider, and what it paid for it. */
export const coverPosition = pgTable(
  'cover_position',
  {
    tenantId: text('tenant_id').notNull(),
    provider: text('provider').notNull(),
    instrumentCode: text('instrument_code').notNull(),
    /** Units of the base asset; long is positive. */
    quantity: fixed('quantity').notNull(),
    /** What the held quantity was bought for, in 10⁻¹⁶ of the quote currency; below 0 when it was sold. */
    cost: numeric('cost', { precision: 60, scale: 0 }).notNull(),
    /** USDT: the sum of the results of all fills. */
    result: fixed('result').notNull(),
    fills: integer('fills').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.provider, table.instrumentCode] })],
)

/** One fill as it came into the cover book, or left it again; in the order in which they were booked. */
export const coverFill = pgTable(
  'cover_fill',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    provider: text('provider').notNull(),
    instrumentCode: text('instrument_code').notNull(),
    /** Its place among the fills of the position, from 1. */
    seq: integer('seq').notNull(),
    providerOrderId: text('provider_order_id').notNull(),
    /** The report by which it came in or went, and the fill that is meant. */
    execId: text('exec_id').notNull(),
    fillExecId: text('fill_exec_id').notNull(),
    change: text('change', { enum: ['added', 'removed'] }).notNull(),
    /** As it changed the position: a buy is positive, a buy that is taken back negative. */
    quantity: fixed('quantity').notNull(),
    price: fixed('price').notNull(),
    /** The position after it. */
    heldQuantity: fixed('held_quantity').notNull(),
    heldCost: numeric('held_cost', { precision: 60, scale: 0 }).notNull(),
    /** What was made by it, in 10⁻¹⁶ of the quote currency, and in USDT at the rate. */
    quoteResult: numeric('quote_result', { precision: 60, scale: 0 }).notNull(),
    conversionRate: numeric('conversion_rate', { precision: 38, scale: 20 }).notNull(),
    result: fixed('result').notNull(),
    /** Null where nothing was made. */
    transactionId: reference('transaction_id'),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.provider, table.instrumentCode],
      foreignColumns: [coverPosition.tenantId, coverPosition.provider, coverPosition.instrumentCode],
    }),
    foreignKey({
      columns: [table.provider, table.providerOrderId, table.execId],
      foreignColumns: [providerReport.provider, providerReport.providerOrderId, providerReport.execId],
    }),
    uniqueIndex('cover_fill_place').on(table.tenantId, table.provider, table.instrumentCode, table.seq),
    uniqueIndex('cover_fill_change').on(table.provider, table.providerOrderId, table.execId, table.fillExecId, table.change),
    uniqueIndex('cover_fill_transaction').on(table.tenantId, table.transactionId),
    index('cover_fill_time').on(table.tenantId, table.createdAt),
  ],
)
