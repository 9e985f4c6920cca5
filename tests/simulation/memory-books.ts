/**
 * Books kept in memory, with the guards of the database and its ways to fail. A process reaches them by a connection; a crash
 * cuts the connection, and what the process was waiting for is never answered.
 *
 * Invariants: opening, deciding and keeping a unit of work are one step, as under the account's lock; a unit that breaks a
 * guard leaves nothing behind; rows are frozen, the ledger and the receipts only grow.
 */
import { createHash, type Hash } from 'node:crypto'
import type { Outcome } from '../../broker/calls/handler'
import type { Database, Tx } from '../../broker/db/open-database'
import { ORDER_STATUS } from '../../broker/db/statuses'
import type { AccountBooks, BooksStore, ChargeRecord, LockedAccount, ReceiptRecord, UnitResult } from '../../broker/ledger/account-books'
import type { OrderRow } from '../../broker/ledger/order-store'
import { type IdSource, type OpenedBooks, RecordedBooks, type RecordedTransaction } from '../../broker/ledger/recorded-books'
import type { RouteKeeper } from '../../broker/ledger/sql-books'
import type { SentRows } from '../../broker/trading/sent-orders'
import { MemoryTx, ProviderTables } from './provider-tables'
import type { Steps } from './steps'

export interface KeptTransaction extends Omit<RecordedTransaction, 'kind'> {
  readonly tenantId: string
  readonly traderId: bigint
  readonly isDemo: boolean
  readonly kind: RecordedTransaction['kind'] | 'deposit'
}

interface KeptReceipt extends ReceiptRecord {
  readonly tenantId: string
  readonly traderId: bigint
}

/** What happens to a unit of work besides being carried out. */
export type UnitFate = 'kept' | 'run-twice' | 'unreachable' | 'refused-by-store' | 'crash-before-commit' | 'crash-after-commit'

export interface KeptUnit {
  readonly opened: OpenedBooks
  readonly books: RecordedBooks
  /** The idempotency key of a trader's call; undefined for the engine. */
  readonly key: string | undefined
}

interface MemoryBooksHooks {
  fate(): UnitFate
  /** The process that asked is gone. */
  crashed(): void
  /** A unit stands in the books. */
  kept(unit: KeptUnit): void
  /** What a planted bug makes of the books before they are handed out. */
  sabotage?: ((books: RecordedBooks) => AccountBooks) | undefined
}

export class StoreRefusedError extends Error {
  override name = 'StoreRefusedError'
}

export interface Connection extends BooksStore {
  withBooks<T>(tenantId: string, traderId: bigint, work: Work<T>, key?: string): Promise<UnitResult<T> | undefined>
  /** Transactions over what is kept of providers, and over books besides. */
  readonly database: Database
  readonly sentRows: SentRows
  /** From now on what a unit of work asks of a provider is written with it, and sent once it is kept. */
  ask(keeper: RouteKeeper): void
  cut(): void
}
type Work<T> = (books: AccountBooks) => Outcome<T>

/** A new one each time: whoever waits for it can be forgotten with it. */
const never = () => new Promise<never>(() => {})

export class MemoryBooks {
  readonly accounts = new Map<string, LockedAccount>()
  readonly orders = new Map<string, OrderRow>()
  /** Pending and holding orders of an account by id. */
  readonly open = new Map<string, Map<bigint, OrderRow>>()
  readonly ledger: KeptTransaction[] = []
  readonly receipts: KeptReceipt[] = []
  /** Kept units by idempotency key. */
  readonly keys = new Map<string, number>()
  /** Switched off to plant a bug. */
  readonly guards = { versions: true, keys: true }
  openOrders = 0
  readonly tables = new ProviderTables()
  /** The end of the transaction that is under way: what locks the rows of one is not seen by another. */
  private busy: Promise<unknown> = Promise.resolve()
  /** By order and rollover: what was charged. */
  readonly charges = new Map<string, ChargeRecord & { readonly tenantId: string }>()
  private readonly ledgerKinds = new Set<string>()
  private readonly chains = new Set<string>()
  private readonly ledgerHash: Hash = createHash('sha256')
  private nextId = 1n
  private readonly ids: IdSource = {
    nextOrderId: () => this.nextId++,
    nextTransactionId: () => this.nextId++,
    nextEntryId: () => this.nextId++,
  }

