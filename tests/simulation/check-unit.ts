/**
 * The invariants that one kept unit of work must not break, judged at once from what was there before, what was written and
 * which prices had been spoken. Names are those of docs/invariants.md; the others say what they mean.
 */

import { ORDER_STATUS } from '../../broker/db/statuses'
import type { OrderRow } from '../../broker/ledger/order-store'
import type { RecordedTransaction } from '../../broker/ledger/recorded-books'
import { canonicalText, sha256Hex } from '../../broker/receipts/canonical-json'
import type { Tenant } from '../../contract/tenant'
import { parseRate } from '../../rules/conversion'
import { orderFee } from '../../rules/fee'
import { orderMargin } from '../../rules/margin'
import { freeMargin, isStopOutOf, profitOf, valuePositions } from './account-value'
import type { RoutedChecks } from './check-routed'
import type { KeptTransaction, KeptUnit, MemoryBooks } from './memory-books'
import { accountKey } from './memory-books'
import type { PriceScript, SpokenTick } from './price-script'

export interface Violation {
  readonly invariant: string
  readonly row: string
}

export type Complain = (invariant: string, row: string) => void

interface Sums {
  available: bigint
  margin: bigint
  withdrawal: bigint
}

/** The parts of a receipt's body that are held against the books. */
interface ReceiptBody {
  readonly event: string
  readonly order: string | null
  readonly previous: string
  readonly demo_account: boolean
  readonly balance_after: string
  readonly price: string | null
  readonly quote: { readonly seq: string; readonly bid: string; readonly ask: string; readonly age_ms: number } | null
  readonly ledger: readonly { readonly transaction: string; readonly entries: readonly string[] }[]
}

export class UnitChecks {
  private readonly sums = new Map<string, Sums>()
  private ledgerRead = 0

  constructor(
    private readonly store: MemoryBooks,
    private readonly prices: PriceScript,
    private readonly tenant: (id: string) => Tenant,
    private readonly complain: Complain,
    private readonly routed: RoutedChecks,
  ) {}

  /** Called for each unit, right after it was kept. */
  check(unit: KeptUnit): void {
    const { books, opened, key } = unit
    const tenant = this.tenant(books.account.tenantId)
    this.checkAccount(books.account)
    this.checkOwners(unit)
    const closings = closingReceipts(unit)
    for (const order of books.changed) {
      const before = opened.orders.find(({ id }) => id === order.id)
      if (order.status === ORDER_STATUS.holding && before?.status !== ORDER_STATUS.holding)
        if (order.provider === null) this.checkFill(tenant, order, before, key === undefined)
        else this.routed.checkFilled(unit, order)
      if (order.status === ORDER_STATUS.completed && order.closePrice !== null) {
        if (order.provider === null) this.checkClose(tenant, order, closings, key === undefined)
        else this.checkRoutedClose(unit, order)
      }
      this.checkLedgerOf(order, before, books.transactions)
    }
    this.checkReceipts(unit)
    this.checkStopOut(tenant, unit)
    this.checkFreeMargin(tenant, unit)
  }

  /** I1 to I4 of one account, from the ledger rows that are new. */
  checkAccount(holder: { readonly tenantId: string; readonly traderId: bigint }): void {
    this.readLedger()
    const name = accountKey(holder)
    const account = this.store.accounts.get(name)!
    const sums = this.sums.get(name) ?? { available: 0n, margin: 0n, withdrawal: 0n }
    const isSame =
      sums.available === account.balance && sums.margin === account.lockedMargin && sums.withdrawal === account.lockedWithdrawal
    if (!isSame) this.complain('I2', `account ${name} has ${account.balance} + ${account.lockedMargin}, entries say ${describe(sums)}`)
    let margin = 0n
    let holding = 0
    for (const order of this.store.open.get(name)!.values()) {
      const isReserved = order.underWay === 'open'
      if (order.status !== ORDER_STATUS.holding && !isReserved) continue
      margin += isReserved ? order.margin + order.fee : order.margin
      holding += 1
    }
    if (margin !== account.lockedMargin) this.complain('I4', `account ${name} locks ${account.lockedMargin} for orders of ${margin}`)
    if (holding !== account.openOrders) this.complain('I4', `account ${name} counts ${account.openOrders} of ${holding} orders`)
    if (account.lockedMargin < 0n || account.lockedWithdrawal < 0n) this.complain('I3', `account ${name} has a lock below zero`)
    if (holding === 0 && account.balance < 0n) this.complain('I3', `account ${name} owes ${account.balance} without a position`)
  }

