/**
 * How the broker is doing, as plain numbers for whoever watches it. Read when asked; nothing here is kept for longer than ten
 * seconds, and nothing names a trader.
 */
import { sql } from 'drizzle-orm'
import { type IdsByKind, readHead } from '../audit/chain-head'
import { LOOKED_FOR } from '../audit/sealed-rows'
import type { Clock } from '../clock'
import type { TenantDirectory } from '../companies/tenant-directory'
import { type Database, queryRows, type StoreLoad, type Tx } from '../db/open-database'
import type { Market } from '../market/open-market'
import type { SocketServer } from '../socket'
import type { EventTally, OrderTally } from './event-tally'

export interface BrokerFigures {
  readonly sockets: number
  readonly ticks: { readonly source: string; readonly accepted: number; readonly refused: Readonly<Record<string, number>> }
  /** Of instruments whose market is open; milliseconds since the source last stood by the quote, null before the first. */
  readonly quotes: readonly { readonly code: string; readonly ageMs: number | null }[]
  readonly orders: readonly OrderTally[]
  readonly queues: readonly { readonly queue: string; readonly length: number }[]
  readonly store: StoreLoad
  /** Age of the oldest row that the audit chains do not hold for good; 0 when they hold all. */
  readonly unsealedAgeMs: number
}

export interface FigureParts {
  readonly database: Database
  readonly market: Pick<Market, 'health' | 'instruments' | 'isOpen' | 'quoteAgeMs'>
  readonly socket: Pick<SocketServer, 'connectionCount'>
  readonly directory: Pick<TenantDirectory, 'tenants'>
  readonly tally: EventTally
  readonly clock: Clock
}

/** What is asked of the store, however often the figures are read. */
const KEPT_MS = 10_000

export function brokerFigures(parts: FigureParts): () => Promise<BrokerFigures> {
  const { database, market, socket, directory, tally, clock } = parts
  let kept: { readonly stored: ReturnType<typeof readStored>; readonly at: number } | undefined
  const stored = () => {
    const at = clock.monotonic()
    if (kept === undefined || at - kept.at >= KEPT_MS) {
      const asked = readStored(
        database,
        directory.tenants.map(({ id }) => id),
        clock.now(),
      )
      kept = { stored: asked, at }
      asked.catch(() => (kept = undefined))
    }
    return kept.stored
  }
  return async () => {
    // Before the store is asked: the question itself is a transaction.
    const store = database.load()
    const { source, ticks, refused } = market.health()
    const open = market.instruments().filter(({ code }) => market.isOpen(code))
    return {
      sockets: socket.connectionCount,
      ticks: { source, accepted: ticks, refused },
      quotes: open.map(({ code }) => ({ code, ageMs: finite(market.quoteAgeMs(code)) })),
      orders: tally.read(),
      store,
      ...(await stored()),
    }
  }
}

function finite(ms: number): number | null {
  return Number.isFinite(ms) ? ms : null
}

function readStored(
  database: Database,
  tenantIds: readonly string[],
  now: number,
): Promise<Pick<BrokerFigures, 'queues' | 'unsealedAgeMs'>> {
  return database.system(async (tx) => {
    const queues = await queryRows<{ queue: string; length: string }>(
      tx,
      sql`select channel || '_' || status as queue, count(*)::text as length from message
          where status in ('queued', 'dead') group by channel, status
          union all select 'outbox', count(*)::text from outbox`,
    )
    const oldest = await oldestUnsettled(tx, tenantIds, (await readHead(tx)).settled)
    const lengths = new Map([...QUEUES.map((name) => [name, 0] as const), ...queues.map((row) => [row.queue, Number(row.length)] as const)])
    return {
      queues: [...lengths].map(([queue, length]) => ({ queue, length })),
      unsealedAgeMs: oldest === null ? 0 : Math.max(0, now - oldest),
    }
  })
}

/** Told as 0 when they are empty, so that an alarm on them is never without a value. */
const QUEUES = ['email_queued', 'email_dead', 'sms_queued', 'sms_dead', 'outbox'] as const

/** When the oldest row above those that are settled was written, Unix milliseconds; by the primary keys of each tenant. */
async function oldestUnsettled(tx: Tx, tenantIds: readonly string[], settled: IdsByKind): Promise<number | null> {
  let oldest: number | null = null
  for (const tenantId of tenantIds) {
    for (const kind of LOOKED_FOR) {
      const [row] = await queryRows<{ at: string | null }>(
        tx,
        sql`select created_at::text as at from ${sql.identifier(kind)}
            where tenant_id = ${tenantId} and id > ${settled[kind]}::bigint order by id limit 1`,
      )
      if (row?.at != null) oldest = Math.min(oldest ?? Number(row.at), Number(row.at))
    }
  }
  return oldest
}
