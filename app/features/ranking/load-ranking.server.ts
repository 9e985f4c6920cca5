/** Reads a page of the ranking and, for a signed-in trader, how they are shown in it. */
import { getRankingProfile, listRanking, RankingSort } from '../../../contract/users'
import { fixedT } from '../../language/i18n.server'
import { readRankingEntry, readRankingProfile } from '../../terms/ranking'
import { shortTime } from '../../time/london-time.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { FIRST_SORT, type RankingData, type RankingKind, type RankingView } from './ranking-data'

const MAX_PAGE = 1000

export async function loadRanking(context: SiteContext, url: URL): Promise<RankingData> {
  const trader = await context.trader()
  const view = readView(url, trader?.is_demo === 1 || context.tenant?.isDemoSite === true ? 'demo' : 'real')
  const page = readPage(url.searchParams.get('page'))
  const { sort, direction, kind } = view
  const [t, list, profile] = await Promise.all([
    fixedT(context),
    context.broker.call(listRanking, { kind, sort, direction, page: String(page) }, { initial: true }),
    trader === null ? null : context.broker.call(getRankingProfile, {}, { initial: true }),
  ])
  const shared = {
    ...view,
    title: t(view.tab === 'copy' ? 'documentary:copyTitle' : 'documentary:title'),
    profile: profile?.ok ? readRankingProfile(profile.data) : null,
  }
  if (!list.ok) return { ...shared, ok: false, code: list.error.name }
  const { data: entries, total, computed_at: computedAt } = list.data
  return {
    ...shared,
    ok: true,
    entries: entries.map(readRankingEntry),
    total,
    page,
    computedAt: shortTime(computedAt, context.now(), context.language),
  }
}

function readView({ searchParams }: URL, usualKind: RankingKind): RankingView {
  const kind = searchParams.get('kind')
  const tab = searchParams.get('tab') === 'copy' ? 'copy' : 'ranking'
  // The cards of the copy tab stand in the usual order.
  const sort = RankingSort.safeParse(tab === 'copy' ? FIRST_SORT : searchParams.get('sort'))
  return {
    tab,
    kind: kind === 'real' || kind === 'demo' ? kind : usualKind,
    sort: sort.success ? sort.data : FIRST_SORT,
    direction: tab === 'ranking' && searchParams.get('dir') === 'asc' ? 'asc' : 'desc',
  }
}

function readPage(text: string | null): number {
  const page = text !== null && /^\d{1,4}$/.test(text) ? Number(text) : 1
  return page >= 1 && page <= MAX_PAGE ? page : 1
}
