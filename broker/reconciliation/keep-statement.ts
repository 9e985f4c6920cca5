/**
 * A provider's statement comes into the books: kept once, and what differs by it becomes rows.
 *
 * Invariants: one transaction behind the lock of the company and provider; a row of a trade that copies have named already is not written a
 * second time; a statement that is read again in another form replaces no row, it adds those that are new and says which still stand. What was
 * agreed of swap and commission is posted with it.
 */
import { and, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { ProviderStatement } from '../../contract/market-file'
import { formatRate, parseRate, RATE_ONE, type Rate } from '../../rules/conversion'
import { absolute, formatFixedShort, parseFixed } from '../../rules/decimal'
import { calendarNamed } from '../../rules/market-calendars'
import { rolloverNights } from '../../rules/rollover'
import { writeAudit } from '../audit-trail/write-audit'
import type { Tx } from '../db/open-database'
import { coverFill, providerCopy, providerOrder, providerReport, providerStatement } from '../db/schema'
import type { ReportFacts } from '../execution/fills-of'
import type { Instrument } from '../market/instrument'
import type { Side } from '../providers/provider'
import { compareOrder, type FillDifference } from './compare-order'
import { type DifferenceRow, type FoundDifference, keepFound, type RunKey, rowsOf } from './difference-rows'
import { type BookChange, type ChargeDifference, judgeStatement, type OurDay } from './judge-statement'
import { lockCompany } from './lock-company'
import { postAgreed } from './post-agreed'
import type { Statement, StatementPosition, StatementTrade } from './read-statement'
import type { ReconciliationDay } from './reconciliation-days'
import { valueOfFills } from './value-difference'

export type StatementRow = typeof providerStatement.$inferSelect

interface NewStatement extends RunKey {
  readonly window: ReconciliationDay
  readonly statement: Statement
  readonly digest: string
  readonly previous: StatementRow | null
  readonly agreed: Pick<ProviderStatement, 'commissionPerMillion' | 'swap'>
  readonly instrumentOf: (code: string) => Instrument | undefined
  readonly rateOf: (code: string) => Rate | null
}

type Differing = OurDay['differing'][number] & { readonly orderId: string }

export async function keepStatement(tx: Tx, given: NewStatement): Promise<void> {
  const { tenantId, provider, day, now, statement, previous, window } = given
  await lockCompany(tx, tenantId, provider)
  const compared = await compareTrades(tx, given)
  const ourDay: OurDay = {
    ...(await ourBook(tx, given)),
    differing: compared.differing,
    before: previous && { closing: previous.theirsClosing, positions: positionsOf(previous) },
    nightsOf: (code) => nightsOf(given, code),
    rateOf: given.rateOf,
  }
  const judged = judgeStatement(statement, ourDay, given.agreed)
  const known = await rowsOf(tx, given)
  const found = [...tradeRows(compared.differing, given, known), ...judged.charges.map((charge) => chargeRow(charge, given))]
  await keepFound(tx, given, { found, known: known.filter((row) => row.day === day && isOfStatement(row)) })
  const { ours, theirs, rest } = judged
  await postAgreed(tx, given, judged.agreed)
  await tx.insert(providerStatement).values({
    ...{ tenantId, provider, day, digest: given.digest, previousId: previous?.id ?? null, isPosted: true, readAt: now },
    ...{ trades: statement.trades.length, tradesEqual: compared.equal, rest },
    ...{ theirsOpening: theirs.opening, theirsResult: theirs.result, theirsSwap: theirs.swap, theirsCommission: theirs.commission },
    ...{ theirsTransfers: theirs.transfers, theirsClosing: theirs.closing },
    ...{ oursOpening: ours.opening, oursResult: ours.result, oursSwap: ours.swap, oursCommission: ours.commission },
    positions: judged.positions.map(({ code, ours: own, theirs: said, close, rate }) => ({
      ...{ code, ours: formatFixedShort(own), theirs: formatFixedShort(said) },
      ...{ close: formatFixedShort(close), rate: formatRate(rate) },
    })),
  })
  const detail = {
    provider,
    day: window.day,
    trades: statement.trades.length,
    differ: found.length,
    agreed: formatFixedShort(ours.swap + ours.commission),
    closing: formatFixedShort(theirs.closing),
  }
  await writeAudit(tx, { tenantId, actor: 'engine', action: 'reconciliation.statement_read', object: `provider:${provider}`, detail, now })
}

/** The newest of each day, from `from` on; the newest day first. */
export async function newestStatements(
  tx: Tx,
  { tenantId, provider, from }: { tenantId: string; provider: string; from: string },
): Promise<StatementRow[]> {
  const rows = await tx
    .select()
    .from(providerStatement)
    .where(
      and(eq(providerStatement.tenantId, tenantId), eq(providerStatement.provider, provider), sql`${providerStatement.day} >= ${from}`),
    )
    .orderBy(desc(providerStatement.day), desc(providerStatement.id))
  return rows.filter(({ day }, index) => rows[index - 1]?.day !== day)
}

function positionsOf({ positions }: StatementRow): StatementPosition[] {
  return positions.map(({ code, theirs, close, rate }) => ({
    ...{ code, quantity: parseFixed(theirs), close: parseFixed(close), rate: parseRate(rate) },
  }))
}

/** What a statement alone has found; what copies found is looked at with them. */
function isOfStatement({ subject }: Pick<DifferenceRow, 'subject'>): boolean {
  return /^(trade|charge) /.test(subject)
}

/** The position before the day, and what changed it on the day, by the provider's time of what was reported. */
async function ourBook(tx: Tx, { tenantId, provider, window }: NewStatement): Promise<Pick<OurDay, 'held' | 'changes'>> {
  const report = and(
    eq(providerReport.provider, coverFill.provider),
    eq(providerReport.providerOrderId, coverFill.providerOrderId),
    eq(providerReport.execId, coverFill.execId),
  )
  const own = and(eq(coverFill.tenantId, tenantId), eq(coverFill.provider, provider))
  const before = await tx
    .select({ code: coverFill.instrumentCode, quantity: sql<string>`sum(${coverFill.quantity})` })
    .from(coverFill)
    .innerJoin(providerReport, report)
    .where(and(own, lte(providerReport.providerTime, window.from)))
    .groupBy(coverFill.instrumentCode)
  const rows = await tx
    .select({ code: coverFill.instrumentCode, quantity: coverFill.quantity, price: coverFill.price, change: coverFill.change })
    .from(coverFill)
    .innerJoin(providerReport, report)
    .where(and(own, gt(providerReport.providerTime, window.from), lte(providerReport.providerTime, window.to)))
  return {
    held: new Map(before.flatMap(({ code, quantity }) => (BigInt(quantity) === 0n ? [] : [[code, BigInt(quantity)] as const]))),
    changes: rows.map(({ change, ...row }): BookChange => ({ ...row, isTakenBack: change === 'removed' })),
  }
}

/** Each order that the statement has a trade of, or that we know a fill of on the day. */
async function compareTrades(tx: Tx, given: NewStatement): Promise<{ readonly equal: number; readonly differing: readonly Differing[] }> {
  const { tenantId, provider, window, statement } = given
  const ofDay = await tx
    .selectDistinct({ id: providerReport.providerOrderId })
    .from(providerReport)
    .where(
      and(
        ...[eq(providerReport.tenantId, tenantId), eq(providerReport.provider, provider), eq(providerReport.kind, 'filled')],
        ...[gt(providerReport.providerTime, window.from), lte(providerReport.providerTime, window.to)],
      ),
    )
  const ids = [...new Set([...ofDay.map(({ id }) => id), ...statement.trades.map(({ order }) => order)])]
  if (ids.length === 0) return { equal: 0, differing: [] }
  const isOwn = and(inArray(providerOrder.id, ids), eq(providerOrder.tenantId, tenantId), eq(providerOrder.provider, provider))
  const orders = new Map((await tx.select().from(providerOrder).where(isOwn)).map((order) => [order.id, order]))
  const until = lt(providerReport.providerTime, window.to + 1)
  const reports = await tx
    .select()
    .from(providerReport)
    .where(and(inArray(providerReport.providerOrderId, ids), eq(providerReport.tenantId, tenantId), until))
    .orderBy(providerReport.seq)
  // A trade may stand there under the number of its correction, which only its copies know.
  const copies = await tx
    .select({ execId: providerCopy.execId, refers: providerCopy.referredExecId })
    .from(providerCopy)
    .where(and(inArray(providerCopy.providerOrderId, ids), eq(providerCopy.provider, provider)))
  const refers = new Map(
    [...copies, ...reports.map(({ execId, referredExecId }) => ({ execId, refers: referredExecId }))].map((one) => [
      one.execId,
      one.refers,
    ]),
  )
  let equal = 0
  const differing = ids.flatMap((orderId): Differing[] => {
    const trades = statement.trades.filter((trade) => trade.order === orderId)
    const ours = reports.filter((report) => report.providerOrderId === orderId)
    const order = orders.get(orderId)
    const facts = { code: trades[0]?.code ?? order?.instrumentCode ?? '', side: trades[0]?.side ?? order?.side ?? 'buy' }
    const { equal: alike, differences } = compareOrder(
      ours,
      trades.map((trade) => factsOf(trade, refers)),
    )
    equal += alike
    return differences.map((difference) => ({ ...difference, ...facts, orderId }))
  })
  return { equal, differing }
}

function factsOf({ id, quantity, price, time }: StatementTrade, refers: ReadonlyMap<string, string | null>): ReportFacts {
  return {
    execId: id,
    kind: 'filled',
    lastQuantity: quantity,
    lastPrice: price,
    referredExecId: refers.get(id) ?? null,
    providerTime: time,
  }
}

/** Less those that copies have named with the same figures. */
function tradeRows(differing: readonly Differing[], given: NewStatement, known: readonly DifferenceRow[]): FoundDifference[] {
  return differing.flatMap((one) => {
    const { kind, root, execId, orderId, code, side, ours, theirs } = one
    const isKnown = known.some(
      (row) =>
        row.subject === `fill ${orderId} ${root}` &&
        row.kind === kind &&
        row.theirsQuantity === (theirs?.quantity ?? null) &&
        row.theirsPrice === (theirs?.price ?? null),
    )
    if (isKnown) return []
    const row = { kind, instrumentCode: code, side: side as Side, providerOrderId: orderId, execId }
    return {
      ...row,
      subject: `trade ${orderId} ${root}`,
      figures: figuresOf(one),
      ...{ oursQuantity: ours?.quantity ?? null, oursPrice: ours?.price ?? null, oursTime: ours?.time ?? null },
      ...{ theirsQuantity: theirs?.quantity ?? null, theirsPrice: theirs?.price ?? null, theirsTime: theirs?.time ?? null },
      ...{ oursAmount: null, theirsAmount: null },
      value: tradeValue(one, given),
    }
  })
}

function tradeValue({ code, side, ours, theirs }: Differing, { statement, rateOf }: NewStatement): FoundDifference['value'] {
  const said = statement.positions.find((one) => one.code === code)
  const rate = said?.rate ?? rateOf(code)
  return rate === null ? null : { ...valueOfFills(side, { ours, theirs }, { mark: said?.close ?? null, rate }), rate }
}

function figuresOf({ kind, ours, theirs }: FillDifference): string {
  const text = (fill: FillDifference['ours']) =>
    fill === null ? '-' : `${formatFixedShort(fill.quantity)} at ${formatFixedShort(fill.price)}, ${fill.time}`
  return `${kind}: ${text(ours)} / ${text(theirs)}`
}

function chargeRow({ kind, code, ours, theirs }: ChargeDifference, { window }: NewStatement): FoundDifference {
  const amount = theirs - (ours ?? 0n)
  return {
    subject: `charge ${kind} ${window.day} ${code}`,
    figures: `${ours === null ? '-' : formatFixedShort(ours)} / ${formatFixedShort(theirs)}`,
    ...{ kind, instrumentCode: code, side: null, providerOrderId: null, execId: null },
    ...{ oursQuantity: null, oursPrice: null, oursTime: null, theirsQuantity: null, theirsPrice: null, theirsTime: null },
    ...{ oursAmount: ours, theirsAmount: theirs },
    value: { markPrice: 0n, amount, atStake: absolute(amount), rate: RATE_ONE },
  }
}

function nightsOf({ instrumentOf, agreed, window }: NewStatement, code: string): number {
  const instrument = instrumentOf(code)
  const terms = agreed.swap[code]
  if (instrument === undefined || terms === undefined) return 0
  return rolloverNights(window.to, calendarNamed(instrument.calendar), terms.tripleDay)
}
