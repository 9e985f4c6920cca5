/**
 * Counts an hour of a company: reads what it owes, makes the tree, and keeps it with its fact for the public log.
 *
 * Invariants: an hour is counted once; what is published of it is root, total and number of leaves, nothing about anybody; tiles, parts
 * and secret of an hour go after a day, unless it is the newest.
 */
import { randomBytes } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import { formatAmount } from '../../rules/money'
import { buildTree, type Tile } from '../../rules/solvency/build-tree'
import { insertMany } from '../db/insert-many'
import type { Database, Tx } from '../db/open-database'
import { solvencyHour, solvencyPart, solvencyTile } from '../db/schema'
import { noteFact } from '../log/note-fact'
import type { Pricing } from '../market/pricing'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { machineSha256, secureDraw } from './machine'
import { countedOf, type OwedAccount, readOwed } from './read-owed'

type Counted = 'counted' | 'already_counted' | 'nobody_to_count' | 'without_a_price'

interface CountParts {
  readonly database: Database
  readonly pricing: Pick<Pricing, 'quote'>
}

const SECRET_BYTES = 32
const TILES_AT_ONCE = 100

export const hourOf = (at: number): number => at - (at % HOUR_MS)

/** @param at Unix milliseconds, now */
export async function countHour({ database, pricing }: CountParts, tenant: Tenant, at: number): Promise<Counted> {
  const hour = hourOf(at)
  if (await database.withTenant(tenant.id, (tx) => isCounted(tx, tenant.id, hour))) return 'already_counted'
  const owed = await database.atOneMoment((tx) => readOwed(tx, pricing, tenant))
  if (owed === null) return 'without_a_price'
  // Who has no real account owes nothing that could be proven to anybody.
  if (owed.length === 0) return 'nobody_to_count'
  const secret = randomBytes(SECRET_BYTES)
  const tiles: Tile[] = []
  const tree = await buildTree(
    owed.map((account) => ({ account: account.uid, amount: countedOf(account) })),
    { hour, secret, draw: secureDraw(), sha256: machineSha256, rest: () => otherWork() },
    (tile) => void tiles.push(tile),
  )
  const root = Buffer.from(tree.root).toString('hex')
  const document = canonicalText({ company: tenant.id, at, root, total: formatAmount(tree.total), leaves: tree.leaves })
  const row = { tenantId: tenant.id, hour, at, root, total: tree.total, leaves: tree.leaves, document, secret }
  const isFirst = await database.withTenant(tenant.id, async (tx) => {
    const [kept] = await tx.insert(solvencyHour).values(row).onConflictDoNothing().returning({ hour: solvencyHour.hour })
    if (kept === undefined) return false
    for (let from = 0; from < tiles.length; from += TILES_AT_ONCE)
      await tx.insert(solvencyTile).values(tiles.slice(from, from + TILES_AT_ONCE).map((tile) => ({ tenantId: tenant.id, hour, ...tile })))
    await insertMany(
      tx,
      solvencyPart,
      owed.map((account, index) => partRow(tenant.id, hour, account, tree.parts[index]!)),
    )
    await forgetOldHours(tx, tenant.id, hour)
    await noteFact(tx, tenant.id, { kind: 'solvency', hash: Buffer.from(sha256Hex(document), 'hex'), document, at })
    return true
  })
  return isFirst ? 'counted' : 'already_counted'
}

async function isCounted(tx: Tx, tenantId: string, hour: number): Promise<boolean> {
  const ofHour = and(eq(solvencyHour.tenantId, tenantId), eq(solvencyHour.hour, hour))
  return (await tx.select({ hour: solvencyHour.hour }).from(solvencyHour).where(ofHour)).length > 0
}

type Parts = readonly { readonly place: number; readonly amount: bigint }[]

function partRow(tenantId: string, hour: number, { traderId, equity, underReview }: OwedAccount, parts: Parts) {
  const [first, second] = parts as [Parts[number], Parts[number]]
  const places = { firstPlace: first.place, firstAmount: first.amount, secondPlace: second.place, secondAmount: second.amount }
  return { tenantId, traderId, hour, equity, underReview, ...places }
}

/** @param newest the hour that was just written */
async function forgetOldHours(tx: Tx, tenantId: string, newest: number): Promise<void> {
  const before = newest - DAY_MS
  await tx.delete(solvencyTile).where(and(eq(solvencyTile.tenantId, tenantId), lt(solvencyTile.hour, before)))
  await tx.delete(solvencyPart).where(and(eq(solvencyPart.tenantId, tenantId), lt(solvencyPart.hour, before)))
  await tx
    .update(solvencyHour)
    .set({ secret: null })
    .where(and(eq(solvencyHour.tenantId, tenantId), lt(solvencyHour.hour, before), isNotNull(solvencyHour.secret)))
}

/** The newest hour that was counted; undefined before the first. */
export async function newestHour(tx: Tx, tenantId: string): Promise<typeof solvencyHour.$inferSelect | undefined> {
  const [row] = await tx.select().from(solvencyHour).where(eq(solvencyHour.tenantId, tenantId)).orderBy(desc(solvencyHour.hour)).limit(1)
  return row
}
