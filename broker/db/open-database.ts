/**
 * One door to the store, which is PostgreSQL: the one in the data folder (store/built-in-store.ts) or a server of its own.
 * Every piece of work is one transaction that first enters a role: a tenant's (`withTenant`) or the system's.
 *
 * Invariant: no query of ours runs as the owner of the tables, so row-level security always holds.
 */
import path from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransactionConfig } from 'drizzle-orm/pg-core'
import type { Logger } from '../ground/logger'
import { ROOT_FOLDER } from '../ground/root-folder'
import { openPostgres } from './open-postgres'
import { repeatConflicts } from './repeat-conflicts'
import type * as schema from './schema'
import { type LockHolder, NotServing } from './serving-lock'

/** An open transaction. */
export type Tx = PgDatabase<PgQueryResultHKT, typeof schema>

export interface DatabaseOptions {
  readonly databaseUrl: string
  /** Connections. */
  readonly poolSize?: number
  /** The lock under which this process serves the database; left out by whatever only looks or is the only process. */
  readonly holder?: LockHolder
  /** False where another process serves the database: it alone brings the tables up to date. */
  readonly migrates?: boolean
  readonly logger: Logger
}

/** Work that may begin anew is run again when its transaction gave way to another one (repeat-conflicts.ts). */
export interface HowOften {
  readonly mayBeginAnew: boolean
}

export interface Database {
  /** One transaction that sees and writes the rows of one tenant. */
  withTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>, how?: HowOften): Promise<T>
  /** One transaction that may read the session row of one token, whichever tenant it belongs to. */
  withSessionHash<T>(sessionHash: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** One transaction over all tenants: dispatch, clean-up, candles. Never on behalf of a caller. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * As `system`, reading only: every statement sees the rows as they were when it began, whatever is committed meanwhile. With the name
   * of a moment that another connection exported (`pg_export_snapshot`) it sees that one.
   */
  atOneMoment<T>(work: (tx: Tx) => Promise<T>, snapshot?: string): Promise<T>
  /** Resolves when the store answers; rejects when it does not. */
  ping(): Promise<void>
  /** Transactions under way and waiting for a connection, now. */
  load(): StoreLoad
  /** At once and for good, without a goodbye: nothing that is under way reaches the store any more. */
  cut(): void
  close(): Promise<void>
}

export interface StoreLoad {
  readonly connections: number
  /** More than `connections`: the rest waits for one. */
  readonly transactions: number
}

export const MIGRATIONS_FOLDER = path.join(ROOT_FOLDER, 'broker/db/migrations')

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const connections = options.poolSize ?? 10
  const { db, cut, close } = await openPostgres({
    url: options.databaseUrl,
    migrationsFolder: MIGRATIONS_FOLDER,
    poolSize: connections,
    holder: options.holder ?? null,
    migrates: options.migrates ?? true,
    logger: options.logger,
  })
  let isCut = false
  /** Those that wait for a connection: after the cut there is none, and nobody would tell them before their time is over. */
  const waiting = new Set<() => void>()
  return describe(
    async (work, kind) => {
      if (isCut) throw new NotServing()
      return new Promise((resolve, reject) => {
        const giveUp = () => reject(new NotServing())
        waiting.add(giveUp)
        const begin = async (tx: unknown) => {
          waiting.delete(giveUp)
          if (isCut) throw new NotServing()
          return work(tx as Tx)
        }
        db.transaction(begin, kind)
          .then(resolve, reject)
          .finally(() => waiting.delete(giveUp))
      })
    },
    {
      cut() {
        if (isCut) return
        isCut = true
        for (const giveUp of waiting) giveUp()
        cut()
      },
      close,
    },
    connections,
  )
}

const AS_SYSTEM = [`select set_config('role', 'candor_system', true)`, []] as const

const READS_ONE_MOMENT: PgTransactionConfig = { isolationLevel: 'repeatable read', accessMode: 'read only' }

type Transact = <T>(work: (tx: Tx) => Promise<T>, kind?: PgTransactionConfig) => Promise<T>

function describe(run: Transact, ends: Pick<Database, 'cut' | 'close'>, connections: number): Database {
  let transactions = 0
  const transact: Transact = async (work, kind) => {
    transactions += 1
    try {
      return await run(work, kind)
    } finally {
      transactions -= 1
    }
  }
  const entering = <T>(
    [text, values]: readonly [string, readonly string[]],
    work: (tx: Tx) => Promise<T>,
    kind?: PgTransactionConfig,
    snapshot?: string,
  ) =>
    transact(async (tx) => {
      // Before anything is asked, or the transaction has a moment of its own.
      if (snapshot !== undefined) await queryText(tx, `set transaction snapshot '${snapshot.replaceAll("'", '')}'`, [])
      // The work's first query is sent behind the entry without waiting for it: should the entry fail, the transaction is
      // aborted and refuses whatever follows. The work has always ended when this does.
      const entered = queryText(tx, text, values).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      try {
        return await work(tx)
      } finally {
        const failure = await entered
        // biome-ignore lint/correctness/noUnsafeFinally: the entry's own failure says more than the refusals that follow it
        if (failure !== null) throw failure.error
      }
    }, kind)
  return {
    withTenant(tenantId, work, how) {
      const once = () => entering([`select set_config('role', 'candor_app', true), set_config('app.tenant', $1, true)`, [tenantId]], work)
      return how?.mayBeginAnew ? repeatConflicts(once) : once()
    },
    withSessionHash: (hash, work) =>
      entering([`select set_config('role', 'candor_app', true), set_config('app.session_hash', $1, true)`, [hash]], work),
    system: (work) => entering(AS_SYSTEM, work),
    atOneMoment: (work, snapshot) => entering(AS_SYSTEM, work, READS_ONE_MOMENT, snapshot),
    ping: () => entering(AS_SYSTEM, async () => {}),
    load: () => ({ connections, transactions }),
    ...ends,
  }
}

/** Rows of a raw query. */
export async function queryRows<Row extends Record<string, unknown>>(tx: Tx, query: SQL): Promise<Row[]> {
  const { rows } = (await tx.execute(query)) as unknown as { rows: Row[] }
  return rows
}

/** Ids as one parameter, whatever their number. Not cut from a text by a function: the planner would look for them row by row. */
export function idArray(ids: readonly (string | bigint)[]): SQL {
  return sql`${`{${ids.join(',')}}`}::bigint[]`
}

/** Texts as one parameter: words of ours (companies, instruments, periods, nodes, leases), in which nothing has to be escaped. */
export function textArray(words: readonly string[]): SQL {
  return sql`${`{${words.join(',')}}`}::text[]`
}

type Parameter = string | number | boolean | null

interface DriverTransaction {
  query(text: string, values: readonly Parameter[]): Promise<{ rows: Record<string, unknown>[] }>
}

/**
 * Rows of a statement whose text never changes, sent past the query builder: for the few that every order runs through.
 * Big integers come back as text or as numbers: cast them to text in the statement, or read them with `BigInt`.
 */
export async function queryText(tx: Tx, text: string, values: readonly Parameter[]): Promise<Record<string, unknown>[]> {
  const { client } = (tx as unknown as { readonly session: { readonly client: DriverTransaction } }).session
  return (await client.query(text, values)).rows
}
