/**
 * Holds each tick against the alerts that wait, and has those told that it reaches.
 *
 * Invariants: a tick of a closed, stale or disputed market tells nothing, as it sets off no order, and neither does one of a company that
 * has closed; what a tick has reached is told however often the store fails meanwhile, at the price of that tick; what cannot be told of
 * one company keeps no other waiting.
 */
import type { Tenant } from '../../contract/tenant'
import type { Database } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Pricing } from '../market/pricing'
import type { AlertBook } from './alert-book'
import { type ReachedAlert, type TellServices, tellAlerts } from './tell-alerts'
import { untilDone } from './until-done'

export interface TellerOptions extends TellServices {
  readonly database: Database
  readonly pricing: Pricing
  readonly clock: Clock
  readonly logger: Logger
  tenant(id: string): Tenant | undefined
  /** Called after a commit that has left events and mails behind. */
  committed(): void
}

/** Of one company. */
interface Reached {
  readonly alerts: ReachedAlert[]
  work: Promise<void> | null
}

/** One transaction tells so many at most: nobody waits long for a row. */
const TOLD_AT_ONCE = 250

export class AlertTeller {
  private readonly reached = new Map<string, Reached>()
  private turn: Promise<void> = Promise.resolve()

  /** `ending`: nothing is told after it; what was reached and is not told yet stays with the store. */
  constructor(
    private readonly options: TellerOptions,
    private readonly book: AlertBook,
    private readonly ending: AbortSignal,
  ) {}

  /** Returns at once; what is reached is told behind it. */
  onQuote(code: string): void {
    const { pricing } = this.options
    if (this.ending.aborted || !pricing.isOpen(code)) return
    for (const tenantId of this.book.tenantsWith(code)) {
      const tenant = this.findOpenCompany(tenantId)
      // What is not offered is not shown either: its alerts wait until it is.
      if (tenant === undefined || !pricing.termsOf(tenant).has(code)) continue
      const quoted = pricing.triggeringQuote(tenant, code)
      if (!quoted.ok) continue
      const { bid } = quoted.quote
      const taken = this.book.takeReached(tenantId, code, bid)
      if (taken.length === 0) continue
      const reached = this.reachedOf(tenantId)
      for (const alert of taken) reached.alerts.push({ alert, bid })
      reached.work ??= this.tellAll(tenantId, reached)
    }
  }

  /** Resolves when everything that was reached is told. */
  async idle(): Promise<void> {
    const works = () => [...this.reached.values()].flatMap(({ work }) => work ?? [])
    for (let open = works(); open.length > 0; open = works()) await Promise.all(open)
  }

  private async tellAll(tenantId: string, reached: Reached): Promise<void> {
    const { logger } = this.options
    const tries = { logger, signal: this.ending, failure: 'price alerts could not be told yet; it is tried again' }
    while (reached.alerts.length > 0 && !this.ending.aborted) await untilDone(() => this.tellSome(tenantId, reached.alerts), tries)
    reached.work = null
  }

  private async tellSome(tenantId: string, alerts: ReachedAlert[]): Promise<void> {
    const some = alerts.splice(0, TOLD_AT_ONCE)
    let isTold: boolean
    try {
      isTold = await this.inTurn(() => this.tell(tenantId, some))
    } catch (error) {
      // Behind the others of the company: they may be told all the same.
      alerts.push(...some)
      throw error
    }
    for (const { alert } of some) {
      this.book.forget(alert)
      if (!isTold) this.book.apply(alert)
    }
  }

  /** False where the company has closed since: its alerts wait on. */
  private async tell(tenantId: string, reached: readonly ReachedAlert[]): Promise<boolean> {
    const { database, clock, committed } = this.options
    const tenant = this.findOpenCompany(tenantId)
    if (tenant === undefined) return false
    await database.withTenant(tenantId, (tx) => tellAlerts(tx, this.options, { tenant, reached, now: clock.now() }))
    committed()
    return true
  }

  /** One transaction at a time, whosever it is. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work)
    this.turn = mine.then(
      () => {},
      () => {},
    )
    return mine
  }

  private findOpenCompany(id: string): Tenant | undefined {
    const tenant = this.options.tenant(id)
    return tenant?.status === 'closed' ? undefined : tenant
  }

  private reachedOf(tenantId: string): Reached {
    const reached = this.reached.get(tenantId) ?? { alerts: [], work: null }
    this.reached.set(tenantId, reached)
    return reached
  }
}
