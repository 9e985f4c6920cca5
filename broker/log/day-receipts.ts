/**
 * The receipts of an account's day with the proofs of those that are in the public log, and what is left of the days before: the
 * receipts of orders that had not ended when the day began. Nobody is shown another trader's.
 */
import { sql } from 'drizzle-orm'
import type { Receipt } from '../../contract/orders'
import type { listDayReceipts } from '../../contract/receipts'
import { DAY_MS } from '../../rules/durations'
import { done, forTrader, type SomeHandlers, type TraderHandler } from '../calls/handler'
import { queryRows } from '../db/open-database'
import { proveReceipts } from './prove-receipts'

/** With its proof a receipt is some kilobytes. */
const RECEIPTS_A_PAGE = 250

interface ReceiptRow extends Record<string, unknown> {
  readonly id: string
  readonly body: string
  readonly hash: string
  readonly key_id: string
  readonly signature: string
}

export function dayReceiptHandlers() {
  return { listDayReceipts: forTrader(receiptsOfDay) } satisfies SomeHandlers
}

const receiptsOfDay: TraderHandler<typeof listDayReceipts> = async ({ tx, tenant, trader, input }) => {
  const from = Date.parse(`${input.day}T00:00:00Z`)
  const [begins, ends] = [from, from + DAY_MS].map((time) => sql`${String(time)}::text::bigint`)
  const rows = await queryRows<ReceiptRow>(
    tx,
    sql`select r.id::text, r.body, r.hash, r.key_id, r.signature from receipt r
        where r.tenant_id = ${tenant.id} and r.trader_id = ${trader.id}::text::bigint and r.id > ${input.after ?? '0'}::text::bigint
          and r.created_at < ${ends} and (r.created_at >= ${begins} or exists (
            select 1 from trade_order o left join trade_order p on p.tenant_id = o.tenant_id and p.id = o.parent_id
            where o.tenant_id = r.tenant_id and o.id = r.order_id
              and coalesce(p.completed_at, o.completed_at, ${begins}) >= ${begins}))
        order by r.id limit ${sql.raw(String(RECEIPTS_A_PAGE + 1))}`,
  )
  const page = rows.slice(0, RECEIPTS_A_PAGE)
  const proofs = await proveReceipts(
    tx,
    tenant.id,
    page.map(({ id }) => BigInt(id)),
  )
  return done({
    receipts: page.map(({ body, hash, key_id, signature }) => ({ body: JSON.parse(body) as Receipt['body'], hash, key_id, signature })),
    proofs: page.flatMap(({ id, hash }) => {
      const proven = proofs.get(id)
      return proven === undefined ? [] : [{ hash, proof: proven.proof }]
    }),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  })
}