  constructor(
    private readonly now: () => number,
    private readonly steps: Pick<Steps, 'wait'>,
    private readonly hooks: MemoryBooksHooks,
  ) {}

  connect(): Connection {
    let isCut = false
    let keeper: RouteKeeper | undefined
    const answered = async <T>(work: () => Promise<T>): Promise<T> => {
      // The lock is waited for.
      if (!isCut) await this.steps.wait()
      if (isCut) return never()
      const result = await this.alone(work)
      // The answer is under way.
      if (!isCut) await this.steps.wait()
      if (isCut) return never()
      return result
    }
    const database = {
      withTenant: (_tenantId: string, work: (tx: Tx) => Promise<unknown>) => answered(() => this.transact(work)),
      system: async (work: (tx: Tx) => Promise<unknown>) => {
        if (isCut) return never()
        const result = await this.alone(() => work(new MemoryTx() as unknown as Tx))
        return isCut ? never() : result
      },
    }
    return {
      database: database as unknown as Database,
      sentRows: {
        ...this.tables.routeRows,
        findOrder: async (_tx, tenantId, _traderId, id) => this.orders.get(orderKey({ tenantId, id: BigInt(id) })) ?? null,
        runOnBooks: async (tx, tenantId, traderId, _now, work, keepRoutes) => {
          const account = this.accounts.get(accountKey({ tenantId, traderId }))
          if (account === undefined) return undefined
          const opened: OpenedBooks = { account, orders: this.openOrdersOf(account), now: this.now() }
          const books = new RecordedBooks(opened, this.ids)
          const outcome = work(this.handOut(books))
          const nothing = { outcome, kept: null, written: Promise.resolve() }
          if (!outcome.ok || !books.hasChanges) return nothing
          const own = tx as unknown as MemoryTx
          own.units.push({ opened, books, key: undefined })
          for (const { routeId, end } of books.endedRoutes) this.tables.endRoute(own, routeId, end, books.now)
          const written =
            books.routes.length === 0 ? Promise.resolve() : (keepRoutes?.(tx, books) ?? Promise.reject(new Error('asked of nobody')))
          return { outcome, kept: { account: books.account, changed: books.changed }, written }
        },
      },
      ask: (one) => {
        keeper = one
      },
      cut: () => {
        isCut = true
      },
      withBooks: async (tenantId, traderId, work, key) => {
        let ids: readonly string[] = []
        const result = await answered(async () => {
          const account = this.accounts.get(accountKey({ tenantId, traderId }))
          if (account === undefined) return undefined
          return this.run(account, work, key, async (tx, books) => {
            ids = (await keeper?.keep(tx as unknown as Tx, books)) ?? []
          })
        })
        keeper?.send(ids)
        return result
      },
    }
  }

