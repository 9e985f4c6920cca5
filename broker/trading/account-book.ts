/**
 * The open positions of all accounts in memory, kept after every commit: what a tick is held against.
 * It only ever raises suspicion (an order whose stop is reached, an account that may be stopped out); the decision is
 * made again inside a transaction on the stored rows, so a copy that lags can cost a check but never money.
 *
 * Invariant: an older version of an account or order never replaces a newer one.
 */
import { RATE_ONE, type Rate } from '../../rules/conversion'
import { divide, FIXED_ONE, type Fixed } from '../../rules/decimal'
import type { Amount } from '../../rules/money'
import type { QuotePrices } from '../../rules/price'
import type { AccountSums } from '../ledger/post-entries'
import type { OrderRow } from './order-store'
import { type TriggerHandle, TriggerQueue } from './trigger-queue'

type Position = Pick<
  OrderRow,
  'id' | 'tenantId' | 'traderId' | 'instrumentCode' | 'side' | 'lots' | 'contractSize' | 'fillPrice' | 'stopLoss' | 'takeProfit' | 'version'
>

export interface AccountKey {
  readonly tenantId: string
  readonly traderId: bigint
}

/** All positions of one account in one instrument, added up so that a tick costs two multiplications. */
interface Exposure {
  readonly account: BookAccount
  count: number
  buyUnits: bigint
  buyCost: bigint
  sellUnits: bigint
  sellCost: bigint
  profit: Amount
}

interface BookAccount extends AccountKey {
  balance: Amount
  lockedMargin: Amount
  version: number
  readonly exposures: Map<string, Exposure>
}

interface HeldPosition {
  position: Position
  triggers: TriggerHandle[]
}

/** What waits on one instrument of one tenant. */
class InstrumentBook {
  readonly exposures = new Map<bigint, Exposure>()
  /** A buy closes at the bid, a sell at the ask. */
  readonly bidBelow = new TriggerQueue<Position>('at-or-below')
  readonly bidAbove = new TriggerQueue<Position>('at-or-above')
  readonly askBelow = new TriggerQueue<Position>('at-or-below')
  readonly askAbove = new TriggerQueue<Position>('at-or-above')
}

export class AccountBook {
  private readonly accounts = new Map<string, BookAccount>()
  private readonly instruments = new Map<string, InstrumentBook>()
  private readonly held = new Map<string, HeldPosition>()
  private readonly tenantsByCode = new Map<string, Set<string>>()
  /** Orders that closed before they were heard of (two commits may report in either order). */
  private readonly gone = new Set<string>()

  get openPositions(): number {
    return this.held.size
  }

  setAccount(tenantId: string, traderId: bigint, sums: Pick<AccountSums, 'balance' | 'lockedMargin' | 'version'>): void {
    const account = this.account({ tenantId, traderId })
    if (sums.version < account.version) return
    account.balance = sums.balance
    account.lockedMargin = sums.lockedMargin
    account.version = sums.version
  }

  addPosition(position: Position): void {
    const key = orderKey(position)
    if (this.held.has(key) || this.gone.delete(key)) return
    const exposure = this.exposureOf(position)
    changeExposure(exposure, position, 1n)
    const held: HeldPosition = { position, triggers: [] }
    this.held.set(key, held)
    this.arm(held)
  }

  removePosition(position: Position): void {
    const key = orderKey(position)
    const held = this.held.get(key)
    if (held === undefined) {
      this.gone.add(key)
      return
    }
    for (const trigger of held.triggers) trigger.withdraw()
    this.held.delete(key)
    const exposure = this.exposureOf(position)
    changeExposure(exposure, position, -1n)
    if (exposure.count > 0) return
    exposure.account.exposures.delete(position.instrumentCode)
    const instrument = this.instrument(position.tenantId, position.instrumentCode)
    instrument.exposures.delete(position.traderId)
    if (instrument.exposures.size === 0) this.tenantsByCode.get(position.instrumentCode)?.delete(position.tenantId)
  }

  setProtection(position: Position): void {
    const held = this.held.get(orderKey(position))
    if (held === undefined || position.version < held.position.version) return
    for (const trigger of held.triggers) trigger.withdraw()
    held.position = position
    this.arm(held)
  }

  /** Arms the triggers of a position again after a close that could not be carried out. */
  rearm(tenantId: string, orderId: bigint): void {
    const held = this.held.get(orderKey({ tenantId, id: orderId }))
    if (held === undefined) return
    for (const trigger of held.triggers) trigger.withdraw()
    this.arm(held)
  }

