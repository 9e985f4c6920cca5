/**
 * Money in, locked, out and back, as entries on open books, each with its signed receipt and its line in the log.
 *
 * Invariant: only these five movements touch a real account besides trading, and each belongs to exactly one deposit, withdrawal or
 * challenge of a fill (the rows name their transactions; the database keeps the names unique).
 */
import type { Amount } from '../../rules/money'
import { invariant } from '../ground/invariant'
import type { Posted } from './account-books'
import type { Entry, TransactionKind } from './entries'
import { writeReceipt } from './order-receipt'
import type { TradeUnit } from './trade-unit'

/**
 * What a trader would have had more if a fill had been by the rules. The one movement here that a demo account has too: its fills are
 * held to the same rules.
 */
export function creditCorrection(unit: TradeUnit, amount: Amount): Posted {
  const { books } = unit
  invariant(amount > 0n, 'money moves by more than nothing')
  const entries = [
    { account: 'trader:available', amount },
    { account: 'house:corrections', amount: -amount },
  ] as const
  const posted = books.post({ kind: 'correction', entries })
  writeReceipt(unit, { event: 'adjustment', order: null, reason: 'correction', profit: amount, posted: [posted] })
  return posted
}

type MoneyKind = Extract<TransactionKind, 'deposit' | 'withdrawal_request' | 'withdrawal_complete' | 'withdrawal_return'>

/** A deposit that was found on the company's account. `amount` > 0. */
export function creditDeposit(unit: TradeUnit, amount: Amount): Posted {
  return move(unit, 'deposit', amount, [
    { account: 'trader:available', amount },
    { account: 'house:deposits', amount: -amount },
  ])
}

/** Locks what a withdrawal asks for. Whether it is free to go is decided before (withdrawable-amount.ts). */
export function lockWithdrawal(unit: TradeUnit, amount: Amount): Posted {
  return move(unit, 'withdrawal_request', amount, [
    { account: 'trader:available', amount: -amount },
    { account: 'trader:withdrawal', amount },
  ])
}

/** What was locked has been paid out; `fee` of it stays with the house. */
export function payWithdrawal(unit: TradeUnit, amount: Amount, fee: Amount): Posted {
  return move(unit, 'withdrawal_complete', amount, [
    { account: 'trader:withdrawal', amount: -amount },
    { account: 'house:payouts', amount: amount - fee },
    { account: 'house:fees', amount: fee },
  ])
}

/** What was locked goes back to the balance: rejected, invalid or taken back. */
export function returnWithdrawal(unit: TradeUnit, amount: Amount): Posted {
  return move(unit, 'withdrawal_return', amount, [
    { account: 'trader:withdrawal', amount: -amount },
    { account: 'trader:available', amount },
  ])
}

function move(unit: TradeUnit, kind: MoneyKind, amount: Amount, entries: readonly Entry[]): Posted {
  const { books } = unit
  invariant(amount > 0n, 'money moves by more than nothing')
  invariant(!books.account.isDemo, 'demo money neither comes in nor goes out')
  const before = books.account.balance
  const posted = books.post({ kind, entries })
  invariant(books.account.lockedWithdrawal >= 0n, 'no lock is negative')
  writeReceipt(unit, { event: 'adjustment', order: null, reason: kind, profit: books.account.balance - before, posted: [posted] })
  return posted
}
