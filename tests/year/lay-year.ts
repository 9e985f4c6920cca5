/**
 * Lays a year of trading into a store: accounts with their deposits, orders that were opened and closed, and what a busy account has
 * in every list. Each is decided by the broker's own functions on open books at the prices of its moment, so movements, receipts and
 * the log are what the broker would have written; only the writing is done for thousands of units of work at once, and the rows are
 * sealed as they come. The audit of what was laid is clean.
 */
import { and, eq, sql } from 'drizzle-orm'
import TinyQueue from 'tinyqueue'
import { ChainMemory } from '../../broker/audit/chain-memory'
import { sealBatch } from '../../broker/audit/seal-batch'
import type { AuditActor } from '../../broker/audit-trail/audit-actions'
import type { CallClient, Outcome } from '../../broker/calls/handler'
import type { Database } from '../../broker/db/open-database'
import {
  auditEvent,
  deposit,
  image,
  ledgerEntry,
  ledgerTransaction,
  notice,
  payoutMethod,
  receipt,
  tradeOrder,
  trader,
  tradingAccount,
  withdrawal,
  withdrawCurrency,
} from '../../broker/db/schema'
import { ORDER_STATUS } from '../../broker/db/statuses'
import type { AccountBooks, LockedAccount } from '../../broker/ledger/account-books'
import { creditDeposit, lockWithdrawal, returnWithdrawal } from '../../broker/ledger/move-money'
import type { OrderRow } from '../../broker/ledger/order-store'
import { type IdSource, RecordedBooks } from '../../broker/ledger/recorded-books'
import { type TradeUnit, traderActor } from '../../broker/ledger/trade-unit'
import { CATALOGUE } from '../../broker/market/catalogue'
import { Pricing } from '../../broker/market/pricing'
import { openReceiptKeys } from '../../broker/receipts/receipt-keys'
import { beginSession } from '../../broker/sessions/session-store'
import { closePosition } from '../../broker/trading/close-position'
import { placeOrder } from '../../broker/trading/place-order'
import { importFirstSettings } from '../../broker/wallet/first-settings'
import type { Tenant } from '../../contract/tenant'
import { formatFixedShort, parseFixed } from '../../rules/decimal'
import { Random } from '../simulation/random'
import { YearPrices } from './year-prices'
import { CountedIds, YearRows } from './year-rows'

export interface YearSize {
  readonly accounts: number
  /** Closed orders of all accounts together. */
  readonly orders: number
  /** Of them, those of the one busy account; it has as many deposits, withdrawals and notices. */
  readonly busyOrders: number
  /** Accounts that end the year with an open position. */
  readonly holding: number
}

export const WHOLE_YEAR: YearSize = { accounts: 20_000, orders: 1_000_000, busyOrders: 20_020, holding: 1_000 }

interface YearOptions {
  readonly database: Database
  readonly tenant: Tenant
  readonly masterKey: Uint8Array
  readonly size: YearSize
  /** Unix milliseconds at which the year ends. */
  readonly until: number
  /** How many orders of how many have ended. */
  onProgress?(done: number, of: number): void
}

export interface LaidYear {
  readonly busy: { readonly id: string; readonly token: string }
  readonly orders: number
  readonly sealedRows: number
  readonly sealingMs: number
}

const YEAR_MS = 365 * 86_400_000
/** Units of work that are written at once. */
const UNITS_AT_ONCE = 2_000
/** Apart, so that they look like the ones that are drawn; smaller than any that is drawn from now on. */
const DRAWN_APART = 1_024n
const OPERATOR = 'operator:year'
const [DEPOSIT, BUSY_DEPOSIT, SMALL_SUM] = [parseFixed('20000'), parseFixed('2000000'), parseFixed('25')]
const COUNTED = ['ledger_transaction', 'ledger_entry', 'receipt', 'audit_event', 'image']

interface Held {
  account: LockedAccount
  /** As the account keeps them: how many movements and ended orders it has, and what these earned. */
  readonly counts: { movements: number; endedOrders: number; endedProfit: bigint }
  orders: readonly OrderRow[]
}

export async function layYear(options: YearOptions): Promise<LaidYear> {
  const { database, tenant, masterKey, until } = options
  const clock = { now: () => until - YEAR_MS, monotonic: () => 0 }
  // What is older than its company's first key has no receipts.
  const signer = await openReceiptKeys(database, [tenant], masterKey, clock)
  await importFirstSettings(database, [tenant], clock)
  const ids = await CountedIds.open(database, COUNTED)
  const prices = new YearPrices()
  const year = new Year(options, ids, prices, { pricing: new Pricing(prices), signer })
  await year.openAccounts()
  await year.bindMethod()
  await year.trade()
  const token = await year.endOfYear()
  await ids.close(database)
  // In life the server has looked at its tables all year long, and knows how large they are.
  await database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`analyze`)
  })
  return { ...year.laid, busy: { id: String(year.busyId), token } }
}

