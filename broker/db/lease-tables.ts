/** Who may act where several nodes share the database. Of no tenant: the house's own, written by its nodes alone. */
import { sql } from 'drizzle-orm'
import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The nodes that were there lately. All times are of the database's own clock: those of the nodes may be wrong. */
export const clusterNode = pgTable('cluster_node', {
  /** Drawn anew by every process. */
  id: text('id').primaryKey(),
  /** What it does; none once it is leaving. */
  roles: text('roles').array().notNull(),
  /** It is taken for dead from then on. */
  aliveUntil: timestamp('alive_until', { withTimezone: true, mode: 'string' }).notNull(),
})

/** What only one node may do at a time. */
export const lease = pgTable('lease', {
  name: text('name').primaryKey(),
  /** A node; none where it was given back. */
  holder: text('holder'),
  /** Grows with each holder: what was begun under an older one is refused. */
  epoch: bigint('epoch', { mode: 'bigint' }).notNull().default(sql`0`),
})
