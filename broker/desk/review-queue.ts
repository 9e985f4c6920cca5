/** One page of a review queue: what the three queues ask in the same way, each of its own table. */
import { and, asc, count, desc, eq, exists, gt, like, or, type SQL, sql } from 'drizzle-orm'
import type { DeskEndpoint } from '../../contract/desk/desk-endpoint'
import { PAGE_SIZE } from '../../contract/primitives'
import { type deposit, deskClaim, type identityCase, trader, type withdrawal } from '../db/schema'
import { claimsOf } from './desk-claims'
import type { DeskCall } from './desk-handler'

type QueueTable = typeof deposit | typeof withdrawal | typeof identityCase

export interface QueueQuestion<Table extends QueueTable> {
  readonly table: Table
  /** Name of the objects in claims and in the log, such as `deposit`. */
  readonly kind: string
  readonly status: number
  /** True for what waits: the longest waiting comes first; of what is decided, the newest. */
  readonly isWaiting: boolean
  /** Number of an item or of an account; anything else finds nothing. */
  readonly q: string
  readonly page: string
  readonly isMine: boolean
  /** What else must hold. */
  readonly also?: SQL | undefined
}

export interface QueuePage {
  /** Ids and account numbers, in the order of the queue. */
  readonly items: readonly { readonly id: bigint; readonly uid: string; readonly claimedBy: string | null }[]
  readonly total: number
}

type Asking = Pick<DeskCall<DeskEndpoint>, 'tx' | 'tenant' | 'operator' | 'now'>

export async function pageOfQueue<Table extends QueueTable>(
  { tx, tenant, operator, now }: Asking,
  { table: given, kind, status, isWaiting, q, page, isMine, also }: QueueQuestion<Table>,
): Promise<QueuePage> {
  // The columns asked for are the same in all three.
  const table = given as typeof deposit
  const wanted: (SQL | undefined)[] = [eq(table.tenantId, tenant.id), eq(table.status, status), also]
  if (/^\d{1,18}$/.test(q)) wanted.push(or(eq(table.id, BigInt(q)), like(trader.uid, `${q}%`)))
  else if (q !== '') wanted.push(sql`false`)
  if (isMine) {
    const mine = tx
      .select({ object: deskClaim.object })
      .from(deskClaim)
      .where(
        and(
          eq(deskClaim.tenantId, tenant.id),
          eq(deskClaim.operatorName, operator.name),
          gt(deskClaim.until, now),
          eq(deskClaim.object, sql`${`${kind}:`} || ${table.id}`),
        ),
      )
    wanted.push(exists(mine))
  }
  const isOwner = and(eq(trader.tenantId, table.tenantId), eq(trader.id, table.traderId))
  const found = await tx
    .select({ id: table.id, uid: trader.uid })
    .from(table)
    .innerJoin(trader, isOwner)
    .where(and(...wanted))
    .orderBy(isWaiting ? asc(table.id) : desc(table.id))
    .limit(PAGE_SIZE)
    .offset((Number(page) - 1) * PAGE_SIZE)
  const [all] = await tx
    .select({ total: count() })
    .from(table)
    .innerJoin(trader, isOwner)
    .where(and(...wanted))
  const objects = found.map(({ id }) => `${kind}:${id}`)
  const claims = await claimsOf(tx, tenant.id, objects, now)
  return {
    items: found.map(({ id, uid }) => ({ id, uid, claimedBy: claims.get(`${kind}:${id}`) ?? null })),
    total: all?.total ?? 0,
  }
}

/** The rows of a page in its order, each with what the queue knows of it. */
export function inOrder<Row extends { readonly id: bigint }>({ items }: QueuePage, rows: readonly Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return items.flatMap(({ id, uid, claimedBy }) => {
    const row = byId.get(id)
    return row === undefined ? [] : [{ row, uid, claimedBy }]
  })
}
