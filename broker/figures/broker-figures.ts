/**
 * How the broker is doing, as plain numbers for whoever watches it. Read when asked; nothing here is kept for longer than ten
 * seconds, and nothing names a trader.
 */

import { sql } from 'drizzle-orm'
import type { ChainSealer } from '../audit/chain-sealer'
import type { Bus, BusHealth } from '../bus/bus'
import { type Database, queryRows, type StoreLoad, type Tx } from '../db/open-database'
import { tradeOrder } from '../db/schema'
import type { Clock } from '../ground/clock'
import { Kept } from '../ground/kept'
import { IS_OPEN } from '../ledger/order-store'
import type { LogHealth } from '../log/witness-health'
import type { Market } from '../market/open-market'
import type { BookHealth } from '../providers/book-health'
import type { SocketServer } from '../socket/serve'
import type { Trading } from '../trading/open-trading'
import type { EventTally, OrderTally } from './event-tally'

export interface BrokerFigures {
  readonly sockets: number
  /** How this node and others hear each other. */
  readonly bus: BusHealth
  readonly ticks: { readonly source: string; readonly accepted: number; readonly refused: Readonly<Record<string, number>> }
  /** Of instruments whose market is open; milliseconds since the source last stood by the quote, null before the first. */
  readonly quotes: readonly { readonly code: string; readonly ageMs: number | null }[]
  readonly orders: readonly OrderTally[]
  readonly queues: readonly { readonly queue: string; readonly length: number }[]
  readonly store: StoreLoad
  /** Since the audit chains held everything that had been committed. */
  readonly sealAgeMs: number
  /** Of providers that copy their reports to us or write statements. */
  readonly books: readonly BookHealth[]
  /** Of companies whose log has witnesses. */
  readonly logs: readonly LogHealth[]
  /** Accounts with an open order in the store that is held against no tick here: nothing would close it. */
  readonly unwatchedAccounts: number
}

interface FigureParts {
  readonly trading: Pick<Trading, 'watches'>
  readonly database: Database
  readonly market: Pick<Market, 'health' | 'instruments' | 'isOpen' | 'quoteAgeMs'>
  readonly socket: Pick<SocketServer, 'connectionCount'>
  readonly sealer: Pick<ChainSealer, 'ageMs'>
  readonly tally: EventTally
  readonly bus: Pick<Bus, 'health'>
  readonly reconciliation: { health(): Promise<readonly BookHealth[]> }
  readonly cosignatures: { health(): readonly LogHealth[] }
  readonly clock: Clock
}

/** What is asked of the store, however often the figures are read. */
const KEPT_MS = 10_000

export function brokerFigures(parts: FigureParts): () => Promise<BrokerFigures> {
  const { database, market, socket, sealer, tally, clock } = parts
  const kept = new Kept<Awaited<ReturnType<typeof readStore>>>(KEPT_MS, () => clock.monotonic())
  return async () => {
    // Before the store is asked: the question itself is a transaction.
    const store = database.load()
    const { source, ticks, refused } = market.health()
    const open = market.instruments().filter(({ code }) => market.isOpen(code))
    return {
      sockets: socket.connectionCount,
      bus: parts.bus.health(),
      ticks: { source, accepted: ticks, refused },
      quotes: open.map(({ code }) => ({ code, ageMs: finite(market.quoteAgeMs(code)) })),
      orders: tally.read(),
      store,
      sealAgeMs: sealer.ageMs(),
      books: await parts.reconciliation.health(),
      logs: parts.cosignatures.health(),
      ...(await kept.get('store', () => readStore(database, parts.trading))),
    }
  }
}

function finite(ms: number): number | null {
  return Number.isFinite(ms) ? ms : null
}

/** Told as 0 when they are empty, so that an alarm on them is never without a value. */
const QUEUES = ['email_queued', 'email_dead', 'sms_queued', 'sms_dead', 'outbox'] as const

async function readStore(
  database: Database,
  trading: FigureParts['trading'],
): Promise<Pick<BrokerFigures, 'queues' | 'unwatchedAccounts'>> {
  return database.system(async (tx) => ({ queues: await readQueues(tx), unwatchedAccounts: await countUnwatched(tx, trading) }))
}

/** An order that was placed while this was read may be counted once: the alarm waits for longer than that. */
async function countUnwatched(tx: Tx, trading: FigureParts['trading']): Promise<number> {
  const open = await tx
    .select({ tenantId: tradeOrder.tenantId, traderId: tradeOrder.traderId, id: tradeOrder.id })
    .from(tradeOrder)
    .where(IS_OPEN)
  return new Set(open.filter((order) => !trading.watches(order)).map(({ tenantId, traderId }) => `${tenantId}/${traderId}`)).size
}

async function readQueues(tx: Tx): Promise<BrokerFigures['queues']> {
  const rows = await queryRows<{ queue: string; length: string }>(
    tx,
    sql`select channel || '_' || status as queue, count(*)::text as length from message
          where status in ('queued', 'dead') group by channel, status
          union all select 'outbox', count(*)::text from outbox`,
  )
  const lengths = new Map<string, number>(QUEUES.map((name) => [name, 0]))
  for (const { queue, length } of rows) lengths.set(queue, Number(length))
  return [...lengths].map(([queue, length]) => ({ queue, length }))
}
