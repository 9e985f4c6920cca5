/**
 * Differences as rows: written when they are first found, seen again while they stand, and never doubled.
 *
 * Invariants: called behind the lock of the company and provider. What was posted for a fill before counts against what it differs by now, so
 * that a correction of a correction is not paid twice.
 */
import { and, eq } from 'drizzle-orm'
import { formatRate, type Rate } from '../../rules/conversion'
import { absolute, formatFixedShort } from '../../rules/decimal'
import { writeAudit } from '../audit-trail/write-audit'
import type { Tx } from '../db/open-database'
import { reconciliationDifference } from '../db/schema'
import type { DifferenceValue } from './value-difference'

export type DifferenceRow = typeof reconciliationDifference.$inferSelect

export interface FoundDifference
  extends Pick<
    DifferenceRow,
    | 'subject'
    | 'figures'
    | 'kind'
    | 'instrumentCode'
    | 'side'
    | 'providerOrderId'
    | 'execId'
    | 'oursQuantity'
    | 'oursPrice'
    | 'oursTime'
    | 'theirsQuantity'
    | 'theirsPrice'
    | 'theirsTime'
    | 'oursAmount'
    | 'theirsAmount'
  > {
  /** Null while a price or rate is not known. */
  readonly value: (DifferenceValue & { readonly rate: Rate }) | null
}

export interface RunKey {
  readonly tenantId: string
  readonly provider: string
  readonly day: string
  readonly now: number
}

export function rowsOf(tx: Tx, { tenantId, provider }: Pick<RunKey, 'tenantId' | 'provider'>): Promise<DifferenceRow[]> {
  return tx
    .select()
    .from(reconciliationDifference)
    .where(and(eq(reconciliationDifference.tenantId, tenantId), eq(reconciliationDifference.provider, provider)))
}

/**
 * @param found all that differs of what was looked at
 * @param known the rows about what was looked at
 */
export async function keepFound(
  tx: Tx,
  key: RunKey,
  { found, known }: { readonly found: readonly FoundDifference[]; readonly known: readonly DifferenceRow[] },
): Promise<void> {
  const nameOf = ({ subject, figures }: Pick<DifferenceRow, 'subject' | 'figures'>) => `${subject}\n${figures}`
  const rows = new Map(known.map((row) => [nameOf(row), row]))
  const standing = new Set(found.map(nameOf))
  for (const row of known) if (row.stands && !standing.has(nameOf(row))) await see(tx, row, { stands: false, seenAt: key.now })
  for (const one of found) {
    const row = rows.get(nameOf(one))
    const value = valuesOf(one, known)
    if (row === undefined) await write(tx, key, { ...one, ...value })
    else await see(tx, row, { stands: true, seenAt: key.now, ...(row.atStake === null && row.status !== 'resolved' ? value : {}) })
  }
}

type Values = Partial<Pick<DifferenceRow, 'markPrice' | 'conversionRate' | 'amount' | 'atStake'>>

function valuesOf({ subject, value }: FoundDifference, known: readonly DifferenceRow[]): Values {
  if (value === null) return {}
  const { markPrice, amount, atStake, rate } = value
  const posted = known.reduce((sum, row) => (row.subject === subject && row.transactionId !== null ? sum + (row.amount ?? 0n) : sum), 0n)
  const left = amount - posted
  return { markPrice, conversionRate: formatRate(rate), amount: left, atStake: atStake > absolute(left) ? atStake : absolute(left) }
}

async function write(
  tx: Tx,
  { tenantId, provider, day, now }: RunKey,
  { value: _value, ...found }: FoundDifference & Values,
): Promise<void> {
  const [row] = await tx
    .insert(reconciliationDifference)
    .values({ ...found, tenantId, provider, day, foundAt: now, seenAt: now })
    .returning()
  if (row === undefined) throw new Error('an insert returns its row')
  const detail = {
    ...{ provider, instrument: row.instrumentCode, kind: row.kind },
    ...(row.amount === null ? {} : { amount: formatFixedShort(row.amount) }),
  }
  await writeAudit(tx, { tenantId, actor: 'engine', action: 'reconciliation.found', object: objectOf(row), detail, now })
}

async function see(tx: Tx, { tenantId, id }: DifferenceRow, change: Values & Pick<DifferenceRow, 'stands' | 'seenAt'>): Promise<void> {
  await tx
    .update(reconciliationDifference)
    .set(change)
    .where(and(eq(reconciliationDifference.tenantId, tenantId), eq(reconciliationDifference.id, id)))
}

/** As the log names it. */
export function objectOf({ id }: Pick<DifferenceRow, 'id'>): string {
  return `reconciliation_difference:${id}`
}
