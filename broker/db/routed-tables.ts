/** What traders' orders asked of a provider, and what came of it. Part of the schema (schema.ts). */
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { trader } from './account-tables'
import { drawnIdentity, fixed, millis, reference } from './columns'
import { providerOrder } from './execution-tables'

/**
 * One asking of a provider for one order of a trader. Written with the order that is under way and its reserved margin; ended once, in
 * the transaction that books what came of it. That its order is there is a guard of 0020_routed_orders.sql. Without `providerOrderId` it waits until the provider can be reached.
 */
export const routedOrder = pgTable(
  'routed_order',
  {
    id: drawnIdentity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    orderId: reference('order_id').notNull(),
    purpose: text('purpose', { enum: ['open', 'close'] }).notNull(),
    /** Of a close, why; of an opening `market`, or the kind of the pending order that fired. */
    reason: text('reason').notNull(),
    /** Opens the same size the other way once the whole position is closed. */
    reverses: boolean('reverses').notNull(),
    lots: fixed('lots').notNull(),
    provider: text('provider').notNull(),
    providerOrderId: text('provider_order_id'),
    /** The worst price of the provider that is accepted; null: at any price. */
    limitPrice: fixed('limit_price'),
    /** In price units, to the trader's cost, as it was stated when the order was sent. */
    markUp: fixed('mark_up').notNull(),
    feeType: text('fee_type', { enum: ['per-lot', 'share-of-margin'] }),
    feeRate: fixed('fee_rate'),
    /** The quote that the trader saw, or that set it off, with its ticks: what the receipt of the fill names. */
    quote: jsonb('quote').notNull(),
    outcome: text('outcome', { enum: ['filled', 'part_filled', 'not_filled'] }),
    /** The order that came of it: the position, the part that was closed, or the one that ended without a fill. */
    resultOrderId: reference('result_order_id'),
    /** What a reversal opened. */
    openedOrderId: reference('opened_order_id'),
    filledLots: fixed('filled_lots'),
    /** The provider's average price. */
    providerPrice: fixed('provider_price'),
    /** The provider's words for a refusal. */
    refusal: text('refusal'),
    createdAt: millis('created_at').notNull(),
    endedAt: millis('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    foreignKey({ columns: [table.tenantId, table.providerOrderId], foreignColumns: [providerOrder.tenantId, providerOrder.id] }),
    // Of trader, trigger and stop-out one sends, whatever races.
    uniqueIndex('routed_order_under_way').on(table.tenantId, table.orderId).where(sql`ended_at is null`),
    uniqueIndex('routed_order_provider_order').on(table.tenantId, table.providerOrderId),
    index('routed_order_order').on(table.tenantId, table.orderId, table.id),
    index('routed_order_result').on(table.tenantId, table.resultOrderId),
  ],
)
