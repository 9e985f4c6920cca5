/** Signed statements as they are kept: written once, never changed. */
import { and, eq } from 'drizzle-orm'
import type { SignedStatement, StatementBody } from '../../contract/statements'
import type { Tx } from '../db/open-database'
import { traderStatement } from '../db/schema'
import type { SignedReceipt } from '../receipts/receipt-signer'
import type { Owner, Place } from './read-rows'

export interface KeptStatement {
  readonly signed: SignedStatement
  readonly parts: readonly Place[]
}

const ofOwner = ({ tenantId, traderId }: Owner) =>
  and(eq(traderStatement.tenantId, tenantId), eq(traderStatement.traderId, BigInt(traderId)))

export async function signedPeriods(tx: Tx, owner: Owner): Promise<ReadonlySet<string>> {
  const rows = await tx.select({ period: traderStatement.period }).from(traderStatement).where(ofOwner(owner))
  return new Set(rows.map(({ period }) => period))
}

export async function findStatement(tx: Tx, owner: Owner, period: string): Promise<KeptStatement | null> {
  const [row] = await tx
    .select()
    .from(traderStatement)
    .where(and(ofOwner(owner), eq(traderStatement.period, period)))
  if (row === undefined) return null
  const { body, hash, keyId, signature, parts } = row
  return {
    signed: { body: JSON.parse(body) as StatementBody, hash, key_id: keyId, signature },
    parts: (parts as { from: string; rows: number; balance: string }[]).map((part) => ({ ...part, balance: BigInt(part.balance) })),
  }
}

/** False where another one was first: that one stands. */
export async function keepStatement(
  tx: Tx,
  { tenantId, traderId }: Owner,
  period: string,
  { body, hash, keyId, signature }: SignedReceipt,
  { parts, now }: { readonly parts: readonly Place[]; readonly now: number },
): Promise<boolean> {
  const rows = await tx
    .insert(traderStatement)
    .values({
      ...{ tenantId, traderId: BigInt(traderId), period, body, hash, keyId, signature, createdAt: now },
      parts: parts.map((part) => ({ ...part, balance: part.balance.toString() })),
    })
    .onConflictDoNothing()
    .returning({ period: traderStatement.period })
  return rows.length === 1
}
