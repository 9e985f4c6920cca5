/**
 * The risk desk's view of a company: exposure, the house's result of the day, accounts, sources, and the last hour of the first two.
 *
 * Invariants: real accounts only; a view is at most half a second old; nothing here decides anything.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { RiskView } from '../../contract/desk/risk'
import type { Tenant } from '../../contract/tenant'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../rules/durations'
import { formatAmount } from '../../rules/money'
import { loggableError } from '../db/loggable-error'
import type { Database, Tx } from '../db/open-database'
import { trader } from '../db/schema'
import type { FollowedMarket } from '../feeds/open-market-file'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Market } from '../market/open-market'
import type { Trading } from '../trading/open-trading'
import { type RankedAccounts, rankAccounts } from './account-board'
import type { CoverFigures } from './cover-figures'
import { HouseDays } from './day-results'
import { exposureOf } from './exposure'
import { SourceWatch } from './source-watch'

/** All but the brakes, of which each operator is told in their own words. */
export type RiskFigures = Omit<RiskView, 'brakes'>

export interface RiskDesk {
  /** Resolves when the hour before the start is known. */
  readonly remembered: Promise<void>
  /** @param tx of the company; only what changed since the last look is read in it */
  view(tx: Tx, tenant: Tenant): Promise<RiskFigures>
  close(): Promise<void>
}

interface RiskParts {
  readonly database: Database
  readonly market: Market
  readonly sources: FollowedMarket | null
  readonly trading: Pick<Trading, 'pricing' | 'book'>
  readonly cover: CoverFigures
  readonly clock: Clock
  readonly logger: Logger
  tenants(): readonly Tenant[]
}

type Point = RiskView['series'][number]

const RANKED_FOR_MS = 500
const POINT_EVERY_MS = 30 * SECOND_MS

export function openRisk(parts: RiskParts): RiskDesk {
  const { trading, market, clock } = parts
  const { pricing, book } = trading
  const day = new HouseDays({
    changes: (id) => book.changes(id),
    minuteBefore: (code, before) => market.minuteBefore(code, before),
    quoteCurrency: (code) => pricing.instrument(code)?.quoteCurrency,
  })
  const watch = new SourceWatch(parts)
  const ranking = new Ranking((tenant) => rankAccounts({ pricing, book }, tenant), clock)
  const names = new TraderNames()
  const series = new Map<string, Point[]>()

  const figures = async (tx: Tx, tenant: Tenant) => {
    const results = await day.read(tx, tenant, clock.now())
    return exposureOf({ pricing, book, cover: parts.cover }, tenant, results)
  }
  const holdsSomething = (tenant: Tenant) =>
    [...pricing.termsOf(tenant).keys()].some((code) => (book.instrumentBook(tenant.id, code)?.real.count ?? 0) > 0)
  const note = async () => {
    for (const tenant of parts.tenants()) {
      if (!series.has(tenant.id) && !holdsSomething(tenant)) continue
      const { total, house } = await parts.database.withTenant(tenant.id, (tx) => figures(tx, tenant))
      const at = clock.now()
      const points = [...(series.get(tenant.id) ?? []), { at, uncovered: total.usdt, house_pl: house.total }]
      series.set(
        tenant.id,
        points.filter((point) => point.at > at - HOUR_MS),
      )
    }
  }
  /** What a server before this one has seen, a point a minute: from the orders and the minutes that are kept. */
  const remember = async () => {
    const begun = clock.now()
    for (const tenant of parts.tenants()) {
      if (!holdsSomething(tenant)) continue
      const past: Point[] = []
      for (let at = begun - HOUR_MS + MINUTE_MS; at < begun && !isClosed; at += MINUTE_MS) {
        const { uncovered, house } = await parts.database.withTenant(tenant.id, (tx) => day.pastRisk(tx, tenant, at))
        past.push({ at, uncovered: formatAmount(uncovered), house_pl: formatAmount(house) })
      }
      series.set(tenant.id, [...past, ...(series.get(tenant.id) ?? [])])
    }
  }
  let isClosed = false
  const remembered = remember().catch((error: unknown) =>
    parts.logger.warn({ err: loggableError(error) }, 'the last hour could not be worked out; it begins now'),
  )
  const notes = everySoOften(POINT_EVERY_MS, note, (error) =>
    parts.logger.warn({ err: loggableError(error) }, 'the exposure of the last hour could not be noted'),
  )
  const looks = setInterval(() => watch.look(), SECOND_MS)
  looks.unref()

  return {
    remembered,
    async view(tx, tenant) {
      const ranked = await ranking.of(tenant)
      const now = clock.now()
      const { rows, total, house, pending } = await figures(tx, tenant)
      const who = await names.read(tx, tenant.id, [...ranked.stopOuts, ...ranked.largest])
      if (!series.has(tenant.id)) series.set(tenant.id, [])
      const { warnPercent, feedAgeMs, feedGaps, rejectPercent, latencyMs } = tenant.trading.risk
      return {
        at: now,
        rows,
        total,
        house,
        pending,
        // The last point is now.
        series: [...(series.get(tenant.id) ?? []), { at: now, uncovered: total.usdt, house_pl: house.total }],
        accounts: ranked.accounts,
        stop_outs: ranked.stopOuts.map((row) => ({ ...row, ...who(row.trader_id) })),
        largest: ranked.largest.map((row) => ({ ...row, ...who(row.trader_id) })),
        sources: [...watch.all(), ...parts.cover.providers(tenant)],
        thresholds: {
          warn_percent: warnPercent,
          feed_age_ms: feedAgeMs,
          gaps: feedGaps,
          reject_percent: rejectPercent,
          latency_ms: latencyMs,
        },
      }
    },
    async close() {
      isClosed = true
      clearInterval(looks)
      await remembered
      await notes.stop()
    },
  }
}

