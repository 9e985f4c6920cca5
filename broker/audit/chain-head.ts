/**
 * The head of the audit chains, kept in one row beside them: where each tenant's chain ends, and up to which id rows are settled.
 *
 * Invariant: written in the transaction of the links it names. A link that is cut off the end of a chain is missed by the head,
 * which is why the head is kept at all.
 */
import { sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../db/open-database'
import type { ChainEnd } from './chain-link'
import type { LookedForKind } from './sealed-rows'

export type IdsByKind = Readonly<Record<LookedForKind, string>>

export interface ChainHead {
  readonly ends: Readonly<Record<string, ChainEnd>>
  /** No row with an id up to this one is still to come: it is sealed, or it was rolled back. */
  readonly settled: IdsByKind
  /** By tenant, the last link before anything above `settled` was sealed: what a new process reads the chain from. */
  readonly settledAt: Readonly<Record<string, number>>
}

const KEY = 'audit-chain'
export const NO_HEAD: ChainHead = { ends: {}, settled: { ledger_transaction: '0', receipt: '0', audit_event: '0' }, settledAt: {} }

export async function readHead(tx: Tx): Promise<ChainHead> {
  const [row] = await queryRows<{ value: ChainHead | string }>(tx, sql`select value::text as value from market_state where key = ${KEY}`)
  return row === undefined ? NO_HEAD : (JSON.parse(String(row.value)) as ChainHead)
}

export async function writeHead(tx: Tx, head: ChainHead): Promise<void> {
  await tx.execute(sql`insert into market_state (key, value) values (${KEY}, ${JSON.stringify(head)}::text::jsonb)
    on conflict (key) do update set value = excluded.value`)
}
