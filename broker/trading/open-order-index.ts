/**
 * The open orders of all accounts in memory, kept after every commit: what a tick is held against.
 * It only ever raises suspicion (an order whose price is reached, an account that may be called or stopped out); the decision
 * is made again on the opened books, so a copy that lags can cost a check but never money.
 *
 * Invariants: an older version of an account or order never replaces a newer one; every open order of an account whose market
 * moves is either behind a price that has not been reached or has been handed out.
 */
import type { Rate } from '../../rules/conversion'
import type { Fixed } from '../../rules/decimal'
import type { QuotePrices } from '../../rules/price'
import { ORDER_STATUS } from '../db/statuses'
import type { LockedAccount } from '../ledger/account-books'
import type { RealExposures } from './real-exposure'
import { type AccountRisk, type Exposure, InstrumentBook, RiskBands } from './risk-bands'
import type { TriggerHandle } from './trigger-queue'
import type { AccountKey, BookPrices, WatchedOrder } from './watched-order'

/** An account to be judged, with the instruments it holds. */
interface Suspect extends AccountKey {
  readonly codes: readonly string[]
}

/** Commits of one account report within seconds of one another; in that time fewer orders end than this. */
const REMEMBERED_ENDS = 10_000

interface Watched {
  order: WatchedOrder
  /** As a unit of work left it: what a stop that could not be moved goes back to. */
  kept: WatchedOrder
  handles: TriggerHandle[]
  exposure: Exposure | null
  /** Counted among the orders of real accounts that wait for a price. */
  isRealPending: boolean
}

/** What a tick has reached, each kind by order id. */
interface Reached {
  readonly protection: readonly WatchedOrder[]
  readonly trailing: readonly WatchedOrder[]
  readonly pending: readonly WatchedOrder[]
}
const NOTHING_REACHED: Reached = { protection: [], trailing: [], pending: [] }

export class OpenOrderIndex {
  private readonly accounts = new Map<string, AccountRisk>()
  private readonly instruments = new Map<string, InstrumentBook>()
  private readonly watched = new Map<string, Watched>()
  private readonly tenantsByCode = new Map<string, Set<string>>()
  private readonly accountsByTenant = new Map<string, Set<AccountRisk>>()
  private readonly changesByTenant = new Map<string, number>()
  private readonly bands: RiskBands
  /** The orders that ended last: two commits may report in either order, and an older one must not bring an order back. */
  private readonly gone = new Set<string>()

  constructor(
    prices: BookPrices,
    private readonly exposures?: RealExposures,
  ) {
    this.bands = new RiskBands(prices)
  }

  get openOrders(): number {
    return this.watched.size
  }

  /** Grows with whatever changes of a company's accounts. */
  changes(tenantId: string): number {
    return this.changesByTenant.get(tenantId) ?? 0
  }

  /** What is held and waits in one instrument; undefined where nothing ever did. */
  instrumentBook(tenantId: string, code: string): Pick<InstrumentBook, 'real' | 'realPending'> | undefined {
    return this.instruments.get(instrumentKey(tenantId, code))
  }

  /** Accounts of a company that have traded since the start, demo ones among them. */
  accountsOf(tenantId: string): Iterable<Readonly<AccountRisk>> {
    return this.accountsByTenant.get(tenantId) ?? []
  }

  /** Whether an open order is held against the ticks. */
  watches(order: { readonly tenantId: string; readonly id: bigint }): boolean {
    return this.watched.has(orderKey(order))
  }

  /** Takes over what a unit of work left behind. */
  apply(account: LockedAccount, changed: readonly WatchedOrder[]): void {
    const risk = this.account(account)
    risk.isDemo = account.isDemo
    this.changesByTenant.set(account.tenantId, this.changes(account.tenantId) + 1)
    if (account.version >= risk.version) {
      risk.balance = account.balance
      risk.lockedMargin = account.lockedMargin
      risk.marginCallLevel = account.marginCallLevel
      risk.version = account.version
    }
    for (const order of changed) this.watch(order)
    this.bands.reset(risk)
  }

  /**
   * Takes an account over as the store has it: whatever is known here and is not among its open orders has ended. Left alone
   * when something newer was heard of meanwhile.
   */
  replace(account: LockedAccount, open: readonly WatchedOrder[]): void {
    if (account.version < this.account(account).version) return
    const kept = new Set(open.map(orderKey))
    for (const [key, watched] of this.watched) {
      const { tenantId, traderId } = watched.order
      if (tenantId === account.tenantId && traderId === account.traderId && !kept.has(key)) this.forget(key, watched)
    }
    this.apply(account, open)
  }

