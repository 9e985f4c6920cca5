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

/** Numbers of the oldest transaction under way and of the next one, as the database counts them. */
export interface Horizon {
  readonly oldest: bigint
  readonly next: bigint
}

export type IdsByKind = Readonly<Record<LookedForKind, string>>

export interface ChainHead {
  readonly ends: Readonly<Record<string, ChainEnd>>
  /** No row with an id up to this one is still to come: it is sealed, or it was rolled back. */
  readonly settled: IdsByKind
  /** By tenant, the last link before anything above `settled` was sealed: what a new process reads the chain from. */
  readonly settledAt: Readonly<Record<string, number>>
  /**
   * The largest id of a sealed audit event. Rows are taken in the order of their ids over all tenants, so what is not larger is sealed
   * as well; only on a server one that was committed late may wait for the next run. Missing in heads written before this was kept.
   */
  readonly newestEvent?: string
}

const KEY = 'audit-chain'
const NO_HEAD: ChainHead = {
  ends: {},
  settled: { ledger_transaction: '0', receipt: '0', audit_event: '0', log_fact: '0' },
  settledAt: {},
}

/** A head that was written before a kind of rows was sealed has settled none of them. */
function parseHead(text: string): ChainHead {
  const head = JSON.parse(text) as ChainHead
  return { ...head, settled: { ...NO_HEAD.settled, ...head.settled } }
}

/** The head, and which transactions are under way. Nothing that begins later can hold an id smaller than those seen from now on. */
export async function readStart(tx: Tx): Promise<{ readonly head: ChainHead; readonly horizon: Horizon }> {
  const [row] = await queryRows<{ head: string | null; oldest: string; next: string }>(
    tx,
    sql`select pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text as next,
          (select m.value::text from market_state m where m.key = ${KEY}) as head
        from pg_current_snapshot() as s`,
  )
  return {
    head: row?.head == null ? NO_HEAD : parseHead(row.head),
    horizon: { oldest: BigInt(row?.oldest ?? 0), next: BigInt(row?.next ?? 0) },
  }
}

/** The head alone, as any transaction may read it. */
export async function readHead(tx: Tx): Promise<ChainHead> {
  const [row] = await queryRows<{ head: string }>(tx, sql`select m.value::text as head from market_state m where m.key = ${KEY}`)
  return row === undefined ? NO_HEAD : parseHead(row.head)
}

export async function writeHead(tx: Tx, head: ChainHead): Promise<void> {
  await tx.execute(sql`insert into market_state (key, value) values (${KEY}, ${JSON.stringify(head)}::text::jsonb)
    on conflict (key) do update set value = excluded.value`)
}
