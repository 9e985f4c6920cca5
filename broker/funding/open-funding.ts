/**
 * Overnight funding as it happens: at every rollover each company's positions are charged, one unit of work an account; what was missed
 * while no server ran is made up at the start, before anything trades (docs/decisions/063-overnight-funding.md).
 *
 * Invariants: rollovers of a company are charged in their order, each once: one is marked as done when all of its accounts are, and
 * a position that was charged before an interruption is not charged again. A company without funding has no rows.
 */
import { and, eq, max, sql } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { MINUTE_MS, SECOND_MS } from '../../rules/durations'
import { lastRollover, nextRollover, rolloversBetween } from '../../rules/rollover'
import { loggableError } from '../db/loggable-error'
import type { Database, Tx } from '../db/open-database'
import { fundingCharge, fundingRollover, tradeOrder } from '../db/schema'
import { literal, ORDER_STATUS } from '../db/statuses'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Turn } from '../leases/turn'
import type { BooksStore } from '../ledger/account-books'
import { IS_OPEN } from '../ledger/order-store'
import { sqlBooksStore } from '../ledger/sql-books'
import { ENGINE } from '../ledger/trade-unit'
import { chargesFunding } from '../market/funding-terms'
import type { Market } from '../market/open-market'
import { Pricing } from '../market/pricing'
import type { ReceiptSigner } from '../receipts/receipt-signer'
import { chargePositions, type Rollover } from './charge-positions'
import { readRolloverPrices } from './rollover-prices'

interface FundingParts {
  /** Nights are charged by one node at a time. */
  readonly turn: Turn
  readonly market: Market
  readonly signer: ReceiptSigner
  readonly clock: Clock
  readonly logger: Logger
  /** Those that are served now. */
  readonly tenants: () => readonly Tenant[]
}

export interface Funding {
  /** Charges every rollover that is due on these books. Rejects when one could not be charged: the next call goes on there. */
  chargeDue(books: BooksStore): Promise<void>
  /** Charges each rollover as it comes; gives the way to stop it, which resolves when what is under way has ended. */
  follow(books: BooksStore): () => Promise<void>
}

const AGAIN_MS = MINUTE_MS

/** Resolves when what was missed while no server ran is charged: nothing may trade before. */
export async function openFunding(parts: FundingParts): Promise<Funding> {
  const { database } = parts.turn
  const pricing = new Pricing(parts.market)
  /** Companies whose first mark is known to be there. */
  const marked = new Set<string>()
  const isNew = (tenant: Tenant) => chargesFunding(tenant) && !marked.has(tenant.id)

  async function chargeDue(books: BooksStore): Promise<void> {
    if (!parts.turn.isMine()) return
    const now = parts.clock.now()
    const marks = await readMarks(database)
    for (const tenant of parts.tenants()) {
      const mark = marks.get(tenant.id)
      // What was held before there was any funding is charged from the next rollover on.
      if (mark === undefined && chargesFunding(tenant)) await markDone(database, tenant.id, lastRollover(now))
      if (mark !== undefined) for (const at of rolloversBetween(mark, now)) await chargeRollover(tenant, at, books)
      if (chargesFunding(tenant)) marked.add(tenant.id)
    }
  }

  async function chargeRollover(tenant: Tenant, at: number, books: BooksStore): Promise<void> {
    const held = chargesFunding(tenant) && tenant.trading.mode !== 'cancel-only' ? await readHeld(database, tenant.id, at) : null
    if (held !== null && held.traders.length > 0) {
      const instruments = held.codes.flatMap((code) => parts.market.instrument(code) ?? [])
      const prices = await readRolloverPrices(at, instruments, (code, before) => parts.market.minuteBefore(code, before))
      for (const traderId of held.traders) await chargeAccount(tenant, traderId, { at, prices, charged: held.charged }, books)
      parts.logger.info({ tenant: tenant.id, rollover: new Date(at).toISOString(), accounts: held.traders.length }, 'funding was charged')
    }
    await markDone(database, tenant.id, at)
  }

  async function chargeAccount(tenant: Tenant, traderId: bigint, rollover: Rollover, store: BooksStore): Promise<void> {
    const services = { pricing, signer: parts.signer }
    const result = await store.withBooks(tenant.id, traderId, (books) =>
      chargePositions({ services, tenant, books, actor: ENGINE }, rollover),
    )
    if (result?.outcome.ok === false)
      parts.logger.error({ tenant: tenant.id, trader: String(traderId), reason: result.outcome.error }, 'an account could not be charged')
  }

  await chargeDue(sqlBooksStore(database, () => parts.clock.now())).catch((error: unknown) =>
    parts.logger.error({ err: loggableError(error) }, 'missed funding could not be charged; it is tried again'),
  )
  return {
    chargeDue,
    follow(books) {
      let running: Promise<void> = Promise.resolve()
      let isRunning = false
      let next = nextRollover(lastRollover(parts.clock.now()))
      const look = () => {
        // Whoever gets the turn looks at once what the node before has left.
        if (!parts.turn.isMine()) next = 0
        const now = parts.clock.now()
        if (isRunning || !parts.turn.isMine() || (now < next && !parts.tenants().some(isNew))) return
        isRunning = true
        running = chargeDue(books)
          .then(() => {
            next = nextRollover(lastRollover(now))
          })
          .catch((error: unknown) => {
            next = now + AGAIN_MS
            parts.logger.error({ err: loggableError(error) }, 'funding could not be charged; it is tried again')
          })
          .finally(() => {
            isRunning = false
          })
      }
      const timer = setInterval(look, SECOND_MS)
      timer.unref()
      return () => {
        clearInterval(timer)
        return running
      }
    },
  }
}

/** By company: the last rollover that it is done with. */
async function readMarks(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.system((tx) =>
    tx
      .select({ tenantId: fundingRollover.tenantId, at: max(fundingRollover.rolloverAt) })
      .from(fundingRollover)
      .groupBy(fundingRollover.tenantId),
  )
  return new Map(rows.flatMap(({ tenantId, at }) => (at === null ? [] : [[tenantId, at] as const])))
}

async function markDone(database: Database, tenantId: string, rolloverAt: number): Promise<void> {
  await database.withTenant(tenantId, (tx) => tx.insert(fundingRollover).values({ tenantId, rolloverAt }).onConflictDoNothing())
}

/** Whose positions were open at a rollover and still are, in which instruments, and which of them were charged for it already. */
async function readHeld(database: Database, tenantId: string, at: number) {
  return database.withTenant(tenantId, async (tx: Tx) => {
    const isHeld = and(
      eq(tradeOrder.tenantId, tenantId),
      IS_OPEN,
      sql`${tradeOrder.status} = ${literal(ORDER_STATUS.holding)} and ${tradeOrder.openedAt} <= ${at}`,
    )
    const rows = await tx
      .selectDistinct({ traderId: tradeOrder.traderId, code: tradeOrder.instrumentCode })
      .from(tradeOrder)
      .where(isHeld)
      .orderBy(tradeOrder.traderId)
    const charged = await tx
      .select({ id: fundingCharge.orderId })
      .from(fundingCharge)
      .where(and(eq(fundingCharge.tenantId, tenantId), eq(fundingCharge.rolloverAt, at)))
    return {
      traders: [...new Set(rows.map(({ traderId }) => traderId))],
      codes: [...new Set(rows.map(({ code }) => code))],
      charged: new Set(charged.map(({ id }) => id)),
    }
  })
}