/** One round at a time, shared by all who ask meanwhile. */
class Ranking {
  readonly #rounds = new Map<string, { readonly at: number; readonly ranked: Promise<RankedAccounts> }>()

  constructor(
    private readonly rank: (tenant: Tenant) => Promise<RankedAccounts>,
    private readonly clock: Clock,
  ) {}

  of(tenant: Tenant): Promise<RankedAccounts> {
    const now = this.clock.monotonic()
    const last = this.#rounds.get(tenant.id)
    if (last !== undefined && now - last.at < RANKED_FOR_MS && now !== last.at) return last.ranked
    const ranked = this.rank(tenant)
    this.#rounds.set(tenant.id, { at: now, ranked })
    return ranked
  }
}

/** Who the accounts are, as whoever helps traders sees them: never a whole address. */
class TraderNames {
  readonly #known = new Map<string, { readonly uid: string; readonly name: string }>()

  async read(tx: Tx, tenantId: string, rows: readonly { readonly trader_id: string }[]) {
    const key = (id: string) => `${tenantId}/${id}`
    const missing = [...new Set(rows.map((row) => row.trader_id))].filter((id) => !this.#known.has(key(id)))
    if (missing.length > 0) {
      const found = await tx
        .select({ id: trader.id, uid: trader.uid, email: trader.email, mobile: trader.mobile })
        .from(trader)
        .where(and(eq(trader.tenantId, tenantId), inArray(trader.id, missing.map(BigInt))))
      for (const { id, uid, email, mobile } of found) this.#known.set(key(id.toString()), { uid, name: masked(email, mobile) })
    }
    return (id: string) => this.#known.get(key(id)) ?? { uid: id, name: '' }
  }
}

function masked(email: string | null, mobile: string | null): string {
  const at = email?.lastIndexOf('@') ?? -1
  if (email !== null && at > 0) return `${email.slice(0, 1)}***${email.slice(at)}`
  return mobile === null ? '' : `***${mobile.slice(-4)}`
}

function everySoOften(everyMs: number, work: () => Promise<void>, failed: (error: unknown) => void) {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = work()
      .catch(failed)
      .finally(() => {
        isRunning = false
      })
  }, everyMs)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      return running
    },
  }
}
