/** What traders watch (broker/watchlists). Part of the schema (schema.ts). */
import { foreignKey, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Watchlist } from '../../rules/watchlists'
import { trader } from './account-tables'
import { reference } from './columns'

/** One row a trader, made with their first list: all lists together, at most as many and as long as the contract says; legal_lists in migration 0038 holds it. */
export const watchlists = pgTable(
  'watchlists',
  {
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    lists: jsonb('lists').$type<readonly Watchlist[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.traderId] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
  ],
)
