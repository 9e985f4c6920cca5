/**
 * What a company publishes of how orders fare with it (companies/execution-days.ts). Part of the schema (schema.ts).
 *
 * Invariants: a refusal says nothing of whose order it was or when within the day; a day that is over is written once, as the bytes that
 * its hash is of.
 */
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { identity, millis } from './columns'

/** Orders that were refused before they became rows: one a refusal, and one a class once their day is over. */
export const orderRefusal = pgTable(
  'order_refusal',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** UTC, `2026-11-20`. */
    day: text('day').notNull(),
    instrumentCode: text('instrument_code').notNull(),
    type: text('type', { enum: ['market', 'limit', 'stop', 'close'] }).notNull(),
    /** Name of the error (contract/errors.ts). */
    reason: text('reason').notNull(),
    isDemo: boolean('is_demo').notNull(),
    count: integer('count').notNull().default(1),
    /** When the call arrived; of what was refused before it was kept there is none. */
    createdAt: millis('created_at'),
    /** What it takes to judge it (rules/reexecute/refusals.ts), as JSON; null where only the account could. */
    facts: text('facts'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('order_refusal_day').on(table.tenantId, table.day),
    index('order_refusal_created').on(table.createdAt),
  ],
)

/** The figures of a day that is over. */
export const executionDay = pgTable(
  'execution_day',
  {
    tenantId: text('tenant_id').notNull(),
    /** UTC, `2026-11-20`. */
    day: text('day').notNull(),
    /** Canonical JSON (RFC 8785). */
    document: text('document').notNull(),
    /** SHA-256 of `document`, lower-case hex. */
    sha256: text('sha256').notNull(),
    computedAt: millis('computed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day] })],
)
