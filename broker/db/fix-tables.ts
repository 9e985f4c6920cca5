/** What outlives a FIX connection. Not a tenant's: the house has its sessions with sources and providers for all of them. */
import { foreignKey, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { millis } from './columns'

/** The numbers of a session; written by one process at a time, the one that serves. */
export const fixSession = pgTable('fix_session', {
  id: text('id').primaryKey(),
  nextIn: integer('next_in').notNull(),
  nextOut: integer('next_out').notNull(),
  /** When both began with 1. */
  startedAt: millis('started_at').notNull(),
})

/** What the peer of a session may ask for again: the newest of what was sent. */
export const fixMessage = pgTable(
  'fix_message',
  {
    sessionId: text('session_id').notNull(),
    seq: integer('seq').notNull(),
    fields: jsonb('fields').$type<readonly (readonly [tag: number, value: string])[]>().notNull(),
    /** SendingTime as it was written. */
    sentAt: text('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.seq] }),
    foreignKey({ columns: [table.sessionId], foreignColumns: [fixSession.id] }),
  ],
)
