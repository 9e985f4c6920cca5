/**
 * How the broker is doing, as plain numbers for whoever watches it. Read when asked; nothing here is kept for longer than ten
 * seconds, and nothing names a trader.
 */
import { sql } from 'drizzle-orm'
import type { ChainSealer } from '../audit/chain-sealer'
import type { Clock } from '../clock'
import { type Database, queryRows, type StoreLoad } from '../db/open-database'
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
  /** Since the audit chains held everything that had been committed. */
  readonly sealAgeMs: number
}

export interface FigureParts {
  readonly database: Database
  readonly market: Pick<Market, 'health' | 'instruments' | 'isOpen' | 'quoteAgeMs'>
  readonly socket: Pick<SocketServer, 'connectionCount'>
  readonly sealer: Pick<ChainSealer, 'ageMs'>
  readonly tally: EventTally
  readonly clock: Clock
}

/** What is asked of the store, however often the figures are read. */
const KEPT_MS = 10_000

export function brokerFigures(parts: FigureParts): () => Promise<BrokerFigures> {
  const { database, market, socket, sealer, tally, clock } = parts
  let kept: { readonly queues: ReturnType<typeof readQueues>; readonly at: number } | undefined
  const queues = () => {
    const at = clock.monotonic()
    if (kept === undefined || at - kept.at >= KEPT_MS) {
      const asked = readQueues(database)
      kept = { queues: asked, at }
      // A failure is told to whoever asked, and the next one asks again.
      asked.catch(() => {
        kept = undefined
      })
    }
    return kept.queues
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
      sealAgeMs: sealer.ageMs(),
      queues: await queues(),
    }
  }
}

function finite(ms: number): number | null {
  return Number.isFinite(ms) ? ms : null
}

/** Told as 0 when they are empty, so that an alarm on them is never without a value. */
const QUEUES = ['email_queued', 'email_dead', 'sms_queued', 'sms_dead', 'outbox'] as const

async function readQueues(database: Database): Promise<BrokerFigures['queues']> {
  const rows = await database.system((tx) =>
    queryRows<{ queue: string; length: string }>(
      tx,
      sql`select channel || '_' || status as queue, count(*)::text as length from message
          where status in ('queued', 'dead') group by channel, status
          union all select 'outbox', count(*)::text from outbox`,
    ),
  )
  const lengths = new Map<string, number>(QUEUES.map((name) => [name, 0]))
  for (const { queue, length } of rows) lengths.set(queue, Number(length))
  return [...lengths].map(([queue, length]) => ({ queue, length }))
}
