/** The calls of reconciliation that only look: a day, and one difference with what was reported of it. */
import { and, asc, eq, lt, ne, or } from 'drizzle-orm'
import type { getDifference, getReconciliation, ReconciliationView } from '../../contract/desk/reconciliation'
import { RECONCILIATION_DELAY_MINUTES } from '../../contract/desk/reconciliation-terms'
import { formatFixedShort } from '../../rules/decimal'
import { MINUTE_MS } from '../../rules/durations'
import { formatAmount } from '../../rules/money'
import { done, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { providerCopy, providerOrder, providerReport, reconciliationDifference, reconciliationRun } from '../db/schema'
import type { DifferenceRow } from '../reconciliation/difference-rows'
import type { Reconciliation } from '../reconciliation/open-reconciliation'
import { dayThatRuns, endOfDay } from '../reconciliation/reconciliation-days'
import type { StatementStanding } from '../reconciliation/statement-desk'
import { type DeskHandler, operatorActor, type SomeDeskHandlers } from './desk-handler'
import { explanationOf, limitOf, shownDifference, shownReports } from './reconciliation-shown'
import { shownStatement } from './statement-shown'

type RunRow = typeof reconciliationRun.$inferSelect
type ProviderState = ReconciliationView['providers'][number]

export function reconciliationViews(services: { readonly reconciliation: Reconciliation }) {
  return { getReconciliation: dayHandler(services), getDifference: detailHandler } satisfies SomeDeskHandlers
}

function dayHandler({ reconciliation }: { readonly reconciliation: Reconciliation }): DeskHandler<typeof getReconciliation> {
  return async ({ tx, tenant, operator, input, now }) => {
    const running = dayThatRuns(now)
    const day = input.day ?? running.day
    const rows = await rowsOfDay(tx, tenant.id, day)
    const runs = await lastRuns(tx, tenant.id, day)
    const health = await reconciliation.health()
    const providers: ProviderState[] = []
    // Of one that nothing goes to any more rows may still stand.
    const names = new Set([...(await reconciliation.providersOf(tenant)), ...rows.map(({ provider }) => provider)])
    for (const provider of [...names].sort()) {
      const run = runs.get(provider)
      const { copies = 'none', lastCopyAt = null, gaps = 0 } = health.find((one) => one.provider === provider) ?? {}
      const standing = await reconciliation.statement(tenant, provider, day)
      providers.push({
        ...{ provider, copies, last_copy_at: lastCopyAt, copy_gaps: gaps, compared_at: run?.ranAt ?? standing.row?.readAt ?? null },
        ...countsOf(run, standing),
        ...shownStatement(
          standing,
          rows.filter((row) => row.provider === provider && row.day === day && row.stands),
        ),
      })
    }
    const sum = (count: (state: ProviderState) => number | null) => providers.reduce((total, state) => total + (count(state) ?? 0), 0)
    const open = rows.filter(isOpen)
    const viewer = { actor: operatorActor(operator), limit: limitOf(tenant) }
    return done({
      day,
      today: running.day,
      due: (endOfDay(day) ?? running.endsAt) + RECONCILIATION_DELAY_MINUTES * MINUTE_MS,
      limit: formatAmount(viewer.limit),
      providers,
      totals: {
        theirs: sum(({ theirs }) => theirs),
        ours: sum(({ ours }) => ours),
        equal: sum(({ equal }) => equal),
        differ: sum(({ differ }) => differ),
        open: open.length,
        usdt: formatAmount(open.reduce((total, { amount }) => total + (amount ?? 0n), 0n)),
      },
      rows: openFirst(rows).map((row) => shownDifference(row, viewer)),
    })
  }
}

const isOpen = ({ status }: DifferenceRow) => status !== 'resolved'

export function openFirst(rows: readonly DifferenceRow[]): DifferenceRow[] {
  return [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))]
}

export function rowsOfDay(tx: Tx, tenantId: string, day: string): Promise<DifferenceRow[]> {
  const { status, day: found } = reconciliationDifference
  const isShown = or(eq(found, day), and(ne(status, 'resolved'), lt(found, day)))
  return tx
    .select()
    .from(reconciliationDifference)
    .where(and(eq(reconciliationDifference.tenantId, tenantId), isShown))
    .orderBy(asc(reconciliationDifference.id))
}

async function lastRuns(tx: Tx, tenantId: string, day: string): Promise<ReadonlyMap<string, RunRow>> {
  const rows = await tx
    .select()
    .from(reconciliationRun)
    .where(and(eq(reconciliationRun.tenantId, tenantId), eq(reconciliationRun.day, day)))
    .orderBy(asc(reconciliationRun.id))
  return new Map(rows.map((row) => [row.provider, row]))
}

type Counts = Pick<ProviderState, 'theirs' | 'ours' | 'equal' | 'differ' | 'positions_equal' | 'positions_differ'>

/** Of a provider without copies: those of its statement. */
function countsOf(run: RunRow | undefined, { row }: StatementStanding): Counts {
  const { positionsEqual = null, positionsDiffer = null } = run ?? {}
  const positions = { positions_equal: positionsEqual, positions_differ: positionsDiffer }
  if (typeof run?.theirs === 'number' || row === null) {
    const { theirs = null, ours = null, equal = null, differ = null } = run ?? {}
    return { theirs, ours, equal, differ, ...positions }
  }
  const differ = row.trades - row.tradesEqual
  return { theirs: row.trades, ours: null, equal: row.tradesEqual, differ, ...positions }
}

const detailHandler: DeskHandler<typeof getDifference> = async ({ tx, tenant, operator, input }) => {
  const [row] = await tx
    .select()
    .from(reconciliationDifference)
    .where(and(eq(reconciliationDifference.tenantId, tenant.id), eq(reconciliationDifference.id, BigInt(input.id))))
  if (row === undefined) return refused('NOT_FOUND')
  const id = row.providerOrderId ?? ''
  const [order] = await tx
    .select()
    .from(providerOrder)
    .where(and(eq(providerOrder.tenantId, tenant.id), eq(providerOrder.id, id)))
  const isOfOrder = (table: typeof providerReport | typeof providerCopy) =>
    and(eq(table.providerOrderId, id), eq(table.provider, row.provider))
  const ours = await tx.select().from(providerReport).where(isOfOrder(providerReport)).orderBy(asc(providerReport.seq))
  const theirs = await tx.select().from(providerCopy).where(isOfOrder(providerCopy)).orderBy(asc(providerCopy.seq))
  const reports = shownReports(ours, theirs)
  return done({
    row: shownDifference(row, { actor: operatorActor(operator), limit: limitOf(tenant) }),
    order: order?.id ?? '',
    purpose: order?.purpose ?? null,
    trader_order: order?.orderId?.toString() ?? null,
    reports,
    mark: row.markPrice === null ? null : formatFixedShort(row.markPrice),
    rate: row.conversionRate === null ? null : row.conversionRate.replace(/\.?0+$/, ''),
    explains: explanationOf(row, reports, order !== undefined),
  })
}
