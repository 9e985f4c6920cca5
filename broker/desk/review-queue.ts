/** The review queues: a page of one, and one item of it; what the three ask in the same way, each of its own table. */
import { and, eq, exists, gt, like, or, type SQL, sql } from 'drizzle-orm'
import type { DeskEndpoint } from '../../contract/desk/desk-endpoint'
import { idArray } from '../db/open-database'
import { countRows, type PageAsked, readKeys } from '../db/read-page'
import { type deposit, deskClaim, trader } from '../db/schema'
import type { TraderRow } from '../traders/trader-row'
import { type Claim, claimOf, claimsOf, REVIEWED, type Reviewed } from './desk-claims'
import type { DeskCall } from './desk-handler'

export type ReviewedRow<Kind extends Reviewed> = (typeof REVIEWED)[Kind]['table']['$inferSelect']

export interface QueueItem<Kind extends Reviewed> {
  readonly row: ReviewedRow<Kind>
  /** Number of the owner's account. */
  readonly uid: string
  readonly claimedBy: string | null
}

interface QueueQuestion<Kind extends Reviewed> {
  readonly kind: Kind
  /** The status of what waits, which is asked for where none is: the longest waiting comes first; of what is decided, the newest. */
  readonly waiting: number
  /** What else must hold. */
  readonly also?: SQL | undefined
}

interface QueuePage<Kind extends Reviewed> {
  /** In the order of the queue. */
  readonly items: readonly QueueItem<Kind>[]
  readonly total: number
  readonly next: string
}

interface QueueAsked extends PageAsked {
  readonly status?: string | undefined
  readonly filter?: string | undefined
  /** Number of an item or of an account; anything else finds nothing. */
  readonly q?: string | undefined
}

type Asking<Input> = Pick<DeskCall<DeskEndpoint>, 'tx' | 'tenant' | 'operator' | 'now'> & { readonly input: Input }

/** The columns asked for are the same in all three. */
const tableOf = (kind: Reviewed) => REVIEWED[kind].table as typeof deposit

/** Undefined where `after` is no cursor of the queue. */
export async function pageOfQueue<Kind extends Reviewed>(
  { tx, tenant, operator, now, input }: Asking<QueueAsked>,
  { kind, waiting, also }: QueueQuestion<Kind>,
): Promise<QueuePage<Kind> | undefined> {
  const table = tableOf(kind)
  const { status = waiting, filter, q = '' } = input
  const wanted: (SQL | undefined)[] = [eq(table.tenantId, tenant.id), eq(table.status, Number(status)), also]
  if (/^\d{1,18}$/.test(q)) wanted.push(or(eq(table.id, BigInt(q)), like(trader.uid, `${q}%`)))
  else if (q !== '') wanted.push(sql`false`)
  if (filter === 'mine') {
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
  const isAscending = Number(status) === waiting
  const question = { list: `${kind}-${status}`, from, where: and(...wanted), by: [table.id], isAscending }
  const keys = await readKeys(tx, question, input)
  if (keys === undefined) return undefined
  const found = await tx
    .select({ row: table, uid: trader.uid })
    .from(table)
    .innerJoin(trader, isOwner)
    .where(and(eq(table.tenantId, tenant.id), sql`${table.id} = any(${idArray(keys.ids)})`))
  const byId = new Map(found.map((item) => [item.row.id, item]))
  const objects = keys.ids.map((id) => `${kind}:${id}`)
  const claims = await claimsOf(tx, tenant.id, objects, now)
  return {
    items: keys.ids.flatMap((id) => {
      const item = byId.get(id)
      return item === undefined
        ? []
        : [{ row: item.row as ReviewedRow<Kind>, uid: item.uid, claimedBy: claims.get(`${kind}:${id}`) ?? null }]
    }),
    total: await countRows(tx, question),
    next: keys.next,
  }
}

interface OpenedItem<Kind extends Reviewed> extends QueueItem<Kind> {
  readonly owner: TraderRow
  readonly claim: Claim | null
}

/** One item and whose it is; undefined where the company has none of the number. */
export async function findItem<Kind extends Reviewed>(
  { tx, tenant, operator, now, input }: Asking<{ readonly id: string }>,
  kind: Kind,
): Promise<OpenedItem<Kind> | undefined> {
  if (!/^\d{1,18}$/.test(input.id)) return undefined
  const table = tableOf(kind)
  const [found] = await tx
    .select({ row: table, owner: trader })
    .from(table)
    .innerJoin(trader, and(eq(trader.tenantId, table.tenantId), eq(trader.id, table.traderId)))
    .where(and(eq(table.tenantId, tenant.id), eq(table.id, BigInt(input.id))))
  if (found === undefined) return undefined
  const { row, owner } = found
  const claim = await claimOf({ tx, tenant, operator, now }, `${kind}:${row.id}`)
  return { row: row as ReviewedRow<Kind>, owner, uid: owner.uid, claim, claimedBy: claim?.by ?? null }
}

/** The row, held until the transaction ends. */
export async function holdItem<Kind extends Reviewed>(
  { tx, tenant }: Pick<Asking<unknown>, 'tx' | 'tenant'>,
  kind: Kind,
  id: bigint,
): Promise<ReviewedRow<Kind> | undefined> {
  const table = tableOf(kind)
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.tenantId, tenant.id), eq(table.id, id)))
    .for('update')
  return row as ReviewedRow<Kind> | undefined
}