  /** Tenants with positions in an instrument. */
  tenantsWith(code: string): Iterable<string> {
    return this.tenantsByCode.get(code) ?? []
  }

  /** Orders whose stop loss or take profit a quote reaches, by order id; each is handed out once. */
  takeReached(tenantId: string, code: string, quote: QuotePrices): Position[] {
    const book = this.instruments.get(instrumentKey(tenantId, code))
    if (book === undefined) return []
    const reached = [
      ...book.bidBelow.takeReached(quote.bid),
      ...book.bidAbove.takeReached(quote.bid),
      ...book.askBelow.takeReached(quote.ask),
      ...book.askAbove.takeReached(quote.ask),
    ]
    const unique = new Map(reached.map((position) => [position.id, position]))
    return [...unique.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  }

  /**
   * Values all positions of a tenant in an instrument at a quote and returns the accounts that are at or under the
   * stop-out level. Added-up positions are rounded once, so the figure may differ from the sum of rounded rows in the
   * last digit: the transaction that follows decides on the rows.
   */
  revalue(tenantId: string, code: string, quote: QuotePrices, rate: Rate, stopOutLevel: Fixed): AccountKey[] {
    const book = this.instruments.get(instrumentKey(tenantId, code))
    if (book === undefined) return []
    const suspects: AccountKey[] = []
    for (const exposure of book.exposures.values()) {
      const moved = exposure.buyUnits * quote.bid - exposure.buyCost - (exposure.sellUnits * quote.ask - exposure.sellCost)
      exposure.profit = divide(moved * rate, FIXED_ONE * FIXED_ONE * RATE_ONE, 'half-even')
      if (this.isSuspect(exposure.account, stopOutLevel)) suspects.push(exposure.account)
    }
    return suspects
  }

  private isSuspect(account: BookAccount, stopOutLevel: Fixed): boolean {
    let equity = account.balance + account.lockedMargin
    for (const exposure of account.exposures.values()) equity += exposure.profit
    return equity * 100n * FIXED_ONE <= stopOutLevel * account.lockedMargin
  }

  private arm(held: HeldPosition): void {
    const { position } = held
    const book = this.instrument(position.tenantId, position.instrumentCode)
    const isBuy = position.side === 'buy'
    held.triggers = []
    if (position.stopLoss !== 0n) held.triggers.push((isBuy ? book.bidBelow : book.askAbove).add(position.stopLoss, position))
    if (position.takeProfit !== 0n) held.triggers.push((isBuy ? book.bidAbove : book.askBelow).add(position.takeProfit, position))
  }

  private account(key: AccountKey): BookAccount {
    const name = `${key.tenantId}/${key.traderId}`
    let account = this.accounts.get(name)
    if (account === undefined) {
      account = { ...key, balance: 0n, lockedMargin: 0n, version: -1, exposures: new Map() }
      this.accounts.set(name, account)
    }
    return account
  }

  private instrument(tenantId: string, code: string): InstrumentBook {
    const key = instrumentKey(tenantId, code)
    let book = this.instruments.get(key)
    if (book === undefined) {
      book = new InstrumentBook()
      this.instruments.set(key, book)
    }
    return book
  }

  private exposureOf(position: Position): Exposure {
    const book = this.instrument(position.tenantId, position.instrumentCode)
    let exposure = book.exposures.get(position.traderId)
    if (exposure === undefined) {
      const account = this.account(position)
      exposure = { account, count: 0, buyUnits: 0n, buyCost: 0n, sellUnits: 0n, sellCost: 0n, profit: 0n }
      book.exposures.set(position.traderId, exposure)
      account.exposures.set(position.instrumentCode, exposure)
      const tenants = this.tenantsByCode.get(position.instrumentCode) ?? new Set()
      this.tenantsByCode.set(position.instrumentCode, tenants.add(position.tenantId))
    }
    return exposure
  }
}

function changeExposure(exposure: Exposure, position: Position, sign: 1n | -1n): void {
  const units = position.lots * position.contractSize * sign
  exposure.count += Number(sign)
  if (position.side === 'buy') {
    exposure.buyUnits += units
    exposure.buyCost += units * position.fillPrice
  } else {
    exposure.sellUnits += units
    exposure.sellCost += units * position.fillPrice
  }
}

function orderKey(order: { readonly tenantId: string; readonly id: bigint }): string {
  return `${order.tenantId}/${order.id}`
}

function instrumentKey(tenantId: string, code: string): string {
  return `${tenantId}/${code}`
}
