/**
 * Price alerts put together: loads those that wait, follows the ticks, tells those that are reached, and hands out the calls.
 *
 * Invariants: a tick of a closed, stale or disputed market tells nothing, as it sets off no order; what a tick has reached is told
 * however often the store fails meanwhile, at the price of that tick. Every node watches all alerts, and the store lets one of them tell.
 */
import { and, eq, lt, or } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import type { Bus } from '../bus/bus'
import { deleteInBatches } from '../db/delete-in-batches'
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import { priceAlert } from '../db/schema'
import { ALERT_STATUS } from '../db/statuses'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { PriceSource, Pricing } from '../market/pricing'
import { AlertBook } from './alert-book'
import { alertHandlers } from './alert-handlers'
import { alertMailHandlers } from './alert-link'
import { loadWaiting, readOfTrader } from './alert-rows'
import { type ReachedAlert, type TellServices, tellAlerts } from './tell-alerts'

interface AlertOptions extends TellServices {
  readonly database: Database
  readonly prices: Pick<PriceSource, 'onQuote'>
  readonly pricing: Pricing
  readonly bus: Pick<Bus, 'hear' | 'onGap' | 'tell'>
  readonly clock: Clock
  readonly logger: Logger
  tenant(id: string): Tenant | undefined
  /** Called after a commit that has left events and mails behind. */
  committed(): void
}

export interface Alerts {
  readonly handlers: ReturnType<typeof alertHandlers> & ReturnType<typeof alertMailHandlers>
  /** How many wait. */
  readonly waiting: number
  /** Resolves when everything that the last quotes have reached is told, and what was changed elsewhere is known. */
  idle(): Promise<void>
  /** Stops following ticks; what was reached and is not told yet stays with the store. */
  close(): Promise<void>
}

/** One transaction tells so many at most: nobody waits long for a row. */
const TOLD_AT_ONCE = 250
const AGAIN_MS = 500

export async function openAlerts(options: AlertOptions): Promise<Alerts> {
  const { database, prices, bus, logger } = options
  const book = new AlertBook()
  await loadWaiting(database, book)
  const teller = new AlertTeller(options, book)
  const reads = new Reads(logger)
  const readOwner = (owner: { readonly tenantId: string; readonly traderId: bigint }) =>
    reads.run(async () => {
      for (const alert of await database.withTenant(owner.tenantId, (tx) => readOfTrader(tx, owner))) book.apply(alert)
    })
  const stops = [
    prices.onQuote((code) => teller.onQuote(code)),
    bus.hear('alerts', readOwner, 'others'),
    bus.onGap((gap) => gap === 'missed' && reads.run(() => loadWaiting(database, book))),
  ]
  return {
    handlers: {
      ...alertHandlers({
        pricing: options.pricing,
        kept(alert) {
          book.apply(alert)
          bus.tell('alerts', { tenantId: alert.tenantId, traderId: alert.traderId })
        },
        inDoubt: readOwner,
      }),
      ...alertMailHandlers(options),
    },
    get waiting() {
      return book.size
    },
    async idle() {
      await reads.idle()
      await teller.idle()
    },
    async close() {
      for (const stop of stops) stop()
      await reads.close()
      await teller.close()
    },
  }
}

class AlertTeller {
  private readonly reached: ReachedAlert[] = []
  private work: Promise<void> | null = null
  private isClosed = false

  constructor(
    private readonly options: AlertOptions,
    private readonly book: AlertBook,
  ) {}

  /** Returns at once; what is reached is told behind it. */
  onQuote(code: string): void {
    const { pricing, tenant: tenantOf } = this.options
    if (!pricing.isOpen(code)) return
    for (const tenantId of this.book.tenantsWith(code)) {
      const tenant = tenantOf(tenantId)
      // What is not offered is not shown either: its alerts wait until it is.
      if (tenant === undefined || !pricing.termsOf(tenant).has(code)) continue
      const quoted = pricing.triggeringQuote(tenant, code)
      if (!quoted.ok) continue
      const { bid } = quoted.quote
      for (const alert of this.book.takeReached(tenantId, code, bid)) this.reached.push({ alert, bid })
    }
    if (this.reached.length > 0) this.work ??= this.tellAll()
  }

  async idle(): Promise<void> {
    while (this.work !== null) await this.work
  }

  close(): Promise<void> {
    this.isClosed = true
    return this.work ?? Promise.resolve()
  }

  private async tellAll(): Promise<void> {
    while (this.reached.length > 0 && !this.isClosed) {
      const batch = this.nextBatch()
      try {
        await this.tell(batch)
        this.reached.splice(0, batch.length)
        for (const { alert } of batch) this.book.forget(alert)
      } catch (error) {
        this.options.logger.warn({ err: loggableError(error) }, 'price alerts could not be told yet; it is tried again')
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref())
      }
    }
    this.work = null
  }

  /** The oldest, as far as they are of one company. */
  private nextBatch(): readonly ReachedAlert[] {
    const first = this.reached.slice(0, TOLD_AT_ONCE)
    const end = first.findIndex(({ alert }) => alert.tenantId !== first[0]?.alert.tenantId)
    return end === -1 ? first : first.slice(0, end)
  }

  private async tell(reached: readonly ReachedAlert[]): Promise<void> {
    const { database, clock, tenant: tenantOf, committed } = this.options
    const tenant = tenantOf(reached[0]?.alert.tenantId ?? '')
    if (tenant === undefined) return
    await database.withTenant(tenant.id, (tx) => tellAlerts(tx, this.options, { tenant, reached, now: clock.now() }))
    committed()
  }
}

/** What is read anew, one after the other and until the store answers. */
class Reads {
  private work: Promise<void> = Promise.resolve()
  private isClosed = false

  constructor(private readonly logger: Logger) {}

  run(read: () => Promise<void>): void {
    this.work = this.work.then(async () => {
      while (!this.isClosed) {
        try {
          return await read()
        } catch (error) {
          this.logger.warn({ err: loggableError(error) }, 'price alerts could not be read anew yet; it is tried again')
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref())
        }
      }
    })
  }

  idle(): Promise<void> {
    return this.work
  }

  close(): Promise<void> {
    this.isClosed = true
    return this.work
  }
}

const TOLD_KEPT_MS = 90 * DAY_MS
/** So long one that was deleted can be brought back. */
const DELETED_KEPT_MS = HOUR_MS

/** What has told, and what was deleted. Runs as the owner, over all companies. */
export async function forgetOldAlerts(database: Database, now: number): Promise<void> {
  const { status, changedAt } = priceAlert
  const isOld = (of: number, keptMs: number) => and(eq(status, of), lt(changedAt, now - keptMs))
  await deleteInBatches(database, priceAlert, or(isOld(ALERT_STATUS.told, TOLD_KEPT_MS), isOld(ALERT_STATUS.deleted, DELETED_KEPT_MS)))
}