class Year {
  readonly laid = { orders: 0, sealedRows: 0, sealingMs: 0 }
  private readonly rows = new YearRows()
  private readonly accounts: Held[] = []
  private readonly random = new Random(365)
  private readonly memory = new ChainMemory(0)
  private readonly from: number
  private units = 0
  private drawn = 0n

  constructor(
    private readonly options: YearOptions,
    private readonly ids: CountedIds,
    private readonly prices: YearPrices,
    private readonly services: TradeUnit['services'],
  ) {
    this.from = options.until - YEAR_MS
  }

  get busyId(): bigint {
    return this.held(0).account.traderId
  }

  async openAccounts(): Promise<void> {
    for (let index = 0; index < this.options.size.accounts; index++) {
      const at = this.from + index
      const traderId = this.draw()
      this.rows.add(trader, this.newTrader(traderId, index, at))
      const counts = { movements: 0, endedOrders: 0, endedProfit: 0n }
      this.accounts.push({ account: this.newAccount(traderId), counts, orders: [] })
      this.deposit(this.held(index), index === 0 ? BUSY_DEPOSIT : DEPOSIT, at)
      await this.writeWhenFull(at)
    }
  }

  /** Where the busy account is paid. */
  async bindMethod(): Promise<void> {
    const { database, tenant } = this.options
    const isUsdt = and(eq(withdrawCurrency.tenantId, tenant.id), eq(withdrawCurrency.code, 'USDT'))
    const [currency] = await database.withTenant(tenant.id, (tx) => tx.select().from(withdrawCurrency).where(isUsdt).limit(1))
    if (currency === undefined) throw new Error('the company pays out no USDT')
    const owner = { tenantId: tenant.id, traderId: this.busyId, type: 1, withdrawCurrencyId: currency.id }
    const times = { createdAt: this.from, usableFrom: this.from, deletedAt: null }
    this.rows.add(payoutMethod, { id: this.busyId, ...owner, ...CHAIN_PLACE, ...times })
  }

  /** Orders of all accounts in the order of time; the busy account's are spread over the whole year. */
  async trade(): Promise<void> {
    const { accounts, orders, busyOrders } = this.options.size
    const closings = new TinyQueue<{ held: Held; id: bigint; at: number }>([], (one, other) => one.at - other.at)
    const every = Math.floor(orders / busyOrders)
    const [first, apart] = [this.from + 3_600_000, (YEAR_MS - 10 * 3_600_000) / orders]
    for (let number = 0; number < orders; number++) {
      const at = Math.floor(first + number * apart)
      while ((closings.peek()?.at ?? at) < at) await this.close(closings.pop() as { held: Held; id: bigint; at: number })
      const isBusy = number % every === 0 && number / every < busyOrders
      const held = this.held(isBusy ? 0 : 1 + (number % (accounts - 1)))
      const closeAt = at + 60_000 * this.random.between(1, 120)
      closings.push({ held, id: this.open(held, at, closeAt), at: closeAt })
      if (isBusy) this.busyDay(held, at)
      await this.writeWhenFull(at)
    }
    for (let next = closings.pop(); next !== undefined; next = closings.pop()) await this.close(next)
  }

  /** Positions that stay open, the accounts as they stand, and a session of the busy one. @returns its token */
  async endOfYear(): Promise<string> {
    const { until, size } = this.options
    for (let index = 1; index <= size.holding; index++) this.open(this.held(index), until - 3_600_000, until)
    for (const { account, counts, orders } of this.accounts) {
      this.rows.add(tradingAccount, { ...account, ...counts, endedProfit: String(counts.endedProfit) })
      for (const order of orders) this.rows.add(tradeOrder, order)
    }
    await this.write(until)
    // Twice, so that what is sealed is known to be settled.
    await this.seal(until)
    await this.seal(until)
    const { id: tenantId } = this.options.tenant
    const owner = { tenantId, traderId: this.busyId, client: { address: '127.0.0.1', userAgent: 'year' } as CallClient }
    return this.options.database.withTenant(tenantId, (tx) => beginSession(tx, owner, until))
  }

