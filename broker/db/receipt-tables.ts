/** The tables of signed receipts and of the keys that sign them. Part of the schema (schema.ts). */
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { trader } from './account-tables'
import { identity, millis, reference } from './columns'

/** One signed statement of what happened to an order or an account. `body` is the canonical JSON that was signed, byte for byte. */
export const receipt = pgTable(
  'receipt',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    /** Null for what belongs to no order (a demo account's adjustment). */
    orderId: reference('order_id'),
    event: text('event').notNull(),
    body: text('body').notNull(),
    hash: text('hash').notNull(),
    /** Hash of the account's receipt before this one; empty for the first. */
    previousHash: text('previous_hash').notNull(),
    signature: text('signature').notNull(),
    keyId: text('key_id').notNull(),
    /** The ticks up to the one that was traded, oldest first; their hash stands in the body. */
    ticks: jsonb('ticks').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    // A chain that forked would have two receipts after the same one.
    uniqueIndex('receipt_chain').on(table.tenantId, table.traderId, table.previousHash),
    index('receipt_order').on(table.tenantId, table.orderId, table.id),
    index('receipt_trader').on(table.tenantId, table.traderId, table.id),
    // A day of all accounts. Receipts come in the order of their time, so that a few pages of an index tell where a day lies.
    index('receipt_day').using('brin', table.createdAt),
  ],
)

/** The keys that sign receipts; the private half is sealed under the master key. */
export const receiptKey = pgTable(
  'receipt_key',
  {
    tenantId: text('tenant_id').notNull(),
    keyId: text('key_id').notNull(),
    publicKey: text('public_key').notNull(),
    sealedPrivateKey: text('sealed_private_key').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.keyId] })],
)

/**
 * A statement of a period as it was signed, for ever. Its rows are the ledger's, which only grows, and are read again each time; `parts`
 * says where, and the signed hash of the rows whether they are the same.
 */
export const traderStatement = pgTable(
  'trader_statement',
  {
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    /** `2026-10` or `2026`. */
    period: text('period').notNull(),
    /** The canonical JSON that was signed, byte for byte. */
    body: text('body').notNull(),
    hash: text('hash').notNull(),
    signature: text('signature').notNull(),
    keyId: text('key_id').notNull(),
    /** `{ from, rows, balance }` of each part: the ledger transaction it begins with, the rows and the balance before it. */
    parts: jsonb('parts').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.traderId, table.period] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
  ],
)
