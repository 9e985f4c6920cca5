/**
 * Price alerts put together: loads those that wait, follows the ticks, tells those that are reached, and hands out the calls.
 *
 * Invariants: every node watches all alerts, and the store lets one of them tell; what is changed elsewhere is known here, also while
 * this node starts.
 */
import { and, eq, lt, or } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import type { Bus } from '../bus/bus'
import { deleteInBatches } from '../db/delete-in-batches'
import type { Database } from '../db/open-database'
import { priceAlert } from '../db/schema'
import { ALERT_STATUS } from '../db/statuses'
import type { Logger } from '../ground/logger'
import type { PriceSource } from '../market/pricing'
import { AlertBook } from './alert-book'
import { alertHandlers } from './alert-handlers'
import { alertMailHandlers } from './alert-link'
import { type AlertRow, loadWaiting, readOfTrader } from './alert-rows'
import { AlertTeller, type TellerOptions } from './alert-teller'
import { untilDone } from './until-done'

interface AlertOptions extends TellerOptions {
  readonly prices: Pick<PriceSource, 'onQuote'>
  readonly bus: Pick<Bus, 'hear' | 'onGap' | 'tell'>
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

type Owner = Pick<AlertRow, 'tenantId' | 'traderId'>

/** Resolves when everything that waits is known. */
export async function openAlerts(options: AlertOptions): Promise<Alerts> {
  const { database, prices, bus, logger } = options
  const book = new AlertBook()
  const ending = new AbortController()
  const teller = new AlertTeller(options, book, ending.signal)
  const reads = new Reads(logger, ending.signal)
  const readAll = () => reads.run(() => loadWaiting(database, book))
  const readOwner = (owner: Owner) =>
    reads.run(async () => {
      for (const alert of await database.withTenant(owner.tenantId, (tx) => readOfTrader(tx, owner))) book.apply(alert)
    })
  const tellOthers = ({ tenantId, traderId }: Owner) => bus.tell('alerts', { tenantId, traderId })
  // Before the first read: what is made elsewhere while it lasts is read after it.
  const stops = [bus.hear('alerts', readOwner, 'others'), bus.onGap((gap) => gap === 'missed' && readAll())]
  readAll()
  await reads.idle()
  stops.push(prices.onQuote((code) => teller.onQuote(code)))
  return {
    handlers: {
      ...alertHandlers({
        pricing: options.pricing,
        kept(alert) {
          book.apply(alert)
          tellOthers(alert)
        },
        inDoubt(owner) {
          readOwner(owner)
          tellOthers(owner)
        },
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
      ending.abort()
      await reads.idle()
      await teller.idle()
    },
  }
}

/** What is read anew, one after the other and until the store answers. */
class Reads {
  private work: Promise<void> = Promise.resolve()

  constructor(
    private readonly logger: Logger,
    private readonly signal: AbortSignal,
  ) {}

  run(read: () => Promise<void>): void {
    const tries = { logger: this.logger, signal: this.signal, failure: 'price alerts could not be read anew yet; it is tried again' }
    this.work = this.work.then(() => untilDone(read, tries))
  }

  idle(): Promise<void> {
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
