/**
 * The books of one account, open for one unit of work: what trading decides on and writes to, whichever store keeps it.
 *
 * Invariants: the account is locked from before it is read until the unit has committed, so what is read here cannot change
 * under it; everything recorded is kept together or not at all; after each posting `account` already shows the new sums.
 * Decisions over open books are synchronous: no price can change between a check and what follows from it.
 */
import type { NoticePush } from '../../contract/socket'
import type { WaitingWithdrawal } from '../../rules/debt-cover'
import type { Amount } from '../../rules/money'
import type { AuditLine } from '../audit-trail/write-audit'
import type { Outcome } from '../calls/handler'
import type { SignedReceipt } from '../receipts/receipt-signer'
import type { TickRecord } from '../receipts/ticks'
import type { Entry, TransactionKind } from './entries'
import type { OrderChanges } from './order-columns'
import type { OrderEventPayload } from './order-event'
import type { NewOrder, OrderRow } from './order-store'
import type { NewRoute, RouteEnd } from './routed-orders'

export interface LockedAccount {
  readonly tenantId: string
  readonly traderId: bigint
  readonly isDemo: boolean
  readonly balance: Amount
  readonly lockedMargin: Amount
  readonly lockedWithdrawal: Amount
  /** Holding orders, and those that a provider has been asked to fill. */
  readonly openOrders: number
  readonly marginCallLevel: number
  readonly receiptHash: string | null
  readonly version: number
}

/** A withdrawal that nobody has decided: its amount is locked and can still go back. */
export interface LockedWithdrawal extends WaitingWithdrawal {
  readonly amount: Amount
}

export interface Posting {
  readonly kind: TransactionKind
  readonly orderId?: bigint
  readonly entries: readonly Entry[]
  readonly openOrdersChange?: number
}

/** The ids a posting was written under, for the receipt. */
export interface Posted {
  readonly transactionId: bigint
  readonly entryIds: readonly bigint[]
}

export type AuditRecord = Required<Omit<AuditLine, 'tenantId' | 'now'>>

/** Funding of one position for one rollover, as it was posted. */
export interface ChargeRecord {
  readonly orderId: bigint
  readonly rolloverAt: number
  readonly transactionId: bigint
  readonly amount: Amount
}

export interface ReceiptRecord extends SignedReceipt {
  readonly orderId: bigint | null
  readonly event: string
  readonly previousHash: string
  readonly ticks: readonly TickRecord[]
}

/** What the trader's connections are told after the commit. */
export type AccountEvent =
  | { readonly topic: 'FOREX_CLOSED'; readonly payload: OrderEventPayload }
  | { readonly topic: 'ACCOUNT_NOTICE'; readonly payload: NoticePush }

export interface AccountBooks {
  /** Unix milliseconds of the broker's clock at which the unit of work began: the time of everything it writes. */
  readonly now: number
  /** As it stands after everything recorded so far. */
  readonly account: LockedAccount
  /** Pending and holding orders by id, as they stand after everything recorded so far. */
  readonly orders: readonly OrderRow[]
  /** Which account changes were made: orders that are new or changed, in the order of the changes. */
  readonly changed: readonly OrderRow[]
  /** Withdrawals under way, as they stand after everything recorded so far. */
  readonly withdrawals: readonly LockedWithdrawal[]
  insertOrder(order: Omit<NewOrder, 'tenantId' | 'traderId' | 'isDemo'>): OrderRow
  /** The order with these changes and the next version. @throws when it is not among `orders`. */
  changeOrder(order: OrderRow, changes: OrderChanges): OrderRow
  post(posting: Posting): Posted
  /** Ends a withdrawal whose amount went back in the transaction, and has its owner told. */
  cancelWithdrawal(withdrawal: LockedWithdrawal, transactionId: bigint): void
  addCharge(charge: ChargeRecord): void
  /** Asks a provider: written with everything else, sent after the commit. */
  route(route: NewRoute): void
  endRoute(routeId: bigint, end: RouteEnd): void
  setMarginCallLevel(level: number): void
  record(audit: AuditRecord): void
  announce(event: AccountEvent): void
  addReceipt(receipt: ReceiptRecord): void
}

/** What a unit of work left behind once it was committed. */
export interface KeptBooks {
  readonly account: LockedAccount
  readonly changed: readonly OrderRow[]
}

export interface UnitResult<T> {
  readonly outcome: Outcome<T>
  /** `null` when nothing was kept: the decision was a refusal, or there was nothing to do. */
  readonly kept: KeptBooks | null
}

/** Where books are kept. The database is one; the simulation keeps them in memory and crashes on purpose. */
export interface BooksStore {
  /**
   * Opens the books of an account, lets `work` decide, and commits what it recorded unless it refused. Nothing is kept
   * when `work` or the commit throws. `work` has no effect but on the books: it may be run again on freshly opened ones.
   * `undefined` when there is no such account.
   */
  withBooks<T>(tenantId: string, traderId: bigint, work: (books: AccountBooks) => Outcome<T>): Promise<UnitResult<T> | undefined>
}
