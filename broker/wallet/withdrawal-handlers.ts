/**
 * Asking for money, taking the request back, and what a trader sees of both. The desk decides (broker/desk).
 *
 * Invariants: an amount is locked in the transaction that keeps the request, and is never more than what may be withdrawn at that
 * moment; fee, rate and destination are copied then and never change; a withdrawal is decided once, by the desk, by its owner or by a loss
 * that it covers (broker/trading/close-position.ts).
 * Order of locks: the account, then the withdrawal's row.
 */
import { and, asc, eq } from 'drizzle-orm'
import type {
  cancelWithdrawal,
  getWithdrawTerms,
  listWithdrawals,
  listWithdrawCurrencies,
  submitWithdrawal,
} from '../../contract/withdrawals'
import { FIXED_ONE, formatFixed, formatFixedShort, MAX_FIXED } from '../../rules/decimal'
import { type Amount, formatAmount, formatBalance, parseAmount } from '../../rules/money'
import { largestWithdrawal, leastWithdrawal, receivableAmount, withdrawalFee } from '../../rules/receivable'
import { writeAudit } from '../audit-trail/write-audit'
import { badCursor, done, forTrader, type Handler, type Outcome, refused, type SomeHandlers } from '../calls/handler'
import { withdrawal, withdrawCurrency } from '../db/schema'
import { PAYMENT_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import { formatMoment } from '../ground/moment'
import type { Texts } from '../ground/texts'
import { lockWithdrawal, returnWithdrawal } from '../ledger/move-money'
import { getAccount } from '../ledger/open-account'
import { listHolding } from '../ledger/order-store'
import { ENGINE, type TradeUnit, traderActor } from '../ledger/trade-unit'
import { usableFrom } from '../traders/payout-hold'
import { findTrader } from '../traders/trader-row'
import type { Trading } from '../trading/open-trading'
import { type CurrencyRow, currencyName, findCurrency, findMethod, idOf, tailOf } from './payout-method-handlers'
import { withdrawableAmount, withdrawableOnBooks } from './withdrawable-amount'
import { insertWithdrawal, lockWithdrawalRow, pageWithdrawals, placesInQueue, readClock, type WithdrawalRow } from './withdrawal-store'

interface WithdrawalServices {
  readonly trading: Pick<Trading, 'onBooks' | 'pricing'>
  readonly texts: Texts
}

export function withdrawalHandlers(services: WithdrawalServices) {
  return {
    listWithdrawCurrencies: currenciesHandler,
    getWithdrawTerms: termsHandler(services),
    submitWithdrawal: submitHandler(services),
    cancelWithdrawal: cancelHandler(services),
    listWithdrawals: listHandler(services),
  } satisfies SomeHandlers
}

const currenciesHandler: Handler<typeof listWithdrawCurrencies> = forTrader(async ({ tx, tenant, input }) => {
  const rows = await tx
    .select()
    .from(withdrawCurrency)
    .where(
      and(eq(withdrawCurrency.tenantId, tenant.id), eq(withdrawCurrency.type, Number(input.type)), eq(withdrawCurrency.isActive, true)),
    )
    .orderBy(asc(withdrawCurrency.id))
  return done(
    rows.map(({ id, code, protocol, drawRate, feeType, usdPrice }) => ({
      id: id.toString(),
      code,
      protocol,
      draw_rate: formatFixedShort(drawRate),
      fee_type: feeType === 'fixed' ? 1 : 2,
      usd_price: formatFixedShort(usdPrice),
    })),
  )
})

function termsHandler({ trading }: WithdrawalServices): Handler<typeof getWithdrawTerms> {
  return forTrader(async ({ tx, tenant, trader }) => {
    const traderId = BigInt(trader.id)
    const account = await getAccount(tx, tenant.id, traderId)
    invariant(account !== null, 'every trader has an account')
    const free = withdrawableAmount(trading.pricing, tenant, account, await listHolding(tx, tenant.id, traderId))
    const clock = await readClock(tx, tenant.id)
    return done({
      balance: formatAmount(account.balance),
      withdrawable: formatAmount(free?.amount ?? 0n),
      limited_by: free === null ? 'prices_missing' : free.amount < account.balance ? 'open_losses' : 'nothing',
      open_losses: formatAmount(free?.openLosses ?? 0n),
      promised_hours: tenant.wallet.promisedHours,
      p50_minutes: clock.p50Minutes,
      p95_minutes: clock.p95Minutes,
      measured: clock.measured,
      waiting: clock.waiting,
    })
  })
}

function submitHandler({ trading }: WithdrawalServices): Handler<typeof submitWithdrawal> {
  return forTrader(async (call) => {
    const { tx, tenant, trader, input, now, language } = call
    const traderId = BigInt(trader.id)
    const amount = parseAmount(input.number)
    if (amount <= 0n) return refused('WITHDRAW_AMOUNT_INVALID')
    const memo = (input.memo ?? '').normalize('NFC').trim()
    if (/\p{Cc}/u.test(memo)) return refused('PARAMETER_INVALID', { parameter: 'memo' })
    const currency = await findCurrency(tx, tenant.id, input.draw_currency_id)
    if (currency === undefined) return refused('WITHDRAW_CURRENCY_UNKNOWN')
    const method = await findMethod(tx, tenant.id, traderId, input.draw_method_id)
    if (method === undefined) return refused('PAYOUT_METHOD_UNKNOWN')
    if (method.withdrawCurrencyId !== currency.id || method.type !== currency.type) return refused('PAYOUT_METHOD_MISMATCH')
    const owner = await findTrader(tx, trader.id)
    invariant(owner !== undefined, 'a session has its trader')
    const usable = usableFrom(tenant, method, owner)
    if (now < usable) return refused('PAYOUT_METHOD_ON_HOLD', { time: formatMoment(usable, language) })
    const largest = largestWithdrawal(currency.usdPrice)
    if (amount > largest) return refused('AMOUNT_TOO_LARGE', { parameter: 'number', max: formatFixed(largest, 2) })
    const fee = withdrawalFee(currency.feeType, currency.drawRate, amount)
    const receivable = receivableAmount(amount, fee, currency.usdPrice)
    if (receivable === 0n) {
      const least = leastWithdrawal(currency.feeType, currency.drawRate, currency.usdPrice)
      return refused('WITHDRAW_AMOUNT_BELOW_FEE', { fee: formatFixed(fee, 2), min: formatFixed(least, 2) })
    }
    const locked = await trading.onBooks(call, { traderId, actor: traderActor(traderId) }, (unit) => lockFree(unit, amount, currency))
    if (!locked.ok) return locked
    const { type, code: currencyCode, protocol, feeType, drawRate, usdPrice } = currency
    const { address, bankName, bankAddress, bankSwift, payeeName, payeeAccount } = method
    const id = await insertWithdrawal(tx, {
      ...{ tenantId: tenant.id, traderId, type, amount, fee, feeType, drawRate, usdPrice, receivable, currencyCode, protocol },
      ...{
        address,
        bankName,
        bankAddress,
        bankSwift,
        payeeName,
        payeeAccount,
        payoutMethodId: method.id,
        methodCreatedAt: method.createdAt,
      },
      ...{ memo, status: PAYMENT_STATUS.unchecked, requestTransactionId: locked.data, createdAt: now },
    })
    await writeAudit(tx, {
      tenantId: tenant.id,
      actor: traderActor(traderId),
      action: 'withdrawal.submitted',
      object: `withdrawal:${id}`,
      detail: { amount: formatAmount(amount), fee: formatAmount(fee), currency: currencyName(currency), to: tailOf(method) },
      now,
    })
    return done({ id: id.toString() })
  })
}

/** Locks the amount if it is free; the id of the movement. */
function lockFree(unit: TradeUnit, amount: Amount, { usdPrice }: Pick<CurrencyRow, 'usdPrice'>): Outcome<bigint> {
  const free = withdrawableOnBooks(unit)
  if (free === null) return refused('QUOTE_STALE')
  // What arrives is kept in the same 64 bits as everything else: more of a small currency is two withdrawals.
  const payable = (MAX_FIXED * FIXED_ONE) / usdPrice
  const available = free < payable ? free : payable
  if (amount > available) return refused('WITHDRAW_AMOUNT_TOO_LARGE', { available: formatBalance(available) })
  return done(lockWithdrawal(unit, amount).transactionId)
}

function cancelHandler({ trading }: WithdrawalServices): Handler<typeof cancelWithdrawal> {
  return forTrader(async (call) => {
    const { tx, tenant, trader, input, now } = call
    const traderId = BigInt(trader.id)
    const actor = traderActor(traderId)
    const id = idOf(input.id)
    const row = id === undefined ? undefined : await lockWithdrawalRow(tx, { tenantId: tenant.id, id, traderId })
    if (row === undefined) return refused('WITHDRAWAL_NOT_FOUND')
    if (row.status !== PAYMENT_STATUS.unchecked) return refused('WITHDRAWAL_ALREADY_DECIDED')
    const returned = await trading.onBooks(call, { traderId, actor }, (unit) => done(returnWithdrawal(unit, row.amount).transactionId))
    if (!returned.ok) return returned
    await tx
      .update(withdrawal)
      .set({ status: PAYMENT_STATUS.invalid, endedAs: 'cancelled', decidedBy: actor, decidedAt: now, endTransactionId: returned.data })
      .where(and(eq(withdrawal.tenantId, tenant.id), eq(withdrawal.id, row.id), eq(withdrawal.status, PAYMENT_STATUS.unchecked)))
    await writeAudit(tx, {
      tenantId: tenant.id,
      actor,
      action: 'withdrawal.cancelled',
      object: `withdrawal:${row.id}`,
      detail: { amount: formatAmount(row.amount) },
      now,
    })
    return done(null)
  })
}

function listHandler({ texts }: WithdrawalServices): Handler<typeof listWithdrawals> {
  return forTrader(async ({ tx, tenant, trader, input, language }) => {
    const traderId = BigInt(trader.id)
    const page = await pageWithdrawals(tx, tenant.id, traderId, { ...input, type: Number(input.type) })
    if (page === undefined) return badCursor()
    const { rows, total, next } = page
    const waits = rows.some(({ status }) => status === PAYMENT_STATUS.unchecked)
    const places = waits ? await placesInQueue(tx, tenant.id, traderId) : new Map<bigint, number>()
    return done({
      data: rows.map((row) => ({
        id: row.id.toString(),
        number: formatAmount(row.amount),
        real_number: formatFixed(row.receivable, 2),
        draw_currency: { code: row.currencyCode },
        fee: formatAmount(row.fee),
        status: row.status,
        status_name: texts.text(language, `withdraw:status.${stateOf(row)}`),
        created_at: row.createdAt,
        type: row.type,
        address: row.address,
        payee_account: row.payeeAccount,
        // What the rules have ended has no operator's words.
        notes: row.decidedBy === ENGINE ? texts.text(language, 'withdraw:coveredLoss') : row.notes,
        protocol: row.protocol,
        remark: row.memo,
        can_cancel: row.status === PAYMENT_STATUS.unchecked,
        place: places.get(row.id) ?? null,
        decided_at: row.decidedAt,
      })),
      total,
      next,
    })
  })
}

/** How it stands, or how it ended: what the trader took back is not called invalid. */
function stateOf({ endedAs }: Pick<WithdrawalRow, 'endedAs'>): string {
  return endedAs ?? 'unchecked'
}
