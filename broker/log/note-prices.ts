/**
 * Commits to the prices that were traded on, minute by minute: a document of the minute, the same for all companies, and in each
 * company's log a fact that names it; to the orders that were refused (note-refusals.ts), and to the seeds of simulated days (note-seeds.ts).
 *
 * Invariants: a minute is committed once, when all of its seconds are written, with the facts of all companies in the same
 * transaction; what a process that died had written is committed by the next one. A second that nobody has written is named by no
 * document, so whoever holds a receipt of it sees that its price was never promised.
 */
import { sql } from 'drizzle-orm'
import { MINUTE_MS } from '../../rules/durations'
import { loggableError } from '../db/loggable-error'
import { queryRows, type Tx } from '../db/open-database'
import type { TenantDirectory } from '../directory/tenant-directory'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Turn } from '../leases/turn'
import type { Market } from '../market/open-market'
import { readMinuteSeconds } from '../market/price-record-store'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { minuteOfSeconds, pricesFactText } from '../receipts/committed-prices'
import { type CompanyFact, noteFacts } from './note-fact'
import { commitRefusals } from './note-refusals'
import { openSeedFacts } from './note-seeds'

/** Between two looks whether a minute is over. */
const LOOK_MS = 5_000
/** Of what a process left behind, taken in one go. */
const MINUTES_AT_ONCE = 60

interface PriceFactParts {
  /** Of the node that makes the prices: it alone knows when all seconds of a minute are written. */
  readonly turn: Turn
  readonly directory: Pick<TenantDirectory, 'tenants'>
  readonly market: Pick<Market, 'flushPrices' | 'seededMarkets'>
  readonly clock: Clock
  readonly logger: Logger
  /** Facts were committed. */
  noted(): void
}

export interface PriceFacts {
  /** Resolves when every minute that was over at the call is committed, and what is due of seeds. Rejects when the store fails. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function startPriceFacts({ turn, directory, market, clock, logger, noted }: PriceFactParts): PriceFacts {
  const { database } = turn
  let running: Promise<void> | null = null
  let refusalsUntil = 0
  const noteSeeds = openSeedFacts({ database, logger, markets: () => market.seededMarkets(), companies: () => directory.tenants })

  async function commitAll(): Promise<void> {
    if (!turn.isMine()) return
    const now = clock.now()
    if (await noteSeeds(now)) noted()
    await market.flushPrices()
    for (;;) {
      const minutes = await database.system((tx) => uncommitted(tx, now))
      for (const minute of minutes) {
        await database.system((tx) => commitMinute(tx, directory.tenants, minute, clock.now()))
        noted()
      }
      if (minutes.length < MINUTES_AT_ONCE) break
    }
    const refusals = await commitRefusals(database, refusalsUntil, now)
    refusalsUntil = refusals.until
    if (refusals.isNoted) noted()
  }

  const flush = () => {
    running ??= commitAll().finally(() => {
      running = null
    })
    return running
  }
  const complain = (error: unknown) =>
    logger.error({ err: loggableError(error) }, 'prices could not be committed; they are kept and tried again')
  const timer = setInterval(() => void flush().catch(complain), LOOK_MS)
  timer.unref()
  return {
    flush,
    async close() {
      clearInterval(timer)
      await running?.catch(complain)
    },
  }
}

/** Minutes that are over and whose seconds no document names, the oldest first. */
async function uncommitted(tx: Tx, now: number): Promise<number[]> {
  const minuteOfRow = sql`(s.second - s.second % ${sql.raw(String(MINUTE_MS))})`
  const rows = await queryRows<{ minute: string }>(
    tx,
    // What is committed is behind the newest minute; seconds are never written into one of those.
    sql`select distinct ${minuteOfRow}::text as minute, ${minuteOfRow} as place from price_second s
        where s.second < ${String(now - (now % MINUTE_MS))}::text::bigint
          and s.second >= coalesce((select max(minute) from price_minute), 0)
          and not exists (select 1 from price_minute m where m.minute = ${minuteOfRow})
        order by place limit ${sql.raw(String(MINUTES_AT_ONCE))}`,
  )
  return rows.map(({ minute }) => Number(minute))
}

async function commitMinute(tx: Tx, tenants: readonly { readonly id: string }[], minute: number, now: number): Promise<void> {
  const committed = minuteOfSeconds(minute, await readMinuteSeconds(tx, minute))
  const document = canonicalText(committed)
  // Another node that commits the same at once waits here, and then has nothing to do.
  const [written] = await queryRows(
    tx,
    sql`insert into price_minute (minute, document, created_at) values (${minute}::bigint, ${document}, ${now}::bigint)
        on conflict (minute) do nothing returning minute::text`,
  )
  if (written === undefined) return
  const facts = tenants.map(({ id: company }): CompanyFact => {
    const fact = pricesFactText(company, committed, sha256Hex(document))
    return { company, kind: 'prices', hash: Buffer.from(sha256Hex(fact), 'hex'), document: fact, at: now }
  })
  await noteFacts(tx, facts)
}
