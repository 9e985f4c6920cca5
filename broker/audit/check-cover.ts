/**
 * I16 and I17: the cover book once more, from what was reported and from nothing else. Every fill that stands is in the book once and with its
 * figures; position, cost and result follow by rules/cover.ts; each result is posted; an order of the house says what its reports say.
 *
 * Not here: that the rate was the market's. The row says it.
 */
import { asc, eq, sql } from 'drizzle-orm'
import { parseRate } from '../../rules/conversion'
import { afterFill, type HeldPosition, inUsdt, NOTHING_HELD } from '../../rules/cover'
import { type Fixed, formatFixedShort } from '../../rules/decimal'
import { queryRows, type Tx } from '../db/open-database'
import { coverFill, coverPosition, providerOrder, providerReport } from '../db/schema'
import { averageOf, fillsOf, quantityOf } from '../execution/fills-of'
import type { Fill } from '../execution/provider-orders'
import { groupBy } from './account-rows'
import type { Findings, InvariantName } from './findings'

type FillRow = typeof coverFill.$inferSelect
type OrderRow = typeof providerOrder.$inferSelect
type ReportRow = typeof providerReport.$inferSelect
type PositionRow = typeof coverPosition.$inferSelect

export async function checkCover(tx: Tx, findings: Findings): Promise<void> {
  const positions = await tx.select().from(coverPosition)
  for (const position of positions) {
    const isOfPosition = (table: typeof coverFill | typeof providerOrder) =>
      sql`${table.tenantId} = ${position.tenantId} and ${table.provider} = ${position.provider} and ${table.instrumentCode} = ${position.instrumentCode}`
    const fills = await tx.select().from(coverFill).where(isOfPosition(coverFill)).orderBy(asc(coverFill.seq))
    const orders = await tx.select().from(providerOrder).where(isOfPosition(providerOrder))
    const reports = await tx
      .select({ report: providerReport })
      .from(providerReport)
      .innerJoin(providerOrder, eq(providerReport.providerOrderId, providerOrder.id))
      .where(isOfPosition(providerOrder))
      .orderBy(asc(providerReport.seq))
    replay(position, fills, findings)
    compareFills({ fills, orders, reports: reports.map(({ report }) => report) }, findings)
  }
  await checkRows(tx, findings)
}

/** By average cost, one fill after the other. */
function replay(position: PositionRow, fills: readonly FillRow[], findings: Findings): void {
  const { tenantId, provider, instrumentCode } = position
  let held: HeldPosition = NOTHING_HELD
  let result = 0n
  findings.checked('I16', 'cover fills', fills.length)
  for (const [index, fill] of fills.entries()) {
    const next = afterFill(held, fill.quantity, fill.price)
    held = next.held
    const made = inUsdt(next.quoteResult, parseRate(fill.conversionRate))
    result += made
    const worked = [index + 1, held.quantity, held.cost, next.quoteResult, made, made === 0n ? 'not posted' : 'posted'].join(' ')
    const isPosted = fill.transactionId === null ? 'not posted' : 'posted'
    const kept = [fill.seq, fill.heldQuantity, fill.heldCost, fill.quoteResult, fill.result, isPosted].join(' ')
    const isRateMissing = next.quoteResult !== 0n && parseRate(fill.conversionRate) === 0n
    if (worked !== kept || isRateMissing) {
      const row = { invariant: 'I16', table: 'cover_fill', tenantId, id: String(fill.id) } as const
      findings.broken({ ...row, expected: isRateMissing ? 'a conversion rate' : worked, found: kept })
    }
  }
  const worked = `${held.quantity} for ${held.cost} with ${result} by ${fills.length}`
  const kept = `${position.quantity} for ${position.cost} with ${position.result} by ${position.fills}`
  const row = { invariant: 'I16', table: 'cover_position', tenantId, id: `${provider} ${instrumentCode}` } as const
  if (worked !== kept) findings.broken({ ...row, expected: worked, found: kept })
}

interface OrdersOfPosition {
  readonly fills: readonly FillRow[]
  readonly orders: readonly OrderRow[]
  readonly reports: readonly ReportRow[]
}

