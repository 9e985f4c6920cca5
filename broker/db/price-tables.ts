/**
 * The prices that were traded on, second by second, and what was committed of each minute of them. Not a tenant's: all tenants share the
 * market. Part of the schema (schema.ts).
 *
 * Invariants: a second is written once, and not at all once its minute is committed; a minute never changes. The seconds of old
 * minutes go, the minutes stay.
 */
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, millis } from './columns'

export const priceSecond = pgTable(
  'price_second',
  {
    /** Unix milliseconds. */
    second: millis('second').notNull(),
    /** When the process that heard it began. */
    begun: millis('begun').notNull(),
    ticks: integer('ticks').notNull(),
    /** The batches of all instruments (rules/log/price-batch.ts), a line each, by their codes; gzip. Empty: nothing was quoted. */
    lines: bytes('lines').notNull(),
  },
  (table) => [primaryKey({ columns: [table.second, table.begun] })],
)

export const priceMinute = pgTable('price_minute', {
  /** Unix milliseconds. */
  minute: millis('minute').primaryKey(),
  /** Which seconds there are and the root of each instrument: canonical JSON, to the byte. Its hash is in the fact of every company. */
  document: text('document').notNull(),
  createdAt: millis('created_at').notNull(),
})
