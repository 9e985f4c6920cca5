/**
 * Tells the traders whose alerts a tick has reached.
 *
 * Invariant: that an alert has told, its notice, the push and the mail are one transaction, and an alert that has told, was changed or
 * deleted meanwhile is left out of it: so each tells once, whoever else tries, and however this process ends.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { readLanguage } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import { type Fixed, formatFixed } from '../../rules/decimal'
import { queryRows, type Tx } from '../db/open-database'
import { alertSetting, trader } from '../db/schema'
import { ALERT_STATUS, literal } from '../db/statuses'
import type { Delivery } from '../delivery/delivery'
import { keepNotices } from '../notices/notices'
import type { KeyedHash } from '../secrets/keyed-hash'
import { alertLink } from './alert-link'
import type { WatchedAlert } from './alert-rows'

export interface ReachedAlert {
  readonly alert: WatchedAlert
  /** That reached it. */
  readonly bid: Fixed
}

export interface TellServices {
  readonly delivery: Pick<Delivery, 'queue'>
  readonly keyedHash: KeyedHash
}

/** All of one company. */
export async function tellAlerts(
  tx: Tx,
  services: TellServices,
  { tenant, reached, now }: { readonly tenant: Tenant; readonly reached: readonly ReachedAlert[]; readonly now: number },
): Promise<void> {
  const told = await markTold(tx, tenant.id, reached, now)
  const params = told.map((one) => ({ traderId: one.alert.traderId.toString(), params: paramsOf(one) }))
  await keepNotices(tx, tenant.id, { kind: 'price-reached', now, told: params })
  await mail(tx, services, { tenant, reached: told, now })
}

function paramsOf({ alert, bid }: ReachedAlert) {
  const { instrumentCode: instrument, price, pricePrecision } = alert
  return { instrument, price: formatFixed(price, pricePrecision), bid: formatFixed(bid, pricePrecision) }
}

async function markTold(tx: Tx, tenantId: string, reached: readonly ReachedAlert[], now: number): Promise<ReachedAlert[]> {
  // What is named twice tells once, at the price that reached it first.
  const asked = new Map([...reached].reverse().map((one) => [keyOf(one.alert.id, one.alert.version), one]))
  const wire = [...asked.values()].map(({ alert, bid }) => ({ i: alert.id.toString(), v: alert.version, b: bid.toString() }))
  const rows = await queryRows<{ id: string; version: number }>(
    tx,
    sql`update price_alert set status = ${literal(ALERT_STATUS.told)}, version = price_alert.version + 1,
          told_at = ${String(now)}::text::bigint, changed_at = ${String(now)}::text::bigint, told_price = r.b
        from jsonb_to_recordset(${JSON.stringify(wire)}::text::jsonb) as r(i bigint, v integer, b bigint)
        where price_alert.tenant_id = ${tenantId} and price_alert.id = r.i and price_alert.version = r.v
          and price_alert.status = ${literal(ALERT_STATUS.active)}
        returning r.i::text as id, r.v as version`,
  )
  const told = new Set(rows.map(({ id, version }) => keyOf(id, version)))
  return reached.filter(({ alert }) => told.delete(keyOf(alert.id, alert.version)))
}

const keyOf = (id: bigint | string, version: number): string => `${id}/${version}`

async function mail(
  tx: Tx,
  { delivery, keyedHash }: TellServices,
  { tenant, reached, now }: { readonly tenant: Tenant; readonly reached: readonly ReachedAlert[]; readonly now: number },
): Promise<void> {
  if (reached.length === 0) return
  const readers = await mailedTraders(tx, tenant.id, [...new Set(reached.map(({ alert }) => alert.traderId))])
  for (const one of reached) {
    const reader = readers.get(one.alert.traderId)
    if (reader === undefined) continue
    const recipient = { channel: 'email', to: reader.email } as const
    const values = { ...paramsOf(one), link: alertLink(keyedHash, tenant.id, one.alert.traderId) }
    await delivery.queue(tx, { tenant, recipient, language: readLanguage(reader.language), kind: 'price-reached', values }, now)
  }
}

/** Those who have an address and have not turned the mails off. */
async function mailedTraders(
  tx: Tx,
  tenantId: string,
  ids: readonly bigint[],
): Promise<Map<bigint, { readonly email: string; readonly language: string }>> {
  const isOwn = and(eq(alertSetting.tenantId, trader.tenantId), eq(alertSetting.traderId, trader.id))
  const rows = await tx
    .select({ id: trader.id, email: trader.email, language: trader.language, sendsMail: alertSetting.sendsMail })
    .from(trader)
    .leftJoin(alertSetting, isOwn)
    .where(and(eq(trader.tenantId, tenantId), inArray(trader.id, [...ids])))
  return new Map(
    rows.flatMap(({ id, email, language, sendsMail }) => (email === null || sendsMail === false ? [] : [[id, { email, language }]])),
  )
}