  /** The account is gone from the store, with its orders. */
  drop({ tenantId, traderId }: AccountKey): void {
    for (const [key, watched] of this.watched) {
      if (watched.order.tenantId !== tenantId || watched.order.traderId !== traderId) continue
      this.remember(key)
      this.forget(key, watched)
    }
    const name = accountName({ tenantId, traderId })
    const account = this.accounts.get(name)
    if (account !== undefined) this.accountsByTenant.get(tenantId)?.delete(account)
    this.accounts.delete(name)
    this.changesByTenant.set(tenantId, this.changes(tenantId) + 1)
  }

  /** Arms an order again after what it set off could not be carried out. */
  rearm(tenantId: string, orderId: bigint): void {
    const watched = this.watched.get(orderKey({ tenantId, id: orderId }))
    if (watched === undefined) return
    watched.order = watched.kept
    this.arm(watched)
  }

  /** Nothing sets an order off until it is armed again, or changes. */
  disarm(tenantId: string, orderId: bigint): void {
    const watched = this.watched.get(orderKey({ tenantId, id: orderId }))
    for (const handle of watched?.handles.splice(0) ?? []) handle.withdraw()
  }

  /** A trailing stop is about to be moved: ticks until then are held against where it will stand. */
  expectStop(tenantId: string, orderId: bigint, stopLoss: Fixed): void {
    const watched = this.watched.get(orderKey({ tenantId, id: orderId }))
    if (watched === undefined) return
    watched.order = { ...watched.order, stopLoss }
    this.arm(watched)
  }

  /** Watches an account's level again after it was handed out. */
  rearmAccount(key: AccountKey): void {
    const risk = this.accounts.get(accountName(key))
    if (risk !== undefined) this.bands.reset(risk)
  }

  /** Arms everything of these accounts again: this process acts on them from now on, and did not when ticks reached some of it. */
  rearmAccounts(isMeant: (account: AccountKey) => boolean): void {
    for (const watched of this.watched.values()) {
      if (!isMeant(watched.order)) continue
      watched.order = watched.kept
      this.arm(watched)
    }
    for (const risk of this.accounts.values()) if (isMeant(risk)) this.bands.reset(risk)
  }

  /** Accounts with open orders, and the version in which each is known. */
  knownVersions(): Map<string, AccountKey & { readonly version: number }> {
    const known = new Map<string, AccountKey & { readonly version: number }>()
    for (const { order } of this.watched.values()) {
      const name = accountName(order)
      if (known.has(name)) continue
      const { tenantId, traderId } = order
      known.set(name, { tenantId, traderId, version: this.accounts.get(name)?.version ?? -1 })
    }
    return known
  }

  /** Values a tenant's accounts again: the level at which it closes positions may be another one now. */
  rearmTenant(tenantId: string): void {
    for (const risk of this.accounts.values()) if (risk.tenantId === tenantId) this.bands.reset(risk)
  }

  /** Tenants with open orders in an instrument. */
  tenantsWith(code: string): Iterable<string> {
    return this.tenantsByCode.get(code) ?? []
  }

  /** Orders whose price a quote reaches; each is handed out once. */
  takeReached(tenantId: string, code: string, quote: QuotePrices, { leavesPending = false } = {}): Reached {
    const book = this.instruments.get(instrumentKey(tenantId, code))
    if (book === undefined || !book.isReached(quote, leavesPending)) return NOTHING_REACHED
    const { protection, trailing, pending } = book.takeReached(quote, leavesPending)
    return { protection: byId(protection), trailing: byId(trailing), pending: byId(pending) }
  }

  /** Accounts whose margin level may have reached what it is watched for, at the quotes of now; each is handed out once. */
  takeSuspects(tenantId: string, code: string, quote: QuotePrices & { readonly rate: Rate }): Suspect[] {
    const book = this.instruments.get(instrumentKey(tenantId, code))
    if (book === undefined) return []
    return this.bands.takeSuspects(book, quote).map(({ traderId, exposures }) => ({ tenantId, traderId, codes: [...exposures.keys()] }))
  }

