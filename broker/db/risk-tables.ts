/** The risk desk's own table: what it holds back. Part of the schema (schema.ts). */
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, millis } from './columns'

/**
 * A brake: no new orders of an instrument, or of all, until it ends. One stands a target; what it holds back never changes, only how
 * long it lasts and what is asked of a second operator.
 */
export const riskControl = pgTable(
  'risk_control',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** Code of the instrument; `*` for all. */
    target: text('target').notNull(),
    mode: text('mode', { enum: ['close-only', 'off'] }).notNull(),
    reason: text('reason').notNull(),
    setBy: text('set_by').notNull(),
    setAt: millis('set_at').notNull(),
    /** Null until somebody lifts it. */
    until: millis('until'),
    /** The second operator who kept it beyond its first minutes. */
    keptBy: text('kept_by'),
    /** The last thing that was asked of a second operator. */
    ask: text('asked', { enum: ['keep', 'lift'] }),
    askUntil: millis('ask_until'),
    askReason: text('ask_reason'),
    askBy: text('ask_by'),
    askAt: millis('ask_at'),
    askStatus: text('ask_status', { enum: ['waiting', 'approved', 'refused'] }),
    decidedBy: text('decided_by'),
    decidedAt: millis('decided_at'),
    /** When it was lifted, or found to be over. */
    endedAt: millis('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('risk_control_standing').on(table.tenantId, table.target).where(sql`ended_at is null`),
    index('risk_control_waiting').on(table.tenantId, table.askAt).where(sql`ended_at is null and ask_status = 'waiting'`),
  ],
)
