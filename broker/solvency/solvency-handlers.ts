/** The newest hour for a trader: what is published of it, their own parts with the way to the root, and the hours of a day. */
import { and, eq, gte, inArray, or } from 'drizzle-orm'
import type { OutputOf } from '../../contract/endpoint'
import type { getSolvency } from '../../contract/solvency'
import { HOUR_MS } from '../../rules/durations'
import { formatAmount } from '../../rules/money'
import { pathOf, tilesOfPath } from '../../rules/solvency/build-tree'
import { saltAt } from '../../rules/solvency/sum-tree'
import { done, forTrader, type SomeHandlers, type TraderHandler } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { solvencyHour, solvencyPart, solvencyTile, trader } from '../db/schema'
import { invariant } from '../ground/invariant'
import { sha256Hex } from '../receipts/canonical-json'
import { type AssetsOf, isOnChain } from './company-assets'
import { hourOf, newestHour } from './count-hour'

type HourRow = typeof solvencyHour.$inferSelect
type PartRow = typeof solvencyPart.$inferSelect
type Answer = OutputOf<typeof getSolvency>

const HOURS_SHOWN = 24

export function solvencyHandlers({ assetsOf }: { readonly assetsOf: AssetsOf }) {
  const answer: TraderHandler<typeof getSolvency> = async ({ tx, tenant, trader: { id, uid, isDemo }, now }) => {
    const assets = assetsOf(tenant.id)?.map((asset) => ({ ...asset, is_on_chain: isOnChain(asset) })) ?? null
    const newest = await newestHour(tx, tenant.id)
    const hours = await hoursOf(tx, { tenantId: tenant.id, traderId: BigInt(id), isDemo }, now)
    if (newest === undefined) return done({ newest: null, hours, assets })
    const ofTrader = and(eq(solvencyPart.tenantId, tenant.id), eq(solvencyPart.traderId, BigInt(id)), eq(solvencyPart.hour, newest.hour))
    const [part] = await tx.select().from(solvencyPart).where(ofTrader)
    const own = part === undefined ? null : await provenParts(tx, newest, part, uid)
    return done({ newest: { document: newest.document, hash: sha256Hex(newest.document), own }, hours, assets })
  }
  return { getSolvency: forTrader(answer) } satisfies SomeHandlers
}

async function provenParts(tx: Tx, hour: HourRow, part: PartRow, account: string): Promise<NonNullable<Answer['newest']>['own']> {
  const { secret } = hour
  invariant(secret !== null, 'the newest hour keeps its secret')
  const placed = [
    { place: part.firstPlace, amount: part.firstAmount },
    { place: part.secondPlace, amount: part.secondAmount },
  ]
  const named = placed.map(({ place }) => tilesOfPath(place, hour.leaves))
  const rows = await tx
    .select()
    .from(solvencyTile)
    .where(
      and(
        eq(solvencyTile.tenantId, hour.tenantId),
        eq(solvencyTile.hour, hour.hour),
        or(...named.flat().map(({ level, index }) => and(eq(solvencyTile.level, level), eq(solvencyTile.index, index)))),
      ),
    )
  const bytesOf = ({ level, index }: { level: number; index: number }) => {
    const row = rows.find((one) => one.level === level && one.index === index)
    invariant(row !== undefined, 'every tile of the newest hour is kept')
    return row.nodes
  }
  return {
    account,
    equity: formatAmount(part.equity),
    under_review: formatAmount(part.underReview),
    parts: placed.map(({ place, amount }, index) => ({
      place,
      salt: hex(saltAt(secret, place)),
      amount: formatAmount(amount),
      path: pathOf(place, (named[index] ?? []).map(bytesOf)).map(({ hash, sum, side }) => ({
        hash: hex(hash),
        sum: formatAmount(sum),
        side,
      })),
    })),
  }
}

interface Own {
  readonly tenantId: string
  readonly traderId: bigint
  readonly isDemo: boolean
}

/** An hour in which others were counted and this account was not is missing, unless the account came later. */
async function hoursOf(tx: Tx, { tenantId, traderId, isDemo }: Own, now: number): Promise<Answer['hours']> {
  const last = hourOf(now)
  const shown = Array.from({ length: HOURS_SHOWN }, (_, index) => last - (HOURS_SHOWN - 1 - index) * HOUR_MS)
  const since = and(eq(solvencyHour.tenantId, tenantId), gte(solvencyHour.hour, shown[0] ?? last))
  const hours = await tx.select({ hour: solvencyHour.hour, at: solvencyHour.at }).from(solvencyHour).where(since)
  const [own] = await tx
    .select({ createdAt: trader.createdAt })
    .from(trader)
    .where(and(eq(trader.tenantId, tenantId), eq(trader.id, traderId)))
  const parts = await tx
    .select({ hour: solvencyPart.hour })
    .from(solvencyPart)
    .where(and(eq(solvencyPart.tenantId, tenantId), eq(solvencyPart.traderId, traderId), inArray(solvencyPart.hour, shown)))
  const counted = new Set(parts.map(({ hour }) => hour))
  const [first] = await tx
    .select({ at: solvencyHour.at })
    .from(solvencyHour)
    .where(eq(solvencyHour.tenantId, tenantId))
    .orderBy(solvencyHour.hour)
    .limit(1)
  const begun = Math.max(own?.createdAt ?? now, first?.at ?? now)
  return shown.map((at) => {
    if (counted.has(at)) return { at, state: 'counted' as const }
    const readAt = hours.find(({ hour }) => hour === at)?.at
    const isDue = readAt === undefined ? at >= begun && at < last : readAt > begun
    return { at, state: isDue && !isDemo ? ('missing' as const) : ('none' as const) }
  })
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