  /** One transaction after the other. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.busy.then(work)
    this.busy = done.catch(() => {})
    return done
  }

  /** Keeps all of it, or nothing. */
  private async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx = new MemoryTx()
    try {
      const fate = this.hooks.fate()
      if (fate === 'unreachable') throw new StoreRefusedError('the store could not be reached')
      const result = await work(tx as unknown as Tx)
      if (fate === 'refused-by-store') throw new StoreRefusedError('the store could not be used')
      if (fate === 'crash-before-commit') {
        tx.takeBack()
        this.hooks.crashed()
        return result
      }
      for (const unit of tx.units) this.keep(unit)
      if (fate === 'crash-after-commit') this.hooks.crashed()
      return result
    } catch (error) {
      tx.takeBack()
      throw error
    }
  }

  /** Opens an account, or pays into one that is there. */
  fund(holder: Pick<LockedAccount, 'tenantId' | 'traderId' | 'isDemo'>, amount: bigint): LockedAccount {
    const { tenantId, traderId, isDemo } = holder
    const before = this.accounts.get(accountKey(holder)) ?? { ...EMPTY_ACCOUNT, tenantId, traderId, isDemo }
    const account = Object.freeze({ ...before, balance: before.balance + amount, version: before.version + 1 })
    const entries = [
      { id: this.ids.nextEntryId(), account: 'trader:available', isTraders: true, amount },
      { id: this.ids.nextEntryId(), account: isDemo ? 'house:demo-funding' : 'house:bank', isTraders: false, amount: -amount },
    ]
    const kind = isDemo ? 'demo_grant' : 'deposit'
    this.append({ id: this.ids.nextTransactionId(), tenantId, traderId, isDemo, kind, orderId: null, entries })
    this.accounts.set(accountKey(holder), account)
    if (!this.open.has(accountKey(holder))) this.open.set(accountKey(holder), new Map())
    return account
  }

  openOrdersOf(holder: { readonly tenantId: string; readonly traderId: bigint }): OrderRow[] {
    return [...(this.open.get(accountKey(holder))?.values() ?? [])]
  }

  /** SHA-256 over every ledger transaction in the order in which they came. */
  ledgerDigest(): string {
    return this.ledgerHash.copy().digest('hex')
  }

  private async run<T>(
    account: LockedAccount,
    work: Work<T>,
    key: string | undefined,
    keepRoutes: (tx: MemoryTx, books: RecordedBooks) => Promise<void>,
  ): Promise<UnitResult<T>> {
    if (key !== undefined && this.guards.keys && this.keys.has(key)) return { outcome: { ok: true, data: undefined as T }, kept: null }
    const opened: OpenedBooks = { account, orders: this.openOrdersOf(account), now: this.now() }
    const fate = this.hooks.fate()
    if (fate === 'unreachable') throw new StoreRefusedError('the store could not be reached')
    // As a store does that finds out too late that it has taken too few ids.
    if (fate === 'run-twice') work(this.handOut(new RecordedBooks(opened, this.ids)))
    const books = new RecordedBooks(opened, this.ids)
    const outcome = work(this.handOut(books))
    if (fate === 'crash-before-commit') {
      this.hooks.crashed()
      return { outcome, kept: null }
    }
    if (!outcome.ok || !books.hasChanges) return { outcome, kept: null }
    if (fate === 'refused-by-store') throw new StoreRefusedError('the store could not be used')
    const tx = new MemoryTx()
    try {
      if (books.routes.length > 0) await keepRoutes(tx, books)
      this.keep({ opened, books, key })
    } catch (error) {
      tx.takeBack()
      throw error
    }
    if (fate === 'crash-after-commit') this.hooks.crashed()
    return { outcome, kept: { account: books.account, changed: books.changed } }
  }

  private handOut(books: RecordedBooks): AccountBooks {
    return this.hooks.sabotage?.(books) ?? books
  }

  private keep(unit: KeptUnit): void {
    const { opened, books, key } = unit
    this.guard(unit)
    const name = accountKey(books.account)
    const { tenantId, traderId, isDemo } = books.account
    for (const { id, kind, orderId, entries } of books.transactions) {
      this.append({ id, kind, orderId, entries, tenantId, traderId, isDemo })
      if (orderId !== null && !REPEATED.has(kind)) this.ledgerKinds.add(`${tenantId}/${orderId}/${kind}`)
    }
    const open = this.open.get(name)!
    for (const order of books.changed) {
      this.orders.set(orderKey(order), Object.freeze(order))
      if (order.status === ORDER_STATUS.completed) open.delete(order.id)
      else open.set(order.id, order)
    }
    this.openOrders += open.size - opened.orders.length
    for (const charge of books.charges) this.charges.set(`${tenantId}/${charge.orderId}/${charge.rolloverAt}`, { ...charge, tenantId })
    for (const receipt of books.receipts) {
      this.receipts.push(Object.freeze({ ...receipt, tenantId, traderId }))
      this.chains.add(`${name}/${receipt.previousHash}`)
    }
    this.accounts.set(name, Object.freeze(books.account))
    if (key !== undefined) this.keys.set(key, (this.keys.get(key) ?? 0) + 1)
    this.hooks.kept(unit)
  }

  /** What the database refuses. */
  private guard({ opened, books }: KeptUnit): void {
    const refuse = (holds: boolean, guard: string) => {
      if (!holds) throw new GuardError(guard)
    }
    const name = accountKey(books.account)
    refuse(!this.guards.versions || this.accounts.get(name)?.version === opened.account.version, 'an account is written as it was opened')
    for (const order of books.updated.values()) {
      const before = this.orders.get(orderKey(order))
      const opening = books.before(order.id)
      refuse(before !== undefined, 'only an order that is there is changed')
      const isAsOpened = before?.version === opening.version && before.status === opening.status
      refuse(!this.guards.versions || isAsOpened, 'an order is written as it was opened')
      refuse(order.version > opening.version, 'a change makes an order newer')
      refuse(isLegalMove(opening.status, order.status), `status ${opening.status} becomes ${order.status}`)
    }
    for (const order of books.changed) refuse(isLegalRow(order), 'legal_status')
    for (const order of books.inserted.values()) refuse(!this.orders.has(orderKey(order)), 'an order id is new')
    for (const { kind, orderId, entries } of books.transactions) {
      refuse(entries.reduce((sum, { amount }) => sum + amount, 0n) === 0n, 'entries sum to 0')
      const isNew = orderId === null || REPEATED.has(kind) || !this.ledgerKinds.has(`${books.account.tenantId}/${orderId}/${kind}`)
      refuse(!this.guards.versions || isNew, 'ledger_transaction_order_kind')
    }
    const kinds = books.transactions
      .filter(({ orderId, kind }) => orderId !== null && !REPEATED.has(kind))
      .map(({ orderId, kind }) => `${orderId}/${kind}`)
    refuse(new Set(kinds).size === kinds.length, 'ledger_transaction_order_kind')
    for (const { orderId, rolloverAt } of books.charges)
      refuse(!this.guards.versions || !this.charges.has(`${books.account.tenantId}/${orderId}/${rolloverAt}`), 'funding_charge')
    for (const { previousHash } of books.receipts) {
      refuse(!this.guards.versions || !this.chains.has(`${name}/${previousHash}`), 'receipt_chain')
    }
    const { lockedMargin, lockedWithdrawal, openOrders } = books.account
    refuse(lockedMargin >= 0n && lockedWithdrawal >= 0n && openOrders >= 0, 'locks_not_negative')
  }

  private append(transaction: KeptTransaction): void {
    this.ledger.push(deepFrozen(transaction))
    this.ledgerHash.update(ledgerLine(transaction))
  }
}