function compareFills({ fills, orders, reports }: OrdersOfPosition, findings: Findings): void {
  const reportsOf = groupBy(reports, ({ providerOrderId }) => providerOrderId)
  const known = new Set(reports.map(({ execId, providerOrderId }) => `${providerOrderId} ${execId}`))
  const bookedOf = groupBy(fills, ({ execId, providerOrderId }) => (known.has(`${providerOrderId} ${execId}`) ? providerOrderId : ''))
  findings.checked('I17', 'orders of the house', orders.length)
  findings.checked('I17', 'reports', reports.length)
  for (const order of orders) {
    const own = fillsOf(reportsOf.get(order.id) ?? [])
    const broken = (invariant: InvariantName, expected: string, found: string) =>
      findings.broken({ invariant, table: 'provider_order', tenantId: order.tenantId, id: order.id, expected, found })
    const said = `${quantityOf(own)} at ${averageOf(own)}`
    const kept = `${order.filledQuantity} at ${order.averagePrice}`
    if (said !== kept) broken('I17', said, kept)
    const standing = textOf(own.map((fill) => (order.side === 'buy' ? fill : { ...fill, quantity: -fill.quantity })))
    const booked = textOf(netOf(bookedOf.get(order.id) ?? []))
    if (standing !== booked) broken('I16', `fills ${standing} in the cover book`, booked)
  }
  for (const { tenantId, id } of bookedOf.get('') ?? [])
    findings.broken({ invariant: 'I16', table: 'cover_fill', tenantId, id: String(id), expected: 'a report of an order', found: 'none' })
}

/** What is left of a fill when what was taken back is counted against it. */
function netOf(fills: readonly FillRow[]): Fill[] {
  return [...groupBy(fills, ({ fillExecId }) => fillExecId)].flatMap(([execId, changes]) => {
    const quantity = changes.reduce((sum, change) => sum + change.quantity, 0n)
    return quantity === 0n ? [] : [{ execId, quantity, price: changes[0]?.price ?? 0n }]
  })
}

function textOf(fills: readonly { readonly execId: string; readonly quantity: Fixed; readonly price: Fixed }[]): string {
  const texts = fills.map(({ execId, quantity, price }) => `${execId}: ${formatFixedShort(quantity)} at ${formatFixedShort(price)}`)
  return texts.length === 0 ? 'none' : texts.sort().join(', ')
}

interface Question {
  readonly invariant: InvariantName
  readonly table: string
  readonly expected: string
  /** Rows that are wrong, as `tenant_id`, `id` and `found`. */
  readonly wrong: ReturnType<typeof sql>
}

const QUESTIONS: readonly Question[] = [
  {
    invariant: 'I16',
    table: 'cover_fill',
    expected: 'its result on house:cover, and the opposite on house:provider',
    wrong: sql`select f.tenant_id, f.id::text as id, coalesce(string_agg(e.account || ' ' || e.amount, ', '), 'no entries') as found
      from cover_fill f left join ledger_transaction t on t.tenant_id = f.tenant_id and t.id = f.transaction_id and t.kind = 'cover_result'
      left join ledger_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
      where f.transaction_id is not null group by f.tenant_id, f.id, f.result
      having coalesce(sum(e.amount) filter (where e.account = 'house:cover'), 0) <> f.result
        or coalesce(sum(e.amount) filter (where e.account = 'house:provider'), 0) <> -f.result or count(e.id) <> 2`,
  },
  {
    invariant: 'I16',
    table: 'ledger_transaction',
    expected: 'a cover fill',
    wrong: sql`select t.tenant_id, t.id::text as id, 'none' as found from ledger_transaction t
      left join cover_fill f on f.tenant_id = t.tenant_id and f.transaction_id = t.id where t.kind = 'cover_result' and f.id is null`,
  },
  {
    invariant: 'I16',
    table: 'cover_fill',
    expected: 'a position',
    wrong: sql`select f.tenant_id, f.id::text as id, 'none' as found from cover_fill f left join cover_position p
      on p.tenant_id = f.tenant_id and p.provider = f.provider and p.instrument_code = f.instrument_code where p.tenant_id is null`,
  },
  {
    invariant: 'I17',
    table: 'provider_report',
    expected: 'an order at its provider',
    wrong: sql`select r.tenant_id, r.exec_id as id, coalesce('at ' || o.provider, 'no order') as found from provider_report r
      left join provider_order o on o.tenant_id = r.tenant_id and o.id = r.provider_order_id
      where r.tenant_id is not null and (o.id is null or o.provider <> r.provider)`,
  },
  {
    invariant: 'I17',
    table: 'provider_order',
    expected: 'fills that are in the cover book',
    wrong: sql`select o.tenant_id, o.id, o.filled_quantity::text as found from provider_order o left join cover_position p
      on p.tenant_id = o.tenant_id and p.provider = o.provider and p.instrument_code = o.instrument_code
      where o.filled_quantity <> 0 and p.tenant_id is null`,
  },
]

async function checkRows(tx: Tx, findings: Findings): Promise<void> {
  for (const { invariant, table, expected, wrong } of QUESTIONS) {
    const rows = await queryRows<{ tenant_id: string; id: string; found: string }>(tx, wrong)
    for (const { tenant_id: tenantId, id, found } of rows) findings.broken({ invariant, table, tenantId, id, expected, found })
  }
}
