/** The calls of the ranking: its pages for everybody, and for a signed-in trader whether their name is shown. */
import { and, eq } from 'drizzle-orm'
import { PAGE_SIZE } from '../../contract/primitives'
import type { RankingProfile } from '../../contract/users'
import { done, forTenant, forTrader, refused, type SomeHandlers } from '../calls/handler'
import type { Database, Tx } from '../db/open-database'
import { offsetOf } from '../db/read-page'
import { rankingProfile } from '../db/schema'
import type { Clock } from '../ground/clock'
import { RankingCache, sortedBy } from './ranking-list'
import { readRankingName } from './ranking-name'

export function rankingHandlers({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
  const book = new RankingCache(database, clock)
  return {
    listRanking: forTenant(async ({ tenant, input }) => {
      const kind = input.kind ?? (tenant.isDemoSite ? 'demo' : 'real')
      const ranking = await book.get(tenant.id, kind)
      const sorted = sortedBy(ranking, input.sort ?? 'three_week_rate')
      const start = offsetOf(input.page)
      const end = Math.max(0, sorted.length - start)
      const shown =
        input.direction === 'asc' ? sorted.slice(Math.max(0, end - PAGE_SIZE), end).reverse() : sorted.slice(start, start + PAGE_SIZE)
      return done({ data: shown.map(({ entry }) => entry), total: sorted.length, kind, computed_at: ranking.computedAt })
    }),

    getRankingProfile: forTrader(async ({ tx, tenant, trader }) => done(await readProfile(tx, tenant.id, BigInt(trader.id)))),

    setRankingProfile: forTrader(async ({ tx, tenant, trader, input, afterCommit }) => {
      const traderId = BigInt(trader.id)
      const before = await readProfile(tx, tenant.id, traderId)
      const showsName = input.shows_name === '1'
      const given = input.name ?? before.name
      const name = given === '' && !showsName ? '' : readRankingName(given, tenant)
      if (name === null) return refused('RANKING_NAME_INVALID')
      await tx
        .insert(rankingProfile)
        .values({ tenantId: tenant.id, traderId, showsName, name })
        .onConflictDoUpdate({ target: [rankingProfile.tenantId, rankingProfile.traderId], set: { showsName, name } })
      afterCommit(() => book.forget(tenant.id))
      return done({ shows_name: showsName ? 1 : 0, name })
    }),
  } satisfies SomeHandlers
}

async function readProfile(tx: Tx, tenantId: string, traderId: bigint): Promise<RankingProfile> {
  const [row] = await tx
    .select()
    .from(rankingProfile)
    .where(and(eq(rankingProfile.tenantId, tenantId), eq(rankingProfile.traderId, traderId)))
  return { shows_name: row?.showsName === true ? 1 : 0, name: row?.name ?? '' }
}
