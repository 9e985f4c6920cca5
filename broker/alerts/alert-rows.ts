/** Price alerts as they are kept, as they are watched, and as they are shown. */
import { and, eq, gt, or, type SQL } from 'drizzle-orm'
import type { PriceAlert } from '../../contract/alerts'
import type { Tenant } from '../../contract/tenant'
import { formatFixed, formatFixedShort } from '../../rules/decimal'
import type { Database, Tx } from '../db/open-database'
import { priceAlert } from '../db/schema'
import { ALERT_STATUS } from '../db/statuses'
import type { Pricing } from '../market/pricing'

export type AlertRow = typeof priceAlert.$inferSelect

/** What is known of an alert while it is watched. */
const WATCHED_COLUMNS = {
  id: priceAlert.id,
  tenantId: priceAlert.tenantId,
  traderId: priceAlert.traderId,
  instrumentCode: priceAlert.instrumentCode,
  pricePrecision: priceAlert.pricePrecision,
  side: priceAlert.side,
  price: priceAlert.price,
  status: priceAlert.status,
  version: priceAlert.version,
} as const
export type WatchedAlert = Pick<AlertRow, keyof typeof WATCHED_COLUMNS>

/** So many are read at a time: a start with a million of them holds no million rows twice. */
const ROWS_AT_ONCE = 20_000

/** Everything that waits, at the start and after a gap. */
export async function loadWaiting(database: Database, book: { apply(alert: WatchedAlert): void }): Promise<void> {
  let last: WatchedAlert | undefined
  do {
    const { tenantId, id } = priceAlert
    const isBehind: SQL | undefined = last && or(gt(tenantId, last.tenantId), and(eq(tenantId, last.tenantId), gt(id, last.id)))
    const rows = await database.system((tx) =>
      tx
        .select(WATCHED_COLUMNS)
        .from(priceAlert)
        .where(and(eq(priceAlert.status, ALERT_STATUS.active), isBehind))
        .orderBy(tenantId, id)
        .limit(ROWS_AT_ONCE),
    )
    for (const row of rows) book.apply(row)
    last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)
  } while (last !== undefined)
}

/** Everything of one trader, also what waits no more. */
export function readOfTrader(tx: Tx, { tenantId, traderId }: Pick<AlertRow, 'tenantId' | 'traderId'>): Promise<WatchedAlert[]> {
  return tx
    .select(WATCHED_COLUMNS)
    .from(priceAlert)
    .where(and(eq(priceAlert.tenantId, tenantId), eq(priceAlert.traderId, traderId)))
}

/** Of an alert that is not deleted. */
const STATES = { [ALERT_STATUS.active]: 'active', [ALERT_STATUS.paused]: 'paused', [ALERT_STATUS.told]: 'told' } as const

export function wireAlert(pricing: Pricing, tenant: Tenant, row: AlertRow): PriceAlert {
  const price = (fixed: bigint | null) => (fixed === null ? '' : formatFixed(fixed, row.pricePrecision))
  return {
    id: row.id.toString(),
    forex_id: pricing.instrument(row.instrumentCode)?.id ?? '',
    instrument: row.instrumentCode,
    side: row.side,
    price: price(row.price),
    percent: row.percent === null ? '' : formatFixedShort(row.percent),
    from_price: price(row.fromPrice),
    from_time: row.fromTime,
    state: STATES[row.status as keyof typeof STATES],
    is_offered: pricing.termsOf(tenant).has(row.instrumentCode),
    created_at: row.createdAt,
    told_at: row.toldAt,
    told_price: price(row.toldPrice),
  }
}
