/** Fills of a day that both sides have reported alike. Of a statement alone no fill is kept that is equal, only how many they are. */
import { sql } from 'drizzle-orm'
import type { Fixed } from '../../rules/decimal'
import { queryRows, type Tx } from '../db/open-database'
import type { Side } from '../providers/provider'
import { TIME_BOUND_MS } from './compare-order'
import { dayNamed } from './reconciliation-days'

interface AskedFills {
  readonly tenantId: string
  readonly day: string
  readonly now: number
  readonly limit: number
}

export interface EqualFillRow {
  readonly provider: string
  readonly execId: string
  readonly code: string
  readonly side: Side
  readonly quantity: Fixed
  readonly price: Fixed
  readonly oursTime: number
  readonly theirsTime: number
}

type Row = Readonly<Record<'provider' | 'trade' | 'code' | 'quantity' | 'price' | 'ours_time' | 'theirs_time', string>> &
  Pick<EqualFillRow, 'side'>

/** Fills that were copied on the day with the figures that we have, and that neither side has taken back or corrected since; the newest first. */
export async function equalFills(tx: Tx, { tenantId, day, now, limit }: AskedFills): Promise<EqualFillRow[]> {
  const { from, to } = dayNamed(day, now)
  const isTakenBack = (table: 'provider_report' | 'provider_copy') =>
    sql`exists (select from ${sql.identifier(table)} later where later.provider = c.provider and later.provider_order_id = c.provider_order_id
      and later.referred_exec_id = c.exec_id)`
  const rows = await queryRows<Row>(
    tx,
    sql`select c.provider, c.exec_id as trade, c.instrument_code as code, c.side, c.last_quantity::text as quantity, c.last_price::text as price,
        r.provider_time::text as ours_time, c.provider_time::text as theirs_time
      from provider_copy c join provider_report r on r.provider = c.provider and r.provider_order_id = c.provider_order_id
        and r.exec_id = c.exec_id and r.tenant_id = c.tenant_id and r.kind = c.kind
      where c.tenant_id = ${tenantId} and c.kind in ('filled', 'corrected') and c.last_quantity = r.last_quantity and c.last_price = r.last_price
        and abs(c.provider_time - r.provider_time) <= ${TIME_BOUND_MS} and c.received_at > ${from}::bigint and c.received_at <= ${to}::bigint
        and not ${isTakenBack('provider_report')} and not ${isTakenBack('provider_copy')}
      order by c.seq desc limit ${limit}`,
  )
  return rows.map(({ provider, trade: execId, code, side, quantity, price, ours_time, theirs_time }) => ({
    ...{ provider, execId, code, side, quantity: BigInt(quantity), price: BigInt(price) },
    ...{ oursTime: Number(ours_time), theirsTime: Number(theirs_time) },
  }))
}
