/**
 * What each company owed at each hour, as a tree in which every trader finds their own (broker/solvency). Part of the schema (schema.ts).
 *
 * Invariant: an hour is written once, whole, in one transaction with its fact. Of older hours only root, total and document stay.
 */
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { trader } from './account-tables'
import { bytes, fixed, millis, reference } from './columns'

export const solvencyHour = pgTable(
  'solvency_hour',
  {
    tenantId: text('tenant_id').notNull(),
    /** Its beginning. */
    hour: millis('hour').notNull(),
    /** When the accounts were read. */
    at: millis('at').notNull(),
    /** SHA-256, lower-case hex. */
    root: text('root').notNull(),
    total: fixed('total').notNull(),
    leaves: bigint('leaves', { mode: 'number' }).notNull(),
    /** Canonical JSON of what is published, to the byte. */
    document: text('document').notNull(),
    /** 32 bytes that the salts of the leaves are drawn from; null once the parts of the hour are gone. */
    secret: bytes('secret'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.hour] })],
)

export const solvencyTile = pgTable(
  'solvency_tile',
  {
    tenantId: text('tenant_id').notNull(),
    hour: millis('hour').notNull(),
    level: integer('level').notNull(),
    index: integer('index').notNull(),
    /** Up to 256 nodes of 40 bytes: hash and sum (rules/solvency). */
    nodes: bytes('nodes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.hour, table.level, table.index] })],
)

/** What was counted for a trader, in two parts that stand anywhere in the tree. */
export const solvencyPart = pgTable(
  'solvency_part',
  {
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    hour: millis('hour').notNull(),
    equity: fixed('equity').notNull(),
    underReview: fixed('under_review').notNull(),
    firstPlace: integer('first_place').notNull(),
    firstAmount: fixed('first_amount').notNull(),
    secondPlace: integer('second_place').notNull(),
    secondAmount: fixed('second_amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.traderId, table.hour] }),
    index('solvency_part_hour').on(table.tenantId, table.hour),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
  ],
)