  private open(held: Held, at: number, closeAt: number): bigint {
    const start = this.random.below(CATALOGUE.length)
    const instrument = CATALOGUE.map((_, index) => CATALOGUE[(start + index) % CATALOGUE.length]).find(
      (one) => one !== undefined && this.prices.isOpen(one.code, at) && this.prices.isOpen(one.code, closeAt),
    )
    if (instrument === undefined) throw new Error('no market is open')
    this.prices.now = at
    const terms = this.services.pricing.termsOf(this.options.tenant).get(instrument.code)
    const order = this.decide(held, at, traderActor(held.account.traderId), (unit) =>
      placeOrder(unit, {
        forex_id: instrument.id,
        type: this.random.chance(50) ? '1' : '2',
        status: '1',
        cont: formatFixedShort(terms?.minLots ?? 0n),
        multiple: String(terms?.leverages.at(-1) ?? 1),
      } as Parameters<typeof placeOrder>[1]),
    )
    return order.id
  }

  private async close({ held, id, at }: { held: Held; id: bigint; at: number }): Promise<void> {
    this.prices.now = at
    this.decide(held, at, traderActor(held.account.traderId), (unit) => closePosition(unit, id))
    this.laid.orders += 1
    await this.writeWhenFull(at)
  }

  /** What fills the other lists of the busy account: a deposit nobody found, a withdrawal that went back, a notice of each. */
  private busyDay(held: Held, at: number): void {
    const { tenant } = this.options
    const { traderId } = held.account
    this.declaredDeposit(held, at, { status: 2, credited: null, transactionId: null, action: 'deposit.rejected' })
    const actor = traderActor(traderId)
    const request = this.decide(held, at, actor, (unit) => moved(lockWithdrawal(unit, SMALL_SUM)))
    const end = this.decide(held, at, OPERATOR, (unit) => moved(returnWithdrawal(unit, SMALL_SUM)))
    const id = this.draw()
    const terms = { fee: 0n, feeType: 'fixed', drawRate: 0n, usdPrice: parseFixed('1'), receivable: SMALL_SUM } as const
    this.rows.add(withdrawal, {
      ...{ id, tenantId: tenant.id, traderId, type: 1, amount: SMALL_SUM, ...terms, ...CHAIN_PLACE },
      ...{ payoutMethodId: this.busyId, methodCreatedAt: this.from, memo: '', notes: '', status: 2, endedAs: 'rejected' },
      ...{ firstApprovedBy: null, firstApprovedAt: null, decidedBy: OPERATOR, decidedAt: at, createdAt: at },
      ...{ requestTransactionId: request, endTransactionId: end },
    })
    this.log(OPERATOR, 'withdrawal.rejected', `withdrawal:${id}`, at)
    const params = { amount: '25', currency: 'USDT', reason: '', number: String(id) }
    for (const kind of ['deposit-rejected', 'withdrawal-rejected']) {
      this.rows.add(notice, { id: this.draw(), tenantId: tenant.id, traderId, kind, params, createdAt: at, readAt: at })
    }
  }

  private deposit(held: Held, amount: bigint, at: number): void {
    const transactionId = this.decide(held, at, OPERATOR, (unit) => moved(creditDeposit(unit, amount)))
    this.declaredDeposit(held, at, { status: 1, credited: amount, transactionId, action: 'deposit.completed' })
  }

  private declaredDeposit(
    { account: { tenantId, traderId } }: Held,
    at: number,
    end: { status: number; credited: bigint | null; transactionId: bigint | null; action: string },
  ): void {
    const [id, imageId] = [this.draw(), this.ids.take('image')]
    const picture = { bytes: 20_000, width: 800, height: 600, contentHash: String(imageId), usedFor: 'deposit', deletedAt: at }
    this.rows.add(image, { id: imageId, tenantId, traderId, storeKey: String(imageId), createdAt: at, ...picture })
    const place = { type: 0, currencyCode: 'USDT', protocol: 'TRC20', networkId: null, accountId: null, target: {} }
    const sums = { amount: end.credited ?? SMALL_SUM, usdtRate: parseFixed('1'), creditedAmount: end.credited }
    this.rows.add(deposit, {
      ...{ id, tenantId, traderId, ...place, ...sums, proofImageId: imageId, status: end.status, remark: '' },
      ...{ firstApprovedBy: null, firstApprovedAmount: null, firstApprovedAt: null, decidedBy: OPERATOR, decidedAt: at },
      ...{ transactionId: end.transactionId, createdAt: at },
    })
    this.log(OPERATOR, end.action, `deposit:${id}`, at)
  }

  /** One unit of work on an account's books, as a store would keep it. @throws when it is refused. */
  private decide<T>(held: Held, now: number, actor: AuditActor, work: (unit: TradeUnit) => Outcome<T>): T {
    const { ids } = this
    const source: IdSource = {
      nextOrderId: () => this.draw(),
      nextTransactionId: () => ids.take('ledger_transaction'),
      nextEntryId: () => ids.take('ledger_entry'),
    }
    this.prices.now = now
    const books = new RecordedBooks({ ...held, now }, source)
    const outcome = work({ services: this.services, tenant: this.options.tenant, books, actor })
    if (!outcome.ok) throw new Error(`a year holds no refusals: ${JSON.stringify(outcome)}`)
    this.keep(books)
    this.count(held, books)
    held.account = books.account
    held.orders = books.orders
    this.units += 1
    return outcome.data
  }

