/** Who is looking at which item. Only a hint to the others: what is decided twice at once is decided once without it. */
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { claimReview, releaseReview } from '../../contract/desk/reviews'
import type { Permission } from '../../contract/desk/roles'
import type { OutputOf } from '../../contract/endpoint'
import { done, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { challenge, deposit, deskClaim, identityCase, withdrawal } from '../db/schema'
import { PAYMENT_STATUS } from '../db/statuses'
import { type DeskCall, type DeskHandler, operatorActor } from './desk-handler'

const CLAIMED_MS = 5 * 60_000

export type Claim = OutputOf<typeof claimReview>
type Reader = Pick<DeskCall<typeof claimReview>, 'tx' | 'tenant' | 'operator' | 'now'>

/** What waits in queues, by the name of its objects in claims and in the log. */
export const REVIEWED = {
  deposit: { table: deposit, permission: 'deposits.read' },
  withdrawal: { table: withdrawal, permission: 'withdrawals.read' },
  challenge: { table: challenge, permission: 'disputes.read' },
  identity_case: { table: identityCase, permission: 'identity.read' },
} as const satisfies Record<string, { table: unknown; permission: Permission }>
export type Reviewed = keyof typeof REVIEWED

/** The names of those who look at the items, by object; one who stopped long ago is not among them. */
export async function claimsOf(tx: Tx, tenantId: string, objects: readonly string[], now: number): Promise<Map<string, string>> {
  if (objects.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(deskClaim)
    .where(and(eq(deskClaim.tenantId, tenantId), inArray(deskClaim.object, [...objects]), gt(deskClaim.until, now)))
  return new Map(rows.map(({ object, operatorName }) => [object, operatorName]))
}

export async function claimOf({ tx, tenant, operator, now }: Reader, object: string): Promise<Claim | null> {
  const [row] = await tx
    .select()
    .from(deskClaim)
    .where(and(eq(deskClaim.tenantId, tenant.id), eq(deskClaim.object, object), gt(deskClaim.until, now)))
  return row === undefined ? null : { by: row.operatorName, is_mine: row.operatorName === operator.name, until: row.until }
}

export const claimHandler: DeskHandler<typeof claimReview> = async ({ tx, tenant, operator, now, input }) => {
  const { object } = input
  const [kind = '', id = ''] = object.split(':')
  const { table, permission } = REVIEWED[kind as Reviewed]
  if (!operator.permissions.has(permission)) return refused('DESK_FORBIDDEN')
  const [item] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.tenantId, tenant.id), eq(table.id, BigInt(id))))
  if (item === undefined) return refused('NOT_FOUND')
  // Who gave the first approval must leave the item to another, and what is decided needs nobody.
  const isDecidable = await isForThem(tx, tenant.id, table, BigInt(id), operatorActor(operator))
  if (!isDecidable) return done((await claimOf({ tx, tenant, operator, now }, object)) ?? { by: operator.name, is_mine: true, until: now })
  const until = now + CLAIMED_MS
  const isFree = sql`${deskClaim.until} <= ${now} or ${deskClaim.operatorName} = ${operator.name} or ${input.take_over === '1'}`
  const [mine] = await tx
    .insert(deskClaim)
    .values({ tenantId: tenant.id, object, operatorName: operator.name, until })
    .onConflictDoUpdate({ target: [deskClaim.tenantId, deskClaim.object], set: { operatorName: operator.name, until }, setWhere: isFree })
    .returning()
  if (mine !== undefined) return done({ by: operator.name, is_mine: true, until })
  const other = await claimOf({ tx, tenant, operator, now }, object)
  return done(other ?? { by: operator.name, is_mine: true, until })
}

type Claimable = (typeof REVIEWED)[Reviewed]['table']

/** True while the item waits and this operator may still decide about it. */
async function isForThem(tx: Tx, tenantId: string, table: Claimable, id: bigint, actor: string): Promise<boolean> {
  if (table === identityCase) return true
  const money = table as typeof deposit
  const [row] = await tx
    .select({ status: money.status, first: money.firstApprovedBy })
    .from(money)
    .where(and(eq(money.tenantId, tenantId), eq(money.id, id)))
  return row !== undefined && row.status === PAYMENT_STATUS.unchecked && row.first !== actor
}

export const releaseHandler: DeskHandler<typeof releaseReview> = async ({ tx, tenant, operator, input }) => {
  await release(tx, tenant.id, input.object, operator.name)
  return done(null)
}

export async function release(tx: Tx, tenantId: string, object: string, operatorName: string): Promise<void> {
  await tx
    .delete(deskClaim)
    .where(and(eq(deskClaim.tenantId, tenantId), eq(deskClaim.object, object), eq(deskClaim.operatorName, operatorName)))
}
