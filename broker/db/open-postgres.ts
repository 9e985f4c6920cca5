/**
 * PostgreSQL as the store: one pool of connections.
 *
 * Invariant: a connection that is lost costs the transactions that were open on it, each with an error that says so
 * (`isUnavailable`), and nothing else: the pool opens another one when the server is back.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from '../ground/logger'
import { within } from '../ground/within'
import * as schema from './schema'
import { checkFloor } from './schema-floor'
import { joinFence, type LockHolder, streamOf } from './serving-lock'

interface PostgresOptions {
  readonly url: string
  readonly migrationsFolder: string
  readonly poolSize: number
  /** Whose node the connections belong to: none of them outlives its serving. Null: they belong to no node (an audit, a command). */
  readonly holder: LockHolder | null
  /** False: the tables are taken as they are, whatever a newer version would make of them. */
  readonly migrates: boolean
  readonly logger: Logger
}

interface OpenPostgres {
  readonly db: NodePgDatabase<typeof schema>
  /** At once and for good: what is under way fails, and nothing reaches the server any more. */
  cut(): void
  close(): Promise<void>
}

/** Any number, the same on every node: only one of them migrates at a time. */
const MIGRATION_LOCK = 7_236_114
/** A transaction that finds no connection for this long is refused instead of waiting for ever. */
const CONNECT_WITHIN_MS = 15_000
const CLOSE_WITHIN_MS = 5_000

export async function openPostgres(options: PostgresOptions): Promise<OpenPostgres> {
  if (options.migrates) await migrateStore(options)
  const { holder } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: 'candor',
    statement_timeout: 10_000,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: 0,
    keepAlive: true,
    // What a transaction asks without waiting for the answer before is sent at once.
    pipeline: true,
    options: '-c plan_cache_mode=force_generic_plan',
    ...(holder === null ? {} : { onConnect: (client: pg.ClientBase) => joinFence(client, holder) }),
  })
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('end', () => clients.delete(client))
    prepareRepeated(client)
    // A connection that is lost while a transaction has it tells so here too; the transaction's own query is what fails.
    client.on('error', () => {})
  })
  pool.on('error', (error) => {
    // Whoever is told goodbye may hear that the server ends before it has heard it.
    if (!pool.ending) options.logger.warn({ err: error }, 'a connection to the store was lost')
  })
  return {
    db: drizzle(pool, { schema }),
    cut() {
      void pool.end().catch(() => {})
      for (const client of clients) streamOf(client)?.destroy()
    },
    close: async () => void (await within(CLOSE_WITHIN_MS, pool.ending ? Promise.resolve() : pool.end())),
  }
}

async function migrateStore({ url, migrationsFolder, holder }: PostgresOptions): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    if (holder !== null) await joinFence(client, holder)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await checkFloor(client, migrationsFolder)
    await migrate(drizzle(client, { schema }), { migrationsFolder })
  } finally {
    await client.end()
  }
}

/** How many texts of statements a connection keeps ready. */
const MAX_PREPARED = 400

/**
 * Every repeated statement is prepared: parsed and planned once a connection instead of with each call. A text is prepared when it
 * comes a second time, so that the ones with a varying number of rows do not fill the server's memory.
 */
function prepareRepeated(client: pg.PoolClient): void {
  const names = new Map<string, string | null>()
  let prepared = 0
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known === undefined) {
      if (names.size < MAX_PREPARED) names.set(text, null)
      return undefined
    }
    if (known !== null) return known
    prepared += 1
    const name = `candor_${prepared}`
    names.set(text, name)
    return name
  }
  const query = client.query.bind(client) as (config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>
  const preparing = (wanted: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof wanted === 'string' ? { text: wanted } : wanted
    const given = values ?? config.values
    const name = given === undefined || given.length === 0 ? undefined : nameOf(config.text)
    return query(name === undefined ? config : { ...config, name }, values)
  }
  Object.assign(client, { query: preparing })
}
