/** One page of a review queue: what the three queues ask in the same way, each of its own table. */
import { and, eq, exists, gt, like, or, type SQL, sql } from 'drizzle-orm'
import type { DeskEndpoint } from '../../contract/desk/desk-endpoint'
import { idArray } from '../db/open-database'
import { countRows, type PageAsked, readKeys } from '../db/read-page'
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
  readonly asked: PageAsked
  readonly isMine: boolean
  /** What else must hold. */
  readonly also?: SQL | undefined
}

export interface QueuePage {
  /** Ids and account numbers, in the order of the queue. */
  readonly items: readonly { readonly id: bigint; readonly uid: string; readonly claimedBy: string | null }[]
  readonly total: number
  readonly next: string
}

type Asking = Pick<DeskCall<DeskEndpoint>, 'tx' | 'tenant' | 'operator' | 'now'>

export async function pageOfQueue<Table extends QueueTable>(
  { tx, tenant, operator, now }: Asking,
  { table: given, kind, status, isWaiting, q, asked, isMine, also }: QueueQuestion<Table>,
): Promise<QueuePage | undefined> {
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
  // The owners only where they are searched for: every item has one.
  const from = q === '' ? sql`${table}` : sql`${table} inner join ${trader} on ${isOwner}`
  const question = { list: `${kind}-${status}`, from, where: and(...wanted), by: [table.id], isAscending: isWaiting }
  const keys = await readKeys(tx, question, asked)
  if (keys === undefined) return undefined
  const owners = await tx
    .select({ id: table.id, uid: trader.uid })
    .from(table)
    .innerJoin(trader, isOwner)
    .where(and(eq(table.tenantId, tenant.id), sql`${table.id} = any(${idArray(keys.ids)})`))
  const uids = new Map(owners.map(({ id, uid }) => [id, uid]))
  const found = keys.ids.flatMap((id) => {
    const uid = uids.get(id)
    return uid === undefined ? [] : [{ id, uid }]
  })
  const objects = found.map(({ id }) => `${kind}:${id}`)
  const claims = await claimsOf(tx, tenant.id, objects, now)
  return {
    items: found.map(({ id, uid }) => ({ id, uid, claimedBy: claims.get(`${kind}:${id}`) ?? null })),
    total: await countRows(tx, question),
    next: keys.next,
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