  private count({ counts }: Held, books: RecordedBooks): void {
    const ended = books.changed.filter(({ status }) => status === ORDER_STATUS.completed)
    counts.movements += books.transactions.length
    counts.endedOrders += ended.length
    counts.endedProfit += ended.reduce((sum, { profit }) => sum + (profit ?? 0n), 0n)
  }

  private keep(books: RecordedBooks): void {
    const { account, now } = books
    const { tenantId, traderId, isDemo } = account
    // An order is written as it ended; until then only its account holds it.
    for (const order of books.changed) if (order.status === ORDER_STATUS.completed) this.rows.add(tradeOrder, order)
    for (const { id, kind, orderId, entries } of books.transactions) {
      this.rows.add(ledgerTransaction, { id, tenantId, traderId, isDemo, kind, orderId, createdAt: now })
      for (const { id: entryId, account: name, isTraders, amount } of entries) {
        this.rows.add(ledgerEntry, {
          id: entryId,
          tenantId,
          transactionId: id,
          account: name,
          traderId: isTraders ? traderId : null,
          amount,
        })
      }
    }
    for (const { actor, action, object, detail } of books.audits) this.log(actor, action, object, now, detail)
    for (const one of books.receipts) {
      this.rows.add(receipt, { ...one, id: this.ids.take('receipt'), tenantId, traderId, createdAt: now })
    }
  }

  private log(actor: string, action: string, object: string, createdAt: number, detail: AccountBooksDetail = {}): void {
    const { id: tenantId } = this.options.tenant
    this.rows.add(auditEvent, { id: this.ids.take('audit_event'), tenantId, actor, action, object, detail, createdAt })
  }

  private async writeWhenFull(now: number): Promise<void> {
    if (this.units < UNITS_AT_ONCE) return
    await this.write(now)
    this.options.onProgress?.(this.laid.orders, this.options.size.orders)
  }

  private async write(now: number): Promise<void> {
    await this.rows.write(this.options.database)
    this.units = 0
    await this.seal(now)
  }

  private async seal(now: number): Promise<void> {
    const startedAt = performance.now()
    for (let isFull = true; isFull; ) {
      const batch = await this.options.database.system((tx) => {
        return sealBatch(tx, this.memory, { tenants: [this.options.tenant.id], now, monotonic: performance.now(), looksBack: true })
      })
      if (batch === null) throw new Error('somebody else seals this store')
      for (const link of batch.links) {
        this.memory.remember(link)
        this.laid.sealedRows += link.items.length
      }
      isFull = batch.isFull
    }
    this.laid.sealingMs += performance.now() - startedAt
  }

  private held(index: number): Held {
    const held = this.accounts[index]
    if (held === undefined) throw new Error(`no account ${index}`)
    return held
  }

  private draw(): bigint {
    this.drawn += 1n
    return this.drawn * DRAWN_APART + BigInt(this.random.below(Number(DRAWN_APART)))
  }

  private newAccount(traderId: bigint): LockedAccount {
    const sums = { balance: 0n, lockedMargin: 0n, lockedWithdrawal: 0n, openOrders: 0 }
    return { tenantId: this.options.tenant.id, traderId, isDemo: false, ...sums, marginCallLevel: 0, receiptHash: null, version: 0 }
  }

  private newTrader(id: bigint, index: number, createdAt: number): typeof trader.$inferSelect {
    const number = String(index).padStart(6, '0')
    const names = { uid: `9${number}`, email: `trader-${number}@year.example`, inviteCode: `Y${number}`, language: 'en', country: 'GB' }
    return { id, tenantId: this.options.tenant.id, isDemo: false, ...names, createdAt, lastUsedAt: createdAt } as typeof trader.$inferSelect
  }
}

type AccountBooksDetail = Parameters<AccountBooks['record']>[0]['detail']

const NO_BANK = { bankName: '', bankAddress: '', bankSwift: '', payeeName: '', payeeAccount: '' }
/** Nobody holds the key of it. */
const CHAIN_PLACE = { address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', currencyCode: 'USDT', protocol: 'TRC20', ...NO_BANK }

const moved = ({ transactionId }: { readonly transactionId: bigint }): Outcome<bigint> =>
  ({ ok: true, data: transactionId }) as Outcome<bigint>