  private readLedger(): void {
    for (const { ledger } = this.store; this.ledgerRead < ledger.length; this.ledgerRead++) this.addUp(ledger[this.ledgerRead]!)
  }

  private addUp(transaction: KeptTransaction): void {
    const name = accountKey(transaction)
    const sums = this.sums.get(name) ?? { available: 0n, margin: 0n, withdrawal: 0n }
    this.sums.set(name, sums)
    let total = 0n
    for (const { account, amount } of transaction.entries) {
      total += amount
      if (account === 'trader:available') sums.available += amount
      else if (account === 'trader:margin') sums.margin += amount
      else if (account === 'trader:withdrawal') sums.withdrawal += amount
    }
    if (total !== 0n) this.complain('I1', `transaction ${transaction.id} sums to ${total}`)
  }

  private checkOwners({ books, opened }: KeptUnit): void {
    const { tenantId, traderId, isDemo } = books.account
    if (isDemo !== opened.account.isDemo) this.complain('I10', `account ${accountKey(books.account)} changed its kind`)
    for (const order of books.changed) {
      if (order.tenantId !== tenantId || order.traderId !== traderId) this.complain('I8', `order ${order.id} of ${accountKey(order)}`)
      if (order.isDemo !== isDemo) this.complain('I10', `order ${order.id} meets an account of the other kind`)
    }
  }

  /** I9 and the side, formula and moment of a fill. */
  private checkFill(tenant: Tenant, order: OrderRow, before: OrderRow | undefined, isEngines: boolean): void {
    const tick = this.traded(tenant, order.instrumentCode, order.quoteSeq, isEngines, `order ${order.id} was filled`)
    if (tick === null) return
    if (tenant.trading.mode !== 'normal')
      this.complain('halt', `order ${order.id} was filled while ${tenant.id} was ${tenant.trading.mode}`)
    const { bid, ask } = this.prices.sidesOf(tenant, tick)
    if (order.fillPrice !== (order.side === 'buy' ? ask : bid)) {
      this.complain('fill', `order ${order.id} was filled at ${order.fillPrice}, its tick said ${bid}/${ask}`)
    }
    const isOwnTick = before?.status === ORDER_STATUS.pending && before.quoteSeq >= order.quoteSeq
    if (isOwnTick) this.complain('pending', `order ${order.id} fired on the tick it was placed at`)
    if (before?.status === ORDER_STATUS.pending) this.checkTarget(order)
    const { marginMode: mode, contractSize, lots, leverage } = order
    const margin = orderMargin({ mode, contractSize }, lots, order.fillPrice, BigInt(leverage ?? 1), parseRate(order.conversionRate))
    if (margin !== order.margin) this.complain('formula', `order ${order.id} binds ${order.margin} instead of ${margin}`)
    const fee = orderFee(tenant.trading.feeType, feeRateOf(tenant, this.prices, order), lots, margin)
    if (fee !== order.fee) this.complain('formula', `order ${order.id} paid ${order.fee} instead of ${fee}`)
  }

  /** A limit fills at its price or better; a stop at its price or worse. */
  private checkTarget({ id, side, pendingKind, requestedPrice, fillPrice }: OrderRow): void {
    const isBelow = fillPrice <= requestedPrice
    const isAbove = fillPrice >= requestedPrice
    if ((side === 'buy') === (pendingKind === 'limit') ? !isBelow : !isAbove) {
      this.complain('pending', `${side} ${pendingKind} ${id} at ${requestedPrice} was filled at ${fillPrice}`)
    }
  }