  private watch(order: WatchedOrder): void {
    const key = orderKey(order)
    const known = this.watched.get(key)
    if (known !== undefined && order.version < known.order.version) return
    if (order.status === ORDER_STATUS.completed) {
      this.remember(key)
      if (known !== undefined) this.forget(key, known)
      return
    }
    if (known === undefined && this.gone.has(key)) return
    const watched = known ?? this.countIn(order)
    this.setExposure(watched, order.status === ORDER_STATUS.holding ? order : null)
    this.countPending(watched, order.status === ORDER_STATUS.pending && !order.isDemo)
    watched.order = order
    watched.kept = order
    this.watched.set(key, watched)
    this.arm(watched)
  }

  private remember(key: string): void {
    this.gone.add(key)
    if (this.gone.size <= REMEMBERED_ENDS) return
    for (const oldest of this.gone) {
      this.gone.delete(oldest)
      return
    }
  }

  private forget(key: string, watched: Watched): void {
    for (const handle of watched.handles) handle.withdraw()
    this.setExposure(watched, null)
    this.countPending(watched, false)
    this.watched.delete(key)
    const { tenantId, instrumentCode } = watched.order
    const book = this.instrument(tenantId, instrumentCode)
    book.orders -= 1
    if (book.orders === 0) this.tenantsByCode.get(instrumentCode)?.delete(tenantId)
  }

  private setExposure(watched: Watched, holding: WatchedOrder | null): void {
    const { exposure, order: before } = watched
    if (exposure !== null) {
      exposure.change(before, -1n)
      if (!before.isDemo) exposure.book.real.change(before, -1n)
      this.exposures?.change(before, -1n)
      if (exposure.count === 0) exposure.leave()
    }
    watched.exposure = holding === null ? null : this.instrument(holding.tenantId, holding.instrumentCode).exposureOf(this.account(holding))
    if (holding === null || watched.exposure === null) return
    watched.exposure.change(holding, 1n)
    if (!holding.isDemo) watched.exposure.book.real.change(holding, 1n)
    this.exposures?.change(holding, 1n)
  }

  private countPending(watched: Watched, isRealPending: boolean): void {
    if (watched.isRealPending === isRealPending) return
    watched.isRealPending = isRealPending
    const { tenantId, instrumentCode } = watched.order
    this.instrument(tenantId, instrumentCode).realPending += isRealPending ? 1 : -1
  }

  private arm(watched: Watched): void {
    const { order } = watched
    for (const handle of watched.handles) handle.withdraw()
    watched.handles = []
    // What a provider is asked for is set off by nothing else until it has answered.
    if (order.underWay !== null) return
    const book = this.instrument(order.tenantId, order.instrumentCode)
    watched.handles = order.status === ORDER_STATUS.pending ? book.armPending(order) : book.armPosition(order)
  }

  private countIn(order: WatchedOrder): Watched {
    const { instrumentCode, tenantId } = order
    this.instrument(tenantId, instrumentCode).orders += 1
    const tenants = this.tenantsByCode.get(instrumentCode) ?? new Set()
    this.tenantsByCode.set(instrumentCode, tenants.add(tenantId))
    return { order, kept: order, handles: [], exposure: null, isRealPending: false }
  }

  private account({ tenantId, traderId }: AccountKey): AccountRisk {
    const name = accountName({ tenantId, traderId })
    let account = this.accounts.get(name)
    if (account === undefined) {
      account = { tenantId, traderId, balance: 0n, lockedMargin: 0n, marginCallLevel: 0, isDemo: true, version: -1, exposures: new Map() }
      this.accounts.set(name, account)
      const ofTenant = this.accountsByTenant.get(tenantId) ?? new Set()
      this.accountsByTenant.set(tenantId, ofTenant.add(account))
    }
    return account
  }

  private instrument(tenantId: string, code: string): InstrumentBook {
    const key = instrumentKey(tenantId, code)
    let book = this.instruments.get(key)
    if (book === undefined) {
      book = new InstrumentBook(code)
      this.instruments.set(key, book)
    }
    return book
  }
}

function byId(orders: readonly WatchedOrder[]): readonly WatchedOrder[] {
  if (orders.length < 2) return orders
  const unique = new Map(orders.map((order) => [order.id, order]))
  return [...unique.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

function orderKey(order: { readonly tenantId: string; readonly id: bigint }): string {
  return `${order.tenantId}/${order.id}`
}

function instrumentKey(tenantId: string, code: string): string {
  return `${tenantId}/${code}`
}

function accountName({ tenantId, traderId }: AccountKey): string {
  return `${tenantId}/${traderId}`
}
