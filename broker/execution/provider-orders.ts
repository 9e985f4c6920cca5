/**
 * The house's own orders: how they are written, sent and followed (docs/decisions/066-orders-of-the-house.md).
 *
 * Invariants: an order is written before it is sent and sent once; what its fate is after a crash or a lost connection is asked, never
 * tried; each thing that a provider reports is kept once, in the transaction in which whoever follows it books what follows.
 */
import type { Fixed } from '../../rules/decimal'
import type { Tx } from '../db/open-database'
import type { ORDER_PURPOSES, providerOrder } from '../db/schema'
import type { Provider, ProviderReport, Side } from '../providers/provider'

export type OrderPurpose = (typeof ORDER_PURPOSES)[number]
export type ProviderOrderRow = typeof providerOrder.$inferSelect

export interface NewProviderOrder {
  readonly tenantId: string
  /** Its name in the market's file. */
  readonly provider: string
  readonly code: string
  readonly side: Side
  /** Units of the base asset (lots × contract size); positive. */
  readonly quantity: Fixed
  /** The worst price; null: at any. What cannot be filled at once is cancelled. */
  readonly limit: Fixed | null
  readonly purpose: OrderPurpose
  readonly traderId: bigint | null
  readonly orderId: bigint | null
}

/** A fill as it stands: of a corrected one the last figures. */
export interface Fill {
  /** Of the report that has these figures. */
  readonly execId: string
  readonly quantity: Fixed
  readonly price: Fixed
}

/**
 * A report that was not there before. Its kind is none of `status` and `unknown`: what an answer reveals is told as the report it stands for, with an
 * exec id of ours (`stated-…`) where the provider's is not known.
 */
export interface KeptReport extends ProviderReport {
  /** Fills that count no longer, and such that count from now on. What was busted before it came is in neither. */
  readonly removed: readonly Fill[]
  readonly added: readonly Fill[]
  /** True for the one report with which the order was over. */
  readonly ends: boolean
}

/** `order` is as it stands after the report. */
export type ReportListener = (
  tx: Tx,
  order: ProviderOrderRow,
  report: KeptReport,
  now: number,
  // biome-ignore lint/suspicious/noConfusingVoidType: a listener without anything to do afterwards returns nothing
) => Promise<(() => void) | void>

export interface ProviderHealth {
  readonly provider: string
  readonly isConnected: boolean
  /** Since when, by the broker's clock; null before it was ever heard of. */
  readonly since: number | null
  /** Why it is not connected; empty where it is. */
  readonly reason: string
  readonly lastReportAt: number | null
  /** Orders that are not over. */
  readonly underWay: number
  /** Of the last hour. */
  readonly orders: number
  readonly rejects: number
  /** From sending to the first fill, in milliseconds; null without one. */
  readonly fillMsMedian: number | null
  readonly fillMsP99: number | null
}

export interface ProviderOrders {
  /** Inside the caller's transaction, which is the company's; returns the id (drawn, never used twice). Nothing is sent. */
  write(tx: Tx, order: NewProviderOrder, now: number): Promise<string>
  /** After that transaction's commit, once. Where the provider is not connected and the order was never handed over, it ends as rejected. */
  send(id: string): void
  /**
   * Reports of orders of one purpose, each exactly once, in the transaction that keeps the report; what the listener returns runs after the commit. A
   * listener that rejects has the report not kept: it comes again.
   */
  follow(purpose: OrderPurpose, listener: ReportListener): () => void
  /** Resolves when the order is over, as it ended; null when it is not after `ms`. Fills may still come after it. */
  ended(id: string, ms: number): Promise<ProviderOrderRow | null>
  /** Orders of these purposes that are not over. */
  underWay(tenantId: string, code: string, purposes: readonly OrderPurpose[]): readonly ProviderOrderRow[]
  isConnected(provider: string): boolean
  /** Every time a provider is connected, or is not any more. */
  onConnection(listener: (provider: string, isConnected: boolean) => void): () => void
  health(): readonly ProviderHealth[]
  /** What the provider says that the house holds there; rejects when it is not connected. */
  positions(provider: string): ReturnType<Provider['positions']>
  /** From now on these are the providers: new ones are started, those that are gone are closed. */
  take(providers: readonly Provider[]): Promise<void>
  /** Resolves when what was reported so far is kept. */
  idle(): Promise<void>
  close(): Promise<void>
}