  private checkClose(tenant: Tenant, order: OrderRow, closings: ReadonlyMap<string, ReceiptBody>, isEngines: boolean): void {
    const quote = closings.get(order.id.toString())?.quote
    if (quote == null) {
      this.complain('receipts', `order ${order.id} was closed without a receipt of its price`)
      return
    }
    const what = `order ${order.id} was closed (${order.closeReason})`
    // A demo reset takes the last price, whatever the market does.
    const seq = BigInt(quote.seq)
    const tick =
      order.closeReason === 'demo_reset'
        ? (this.prices.ticks.get(`${order.instrumentCode}/${seq}`) ?? this.complainOfTick(what, seq))
        : this.traded(tenant, order.instrumentCode, seq, isEngines, what)
    if (tick === null) return
    const { bid, ask } = this.prices.sidesOf(tenant, tick)
    const price = order.side === 'buy' ? bid : ask
    if (order.closePrice !== price) this.complain('fill', `${what} at ${order.closePrice}, its tick said ${bid}/${ask}`)
    const profit = profitOf(order, { bid: price, ask: price }, parseRate(order.closeConversionRate ?? '0'))
    if (profit !== order.profit) this.complain('formula', `${what} with ${order.profit} instead of ${profit}`)
    const { stopLoss, takeProfit, side, closeReason } = order
    const isBuy = side === 'buy'
    const isReached =
      closeReason === 'stop_loss'
        ? stopLoss !== 0n && (isBuy ? price <= stopLoss : price >= stopLoss)
        : closeReason !== 'take_profit' || (takeProfit !== 0n && (isBuy ? price >= takeProfit : price <= takeProfit))
    if (!isReached) this.complain('trigger', `${what} at ${price}, which reaches neither ${stopLoss} nor ${takeProfit}`)
  }

  /** By the provider's price, wherever the market is by now; of a target no worse than it. */
  private checkRoutedClose(unit: KeptUnit, order: OrderRow): void {
    this.routed.checkFilled(unit, order)
    const price = order.closePrice ?? 0n
    const profit = profitOf(order, { bid: price, ask: price }, parseRate(order.closeConversionRate ?? '0'))
    if (profit !== order.profit) this.complain('formula', `order ${order.id} was closed with ${order.profit} instead of ${profit}`)
    const isMissed = order.side === 'buy' ? price < order.takeProfit : price > order.takeProfit
    if (order.closeReason === 'take_profit' && isMissed)
      this.complain('trigger', `order ${order.id} took its profit at ${price} instead of ${order.takeProfit}`)
  }

  /** The tick behind a fill, or `null` after a complaint. What the engine carries out late is dealt at the tick that set it off. */
  private traded(tenant: Tenant, code: string, seq: bigint, mayBeEarlier: boolean, what: string): SpokenTick | null {
    const tick = this.prices.ticks.get(`${code}/${seq}`)
    if (tick === undefined) return this.complainOfTick(what, seq)
    if (mayBeEarlier) {
      if (!tick.tradableFor.has(tenant.id)) this.complain('I9', `${what} at tick ${seq} of ${code}, which could never be traded`)
      return tick
    }
    const now = this.prices.quoteOf(tenant, code)?.tick
    if (now !== tick) this.complain('I9', `${what} at tick ${seq} of ${code}, the quote was ${now?.seq}`)
    if (!this.prices.isTradable(tenant, code)) this.complain('I9', `${what} at tick ${seq} of ${code}, stale, unconfirmed or closed`)
    return tick
  }

  private complainOfTick(what: string, seq: bigint): null {
    this.complain('I9', `${what} at tick ${seq}, which was never believed`)
    return null
  }

  /** I6: one opening when it opens, one close when it ends, nothing when it is cancelled. */
  private checkLedgerOf(order: OrderRow, before: OrderRow | undefined, transactions: readonly RecordedTransaction[]): void {
    const count = (kind: string) => transactions.filter((one) => one.orderId === order.id && one.kind === kind).length
    const opens =
      order.fillPrice > 0n && (before === undefined || before.status === ORDER_STATUS.pending) && order.parentId === null ? 1 : 0
    const closes = order.status === ORDER_STATUS.completed && order.fillPrice > 0n ? 1 : 0
    if (count('order_open') !== opens) this.complain('I6', `order ${order.id} has ${count('order_open')} openings instead of ${opens}`)
    if (count('order_close') !== closes) this.complain('I6', `order ${order.id} has ${count('order_close')} closes instead of ${closes}`)
  }

