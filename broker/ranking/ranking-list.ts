/**
 * The ranking of a company: real and demo accounts apart, best three-week rate first. Worked out when somebody asks and kept for a
 * minute, so that its pages fit together and many readers cost no more than one.
 */

import { eq } from 'drizzle-orm'
import type { RankingEntry, RankingSort } from '../../contract/users'
import { formatScaled } from '../../rules/decimal'
import { formatAmount } from '../../rules/money'
import { type RankingFigures, rankingFigures } from '../../rules/ranking'
import type { Database, Tx } from '../db/open-database'
import { rankingProfile, trader } from '../db/schema'
import type { Clock } from '../ground/clock'
import { Kept } from '../ground/kept'
import { maskedUid, publicCode } from './ranking-name'
import { readRankingSums } from './ranking-sums'

export type RankingKind = 'real' | 'demo'

interface Ranking {
  readonly entries: readonly RankedTrader[]
  /** Unix milliseconds: the three weeks end here. */
  readonly computedAt: number
}

export interface RankedTrader {
  readonly traderId: string
  readonly figures: RankingFigures
  readonly entry: RankingEntry
}

const KEPT_MS = 60_000

/** One transaction of the company. */
export async function computeRanking(tx: Tx, tenantId: string, kind: RankingKind, now: number): Promise<Ranking> {
  const isDemo = kind === 'demo'
  const listed = (await readRankingSums(tx, tenantId, isDemo, now)).flatMap(({ traderId, sums }) => {
    const figures = rankingFigures(sums)
    return figures === null ? [] : [{ traderId, figures }]
  })
  if (listed.length === 0) return { entries: [], computedAt: now }
  const traders = await tx.select().from(trader).where(eq(trader.tenantId, tenantId))
  const profiles = await tx.select().from(rankingProfile).where(eq(rankingProfile.tenantId, tenantId))
  const byId = new Map(traders.map((row) => [row.id.toString(), row]))
  const shownAs = new Map(profiles.flatMap(({ traderId, showsName, name }) => (showsName ? [[traderId.toString(), name] as const] : [])))
  const entries = listed.flatMap(({ traderId, figures }) => {
    const row = byId.get(traderId)
    if (row === undefined) return []
    return [{ traderId, figures, entry: wireEntry(figures, shownAs.get(traderId) ?? maskedUid(row.uid), publicCode(row)) }]
  })
  return { entries: entries.sort(by('three_week_rate')), computedAt: now }
}

function wireEntry(figures: RankingFigures, user: string, code: string): RankingEntry {
  return {
    user,
    multiple: figures.leverage === null ? '' : String(figures.leverage),
    three_week_rate: formatScaled(figures.threeWeekRate, 2),
    three_week_win: formatScaled(figures.threeWeekWin, 2),
    three_week_profit: formatAmount(figures.threeWeekProfit),
    total_rate: formatScaled(figures.totalRate, 2),
    total_trade_num: figures.totalOrders,
    code,
    drawdown: formatScaled(figures.drawdown, 2),
    three_week_trade_num: figures.threeWeekOrders,
  }
}

const VALUE: Record<RankingSort, (figures: RankingFigures) => bigint> = {
  multiple: ({ leverage }) => BigInt(leverage ?? 0),
  three_week_rate: ({ threeWeekRate }) => threeWeekRate,
  three_week_win: ({ threeWeekWin }) => threeWeekWin,
  three_week_profit: ({ threeWeekProfit }) => threeWeekProfit,
  total_rate: ({ totalRate }) => totalRate,
  total_trade_num: ({ totalOrders }) => BigInt(totalOrders),
  drawdown: ({ drawdown }) => drawdown,
  three_week_trade_num: ({ threeWeekOrders }) => BigInt(threeWeekOrders),
}

/** Largest first; equals by three-week rate, then by code, so that the order is the same on every page. */
function by(column: RankingSort): (one: RankedTrader, other: RankedTrader) => number {
  const value = VALUE[column]
  return (one, other) =>
    compare(value(other.figures), value(one.figures)) ||
    compare(other.figures.threeWeekRate, one.figures.threeWeekRate) ||
    (one.entry.code < other.entry.code ? -1 : 1)
}

/** By the rankings themselves: the order of a column is worked out once, for all pages and readers of its minute. */
const SORTED = new WeakMap<Ranking, Map<RankingSort, readonly RankedTrader[]>>()

/** The entries by a column, largest first. */
export function sortedBy(ranking: Ranking, column: RankingSort): readonly RankedTrader[] {
  const known = SORTED.get(ranking) ?? new Map<RankingSort, readonly RankedTrader[]>()
  SORTED.set(ranking, known)
  const sorted = known.get(column) ?? [...ranking.entries].sort(by(column))
  known.set(column, sorted)
  return sorted
}

function compare(one: bigint, other: bigint): number {
  return one === other ? 0 : one < other ? -1 : 1
}

export class RankingCache {
  private readonly kept: Kept<Ranking>

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.kept = new Kept(KEPT_MS, () => clock.monotonic())
  }

  /** Not older than a minute. */
  get(tenantId: string, kind: RankingKind): Promise<Ranking> {
    return this.kept.get(`${tenantId}/${kind}`, () =>
      this.database.withTenant(tenantId, (tx) => computeRanking(tx, tenantId, kind, this.clock.now())),
    )
  }

  /** A trader has changed how they are shown. */
  forget(tenantId: string): void {
    for (const kind of ['real', 'demo'] as const) this.kept.forget(`${tenantId}/${kind}`)
  }
}
