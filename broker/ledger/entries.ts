/**
 * The books' vocabulary: accounts, kinds of movements, entries. Every movement of money is one ledger transaction whose entries sum
 * to zero; it is recorded on open books (broker/ledger/account-books.ts) and written with everything else of the unit of work.
 *
 * Invariants (the database checks them too): entries sum to 0; nothing is ever updated or deleted; an account's cached balance and
 * locks equal the sums of its entries; an order has at most one transaction of a kind, of funding one a
 * rollover, of reserve and release one each time a provider is asked.
 */
import type { Amount } from '../../rules/money'

/** A trader's own accounts; `available` is what the wire calls balance. */
export type TraderAccount = 'trader:available' | 'trader:margin' | 'trader:withdrawal'
/** Accounts of the house: the other side of what a trader gains, loses, pays, is granted, sends in and is paid out. */
export type HouseAccount =
  | 'house:demo-funding'
  | 'house:trading'
  | 'house:fees'
  | 'house:funding'
  | 'house:protection'
  /** What was credited because a fill was not by the rules. */
  | 'house:corrections'
  | 'house:deposits'
  | 'house:payouts'
  /** What covering has brought, and what the provider has of ours for it: the one is the other's counterpart. */
  | 'house:cover'
  | 'house:provider'

export type TransactionKind =
  | 'demo_grant'
  | 'order_reserve'
  | 'order_release'
  | 'order_open'
  | 'order_close'
  | 'funding'
  | 'negative_balance_protection'
  | 'demo_reset'
  | 'correction'
  | 'deposit'
  | 'withdrawal_request'
  | 'withdrawal_complete'
  | 'withdrawal_return'

/** Of movements between accounts of the house. */
export type HouseKind = 'cover_result' | 'cover_resolution'

export interface Entry {
  readonly account: TraderAccount | HouseAccount
  readonly amount: Amount
}