  private checkReceipts({ books, opened }: KeptUnit): void {
    let previous = opened.account.receiptHash ?? ''
    const named = new Set<string>()
    for (const { body, hash, previousHash, orderId } of books.receipts) {
      const facts = JSON.parse(body) as ReceiptBody
      const isChained = previousHash === previous && facts.previous === previous && hash === sha256Hex(body)
      if (!isChained) this.complain('receipts', `the chain of ${accountKey(books.account)} breaks at ${hash.slice(0, 12)}`)
      if (facts.order !== (orderId?.toString() ?? null)) this.complain('receipts', `a receipt of ${facts.order} is kept for ${orderId}`)
      if (facts.demo_account !== books.account.isDemo) this.complain('I10', `receipt ${hash.slice(0, 12)} names the other kind of account`)
      for (const { transaction, entries } of facts.ledger) named.add(`${transaction}:${canonicalText(entries)}`)
      previous = hash
    }
    if (previous !== (books.account.receiptHash ?? ''))
      this.complain('receipts', `account ${accountKey(books.account)} names another receipt`)
    for (const { id, entries } of books.transactions) {
      const name = `${id}:${canonicalText(entries.map((entry) => entry.id.toString()))}`
      if (!named.has(name)) this.complain('receipts', `no receipt names transaction ${id}`)
    }
    const told = new Set(books.receipts.map(({ orderId }) => orderId))
    for (const order of books.changed) {
      const isOnlyTrailed = !told.has(order.id) && order.status === ORDER_STATUS.holding && order.trailingDistance > 0n
      const isRest = books.changed.some(({ parentId }) => parentId === order.id)
      // A close that is asked for, or of which nothing came, leaves the position as it was.
      const isAsked =
        order.status === ORDER_STATUS.holding && opened.orders.some(({ id, underWay }) => id === order.id && underWay !== order.underWay)
      if (!told.has(order.id) && !isOnlyTrailed && !isRest && !isAsked)
        this.complain('receipts', `order ${order.id} changed without a receipt`)
    }
  }

  private checkStopOut(tenant: Tenant, { books, opened, key }: KeptUnit): void {
    const stopped = books.changed.filter(({ closeReason, cancelReason }) => closeReason === 'stop_out' || cancelReason === 'stop_out')
    const hasNotice = books.events.some(({ topic }) => topic === 'ACCOUNT_NOTICE')
    // What a provider has answered was decided before; what it is asked to close now is judged once it has answered.
    const isRouted = [...opened.orders, ...books.changed].some(({ provider }) => provider !== null)
    if (isRouted || (stopped.length === 0 && !hasNotice)) return
    if (key !== undefined) this.complain('stop-out', `a call of ${accountKey(books.account)} stopped it out`)
    const closed = books.transactions.filter(({ kind }) => kind === 'order_close').map(({ orderId }) => orderId ?? 0n)
    if (!isStopOutOf(this.prices.moments, tenant, opened.account, opened.orders, closed)) {
      this.complain('stop-out', `account ${accountKey(books.account)} closed ${closed.join()}, which no tick asked for`)
    }
    const isPendingLeft = stopped.length > 0 && books.orders.some(({ status }) => status === ORDER_STATUS.pending)
    if (isPendingLeft) this.complain('stop-out', `account ${accountKey(books.account)} was stopped out and kept a pending order`)
  }

  private checkFreeMargin(tenant: Tenant, { books, opened }: KeptUnit): void {
    const wasHolding = (id: bigint) => opened.orders.some((order) => order.id === id && order.status === ORDER_STATUS.holding)
    const isReserving = books.routes.some(({ purpose }) => purpose === 'open')
    const isOpening = books.orders.some(
      (order) => order.status === ORDER_STATUS.holding && order.provider === null && !wasHolding(order.id),
    )
    if (!isOpening && !isReserving) return
    const held = valuePositions(this.prices, tenant, books.orders)
    const free = held === null ? -1n : freeMargin(books.account, held)
    if (free < 0n) this.complain('I3', `account ${accountKey(books.account)} has a free margin of ${free} right after an open`)
  }
}

function closingReceipts({ books }: KeptUnit): Map<string, ReceiptBody> {
  const closings = new Map<string, ReceiptBody>()
  for (const { event, orderId, body } of books.receipts) {
    if (event === 'order_closed' && orderId !== null) closings.set(orderId.toString(), JSON.parse(body) as ReceiptBody)
  }
  return closings
}

function feeRateOf(tenant: Tenant, prices: PriceScript, { instrumentCode }: OrderRow): bigint {
  const { feePerLot, feeShareOfMargin } = prices.instrument(instrumentCode)
  const own = tenant.trading.overrides[instrumentCode]?.feeRate
  if (own !== undefined) return parseRate(own) / 10n ** 12n
  return tenant.trading.feeType === 'per-lot' ? feePerLot : feeShareOfMargin
}

function describe({ available, margin, withdrawal }: Sums): string {
  return `${available} + ${margin} + ${withdrawal}`
}
