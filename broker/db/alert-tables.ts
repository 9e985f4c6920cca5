/** Price alerts, and whether a trader has them mailed (broker/alerts). Part of the schema (schema.ts). */

import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import type { AlertSide } from '../../rules/alert-price'
import { trader } from './account-tables'
import { drawnIdentity, fixed, millis, reference } from './columns'
import { ALERT_STATUS, literal } from './statuses'

/** One price that somebody is to be told of, once. */
export const priceAlert = pgTable(
  'price_alert',
  {
    id: drawnIdentity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    instrumentCode: text('instrument_code').notNull(),
    pricePrecision: smallint('price_precision').notNull(),
    side: text('side').$type<AlertSide>().notNull(),
    price: fixed('price').notNull(),
    /** Of one by percent: what it was counted from. */
    percent: fixed('percent'),
    fromPrice: fixed('from_price'),
    fromTime: millis('from_time'),
    /** As in statuses.ts. */
    status: smallint('status').notNull(),
    /** Grows with every change: a tick sets off what it was held against, and nothing newer. */
    version: integer('version').notNull().default(1),
    toldAt: millis('told_at'),
    toldPrice: fixed('told_price'),
    createdAt: millis('created_at').notNull(),
    changedAt: millis('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    index('price_alert_trader').on(table.tenantId, table.traderId, table.status, table.id),
    index('price_alert_waiting')
      .on(table.tenantId, table.id)
      .where(sql`status = ${literal(ALERT_STATUS.active)}`),
    index('price_alert_over')
      .on(table.changedAt)
      .where(sql`status in (${literal(ALERT_STATUS.told)}, ${literal(ALERT_STATUS.deleted)})`),
  ],
)

/** How a trader is told; whoever has chosen nothing has no row, and gets mails. */
export const alertSetting = pgTable(
  'alert_setting',
  {
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    sendsMail: boolean('sends_mail').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.traderId] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
  ],
)
