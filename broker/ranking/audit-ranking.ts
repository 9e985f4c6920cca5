/**
 * The ranking once more, from the raw rows and without the statement that the ranking itself uses: every account's events one by
 * one, then compared with what the call would show at the same moment.
 */
import { sql } from 'drizzle-orm'
import type { RankingEntry } from '../../contract/users'
import { formatScaled } from '../../rules/decimal'
import { formatAmount } from '../../rules/money'
import { type RankingEvent, rankingFigures, rankingSums } from '../../rules/ranking'
import { type AccountRows, groupBy, readAccounts } from '../audit/account-rows'
import { listAccountParts } from '../audit/audit-part'
import type { AuditReport } from '../audit/audit-report'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { computeRanking, type RankedTrader, type RankingKind } from './ranking-list'

/** What an account must be shown with, or `null` when it must not be listed. */
type Expected = Pick<RankingEntry, 'multiple' | (typeof COMPARED)[number]> | null

const COMPARED = [
  'three_week_rate',
  'three_week_win',
  'three_week_profit',
  'three_week_trade_num',
  'total_rate',
  'total_trade_num',
  'drawdown',
] as const

/** @param rank how the list is worked out that is held against the raw rows; another one in tests */
export async function auditRanking(
  database: Pick<Database, 'atOneMoment'>,
  tenants: readonly { readonly id: string }[],
  rank = computeRanking,
): Promise<AuditReport> {
  return database.atOneMoment(async (tx) => {
    const now = await newestMoment(tx)
    const expected = new Map<string, Expected>()
    for (const part of await listAccountParts(tx)) {
      for (const rows of await readAccounts(tx, part)) {
        expected.set(keyOf(rows.tenantId, rows.isDemo ? 'demo' : 'real', String(rows.traderId)), expectedOf(rows, now))
      }
    }
    const lines = [`ranking as of ${new Date(now).toISOString()}`]
    const wrong: string[] = []
    for (const { id } of tenants) {
      for (const kind of ['real', 'demo'] as const) {
        const result = compareList(id, kind, (await rank(tx, id, kind, now)).entries, expected)
        wrong.push(...result.wrong)
        lines.push(`${id} ${kind}: ${result.accounts} accounts worked out again, ${result.listed} listed, ${result.wrong.length} wrong`)
      }
    }
    const [first] = wrong
    return { lines: [...lines, ...wrong, first === undefined ? 'clean' : `first wrong figure: ${first}`], isClean: first === undefined }
  })
}

const keyOf = (tenantId: string, kind: RankingKind, traderId: string) => `${tenantId}/${kind}/${traderId}`

/** The latest moment in the books: the clock of the store, wherever it was set. */
async function newestMoment(tx: Tx): Promise<number> {
  const [row] = await queryRows<{ at: string | null }>(
    tx,
    sql`select greatest((select max(created_at) from ledger_transaction), (select max(completed_at) from trade_order))::text as at`,
  )
  return Number(row?.at ?? 0)
}

function compareList(
  tenantId: string,
  kind: RankingKind,
  entries: readonly RankedTrader[],
  expected: ReadonlyMap<string, Expected>,
): { accounts: number; listed: number; wrong: string[] } {
  const shown = new Map(entries.map(({ traderId, entry }) => [keyOf(tenantId, kind, traderId), entry]))
  const own = [...expected].filter(([key]) => key.startsWith(`${tenantId}/${kind}/`))
  const wrong = own.flatMap(([key, must]) => differences(key, must, shown.get(key)))
  for (const key of shown.keys()) if (!expected.has(key)) wrong.push(`${key}: listed, but no such account of that kind`)
  return { accounts: own.length, listed: entries.length, wrong }
}

function differences(key: string, must: Expected, shown: RankingEntry | undefined): string[] {
  if (must === null) return shown === undefined ? [] : [`${key}: listed, but must not be`]
  if (shown === undefined) return [`${key}: not listed, but must be`]
  return ([...COMPARED, 'multiple'] as const).flatMap((name) =>
    shown[name] === must[name] ? [] : [`${key}: ${name} must be ${must[name]}, is ${shown[name]}`],
  )
}

function expectedOf(rows: AccountRows, now: number): Expected {
  const figures = rankingFigures(rankingSums(eventsOf(rows), now))
  if (figures === null) return null
  return {
    multiple: figures.leverage === null ? '' : String(figures.leverage),
    three_week_rate: formatScaled(figures.threeWeekRate, 2),
    three_week_win: formatScaled(figures.threeWeekWin, 2),
    three_week_profit: formatAmount(figures.threeWeekProfit),
    three_week_trade_num: figures.threeWeekOrders,
    total_rate: formatScaled(figures.totalRate, 2),
    total_trade_num: figures.totalOrders,
    drawdown: formatScaled(figures.drawdown, 2),
  }
}

/** In the order in which they were booked. */
function eventsOf({ orders, transactions, charges }: AccountRows): RankingEvent[] {
  const booked: { readonly id: bigint; readonly event: RankingEvent }[] = []
  const byId = new Map(orders.map((order) => [order.id, order]))
  const partsOf = groupBy(orders, ({ parentId }) => parentId)
  for (const movement of transactions) {
    const isProtection = movement.kind === 'negative_balance_protection'
    if (movement.orderId === null || isProtection) {
      const amount = movement.entries.reduce((sum, entry) => (entry.traderId === null ? sum : sum + entry.amount), 0n)
      booked.push({ id: movement.id, event: { kind: 'flow', at: movement.createdAt, amount, isCapital: !isProtection } })
      continue
    }
    const order = byId.get(movement.orderId)
    const ends = movement.kind === 'order_close' && order !== undefined && order.parentId === null
    if (!ends || order.completedAt === null) continue
    const family = [order, ...(partsOf.get(order.id) ?? [])]
    const funding = charges.reduce((sum, charge) => (charge.orderId === order.id ? sum + charge.amount : sum), 0n)
    const amount = family.reduce((sum, { profit, fee }) => sum + (profit ?? 0n) - fee, funding)
    booked.push({ id: movement.id, event: { kind: 'result', at: order.completedAt, amount, leverage: order.leverage } })
  }
  return booked.sort((one, other) => (one.id < other.id ? -1 : 1)).map(({ event }) => event)
}
