/**
 * Swap and commission as they were agreed with a provider, in the house's own accounts.
 *
 * Invariants: called behind the lock of the company and provider, in the transaction that keeps the statement; what a day has posted before
 * counts, so reading a statement again posts what has changed and nothing twice.
 */
import { and, eq } from 'drizzle-orm'
import type { Amount } from '../../rules/money'
import type { Tx } from '../db/open-database'
import { providerCharge } from '../db/schema'
import { postHouse } from '../ledger/house-postings'
import type { RunKey } from './difference-rows'
import type { AgreedCharge } from './judge-statement'

type Charged = Pick<AgreedCharge, 'kind' | 'code'>

export async function postAgreed(tx: Tx, { tenantId, provider, day, now }: RunKey, agreed: readonly AgreedCharge[]): Promise<void> {
  const isOfDay = and(eq(providerCharge.tenantId, tenantId), eq(providerCharge.provider, provider), eq(providerCharge.day, day))
  const posted = await tx
    .select({ kind: providerCharge.kind, code: providerCharge.instrumentCode, amount: providerCharge.amount })
    .from(providerCharge)
    .where(isOfDay)
  const due = new Map<string, Charged & { amount: Amount }>()
  const add = ({ kind, code }: Charged, amount: Amount) => {
    const name = `${kind} ${code}`
    due.set(name, { kind, code, amount: (due.get(name)?.amount ?? 0n) + amount })
  }
  for (const one of agreed) add(one, one.amount)
  for (const one of posted) add(one, -one.amount)
  for (const { kind, code, amount } of due.values()) {
    if (amount === 0n) continue
    const movement = { tenantId, kind: 'cover_resolution', to: 'house:cover', from: 'house:provider', amount, now } as const
    const transactionId = await postHouse(tx, movement)
    await tx.insert(providerCharge).values({ tenantId, provider, day, kind, instrumentCode: code, amount, transactionId, postedAt: now })
  }
}