class GuardError extends Error {
  override name = 'GuardError'
}

/** Of one order there may be several: a night's funding, what was reserved each time that a provider was asked. */
const REPEATED: ReadonlySet<string> = new Set(['funding', 'order_reserve', 'order_release'])

const EMPTY_ACCOUNT = {
  balance: 0n,
  lockedMargin: 0n,
  lockedWithdrawal: 0n,
  openOrders: 0,
  marginCallLevel: 0,
  receiptHash: null,
  version: 0,
} as const

export function ledgerLine({ tenantId, traderId, id, kind, orderId, isDemo, entries }: KeptTransaction): string {
  const posted = entries.map((entry) => `${entry.id}:${entry.account}:${entry.amount}`).join(',')
  return `${tenantId} ${traderId} ${id} ${kind} ${orderId ?? '-'} ${isDemo} ${posted}\n`
}

export function accountKey({ tenantId, traderId }: { readonly tenantId: string; readonly traderId: bigint }): string {
  return `${tenantId}/${traderId}`
}

export function orderKey({ tenantId, id }: { readonly tenantId: string; readonly id: bigint }): string {
  return `${tenantId}/${id}`
}

/** An order goes from pending to holding to completed, leaves out holding when it is cancelled, and never goes back. */
function isLegalMove(from: number, to: number): boolean {
  return from === to
    ? from !== ORDER_STATUS.completed
    : from === ORDER_STATUS.pending || (from === ORDER_STATUS.holding && to === ORDER_STATUS.completed)
}

function isLegalRow(order: OrderRow): boolean {
  const isEnded = order.completedAt !== null && order.closeReason !== null
  if (order.status === ORDER_STATUS.completed) return isEnded
  const isOpen = order.completedAt === null && order.closeReason === null
  return isOpen && (order.status === ORDER_STATUS.pending ? order.pendingKind !== null || order.underWay === 'open' : order.fillPrice > 0n)
}

function deepFrozen(transaction: KeptTransaction): KeptTransaction {
  for (const entry of transaction.entries) Object.freeze(entry)
  Object.freeze(transaction.entries)
  return Object.freeze(transaction)
}
