/**
 * Books that remember what a unit of work does to them. A store fills them from what it keeps and afterwards keeps what
 * they recorded; between the two nothing is read or written.
 */
import { MAX_FIXED } from '../../rules/decimal'
import { ORDER_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import type {
  AccountBooks,
  AccountEvent,
  AuditRecord,
  ChargeRecord,
  LockedAccount,
  LockedWithdrawal,
  Posted,
  Posting,
  ReceiptRecord,
} from './account-books'
import type { TransactionKind } from './entries'
import { type OrderChanges, UNSET } from './order-columns'
import type { NewOrder, OrderRow } from './order-store'
import type { NewRoute, RouteEnd } from './routed-orders'

/** Hands out the ids under which rows will be written. */
export interface IdSource {
  nextOrderId(): bigint
  nextTransactionId(): bigint
  nextEntryId(): bigint
}

export interface RecordedTransaction {
  readonly id: bigint
  readonly kind: TransactionKind
  readonly orderId: bigint | null
  readonly entries: readonly { readonly id: bigint; readonly account: string; readonly isTraders: boolean; readonly amount: bigint }[]
}

/** The books as they were opened: what a store compares with before it writes. */
export interface OpenedBooks {
  readonly account: LockedAccount
  readonly orders: readonly OrderRow[]
  /** Left out where there are none. */
  readonly withdrawals?: readonly LockedWithdrawal[]
  readonly now: number
}

/** A posting would leave more in an account than the books can keep: the unit of work is refused as a whole. */
export class BalanceTooLarge extends Error {}

/** Balance and what is locked of it. */
export function heldBy({ balance, lockedMargin, lockedWithdrawal }: LockedAccount): bigint {
  return balance + lockedMargin + lockedWithdrawal
}

export class RecordedBooks implements AccountBooks {
  readonly now: number
  account: LockedAccount
  readonly inserted = new Map<bigint, OrderRow>()
  /** Rows that stood in the store, as they are to stand now. */
  readonly updated = new Map<bigint, OrderRow>()
  readonly transactions: RecordedTransaction[] = []
  readonly audits: AuditRecord[] = []
  readonly events: AccountEvent[] = []
  readonly receipts: ReceiptRecord[] = []
  readonly charges: ChargeRecord[] = []
  readonly routes: NewRoute[] = []
  readonly endedRoutes: { readonly routeId: bigint; readonly end: RouteEnd }[] = []
  /** Withdrawals that are ended, each with the transaction that gave its amount back. */
  readonly cancelled: { readonly withdrawal: LockedWithdrawal; readonly transactionId: bigint }[] = []
  private readonly opened: OpenedBooks
  private readonly open: Map<bigint, OrderRow>

  constructor(
    opened: OpenedBooks,
    private readonly ids: IdSource,
  ) {
    this.opened = opened
    this.now = opened.now
    this.account = opened.account
    this.open = new Map(opened.orders.map((order) => [order.id, order]))
  }

  get orders(): OrderRow[] {
    return [...this.open.values()]
  }

  get withdrawals(): LockedWithdrawal[] {
    const gone = new Set(this.cancelled.map(({ withdrawal }) => withdrawal))
    return (this.opened.withdrawals ?? []).filter((one) => !gone.has(one))
  }

  get changed(): OrderRow[] {
    return [...this.inserted.values(), ...this.updated.values()]
  }

  /** True when there is something to keep. */
  get hasChanges(): boolean {
    return this.account !== this.opened.account || this.changed.length > 0 || this.audits.length + this.events.length > 0
  }

  /** The version the store must still hold. */
  get openedVersion(): number {
    return this.opened.account.version
  }

  /** The status and version an updated order must still have in the store. */
  before(id: bigint): Pick<OrderRow, 'status' | 'version'> {
    const order = this.opened.orders.find((one) => one.id === id)
    invariant(order !== undefined, 'only an order that was opened with the books is updated')
    return order
  }

  insertOrder(order: Omit<NewOrder, 'tenantId' | 'traderId' | 'isDemo'>): OrderRow {
    const { tenantId, traderId, isDemo } = this.account
    const row = { ...UNSET, ...order, version: 0, id: this.ids.nextOrderId(), tenantId, traderId, isDemo } as OrderRow
    this.inserted.set(row.id, row)
    if (row.status !== ORDER_STATUS.completed) this.open.set(row.id, row)
    this.touch()
    return row
  }

  changeOrder(order: OrderRow, changes: OrderChanges): OrderRow {
    const present = this.open.get(order.id)
    invariant(present !== undefined, 'only an open order changes')
    const row: OrderRow = { ...present, ...changes, version: present.version + 1 }
    if (this.inserted.has(row.id)) this.inserted.set(row.id, row)
    else this.updated.set(row.id, row)
    if (row.status === ORDER_STATUS.completed) this.open.delete(row.id)
    else this.open.set(row.id, row)
    this.touch()
    return row
  }

  /** Whatever changes about an account gives it another version, so that of two readings it is known which is newer. */
  private touch(): void {
    if (this.account.version === this.openedVersion) this.account = { ...this.account, version: this.openedVersion + 1 }
  }

  post({ kind, orderId, entries, openOrdersChange = 0 }: Posting): Posted {
    const posted = entries.filter((entry) => entry.amount !== 0n)
    invariant(posted.reduce((sum, entry) => sum + entry.amount, 0n) === 0n, 'ledger entries sum to zero')
    const sumOf = (account: string) => posted.reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0n)
    const { account } = this
    this.account = {
      ...account,
      balance: account.balance + sumOf('trader:available'),
      lockedMargin: account.lockedMargin + sumOf('trader:margin'),
      lockedWithdrawal: account.lockedWithdrawal + sumOf('trader:withdrawal'),
      openOrders: account.openOrders + openOrdersChange,
      version: account.version + 1,
    }
    invariant(this.account.lockedMargin >= 0n && this.account.openOrders >= 0, 'locks are never negative')
    // What all of it comes to can be moved between balance and locks without becoming more.
    if (heldBy(this.account) > MAX_FIXED) throw new BalanceTooLarge('more than an account can hold')
    const transaction: RecordedTransaction = {
      id: this.ids.nextTransactionId(),
      kind,
      orderId: orderId ?? null,
      entries: posted.map(({ account: name, amount }) => ({
        id: this.ids.nextEntryId(),
        account: name,
        isTraders: name.startsWith('trader:'),
        amount,
      })),
    }
    this.transactions.push(transaction)
    return { transactionId: transaction.id, entryIds: transaction.entries.map(({ id }) => id) }
  }

  cancelWithdrawal(withdrawal: LockedWithdrawal, transactionId: bigint): void {
    invariant(this.withdrawals.includes(withdrawal), 'only a withdrawal under way is cancelled')
    this.cancelled.push({ withdrawal, transactionId })
  }

  addCharge(charge: ChargeRecord): void {
    this.charges.push(charge)
  }

  route(route: NewRoute): void {
    this.routes.push(route)
  }

  endRoute(routeId: bigint, end: RouteEnd): void {
    this.endedRoutes.push({ routeId, end })
  }

  setMarginCallLevel(level: number): void {
    if (this.account.marginCallLevel === level) return
    this.account = { ...this.account, marginCallLevel: level, version: this.account.version + 1 }
  }

  record(audit: AuditRecord): void {
    this.audits.push(audit)
  }

  announce(event: AccountEvent): void {
    this.events.push(event)
  }

  addReceipt(receipt: ReceiptRecord): void {
    invariant(receipt.previousHash === (this.account.receiptHash ?? ''), 'a receipt names the one before it')
    this.receipts.push(receipt)
    this.account = { ...this.account, receiptHash: receipt.hash }
  }
}
