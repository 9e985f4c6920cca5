/**
 * Which accounts a price may have brought to a margin call or a stop-out, without looking at all of them: each account's
 * distance to the level it is watched for is shared out among its instruments, as the prices within which nothing can happen.
 * A tick looks only at the accounts whose band it leaves; these are valued anew and get new bands.
 *
 * Invariant: while no band of an account is left, its margin level is above the level it is watched for. Bands are cautious
 * (a hedge is taken as two losing sides, a conversion rate as if it moved against the account), never generous.
 */
import { equityOf } from '../../rules/account'
import { RATE_ONE, type Rate } from '../../rules/conversion'
import { divide, FIXED_ONE, type Fixed } from '../../rules/decimal'
import { nextMarginCall, recoveryLevel } from '../../rules/margin-call'
import type { Amount } from '../../rules/money'
import type { QuotePrices } from '../../rules/price'
import { type BothSides, bothSides, reaches, takeBoth } from './price-queues'
import type { TriggerHandle } from './trigger-queue'
import type { AccountKey, BookPrices, WatchedOrder } from './watched-order'

export interface AccountRisk extends AccountKey {
  balance: Amount
  lockedMargin: Amount
  marginCallLevel: number
  isDemo: boolean
  version: number
  readonly exposures: Map<string, Exposure>
}

type RatedQuote = QuotePrices & { readonly rate: Rate }

/** Positions in one instrument, added up. Units are 10⁻¹⁶ of the base, costs 10⁻²⁴ of the quote currency. */
export class PositionSum {
  count = 0
  buyLots = 0n
  buyUnits = 0n
  buyCost = 0n
  sellLots = 0n
  sellUnits = 0n
  sellCost = 0n

  change(position: WatchedOrder, sign: 1n | -1n): void {
    const units = position.lots * position.contractSize * sign
    this.count += Number(sign)
    if (position.side === 'buy') {
      this.buyLots += position.lots * sign
      this.buyUnits += units
      this.buyCost += units * position.fillPrice
    } else {
      this.sellLots += position.lots * sign
      this.sellUnits += units
      this.sellCost += units * position.fillPrice
    }
  }

  /** In USDT, added up and rounded once: it may differ from the sum of rounded rows by one last digit a position. */
  profitAt(quote: RatedQuote): Amount {
    const moved = this.buyUnits * quote.bid - this.buyCost - (this.sellUnits * quote.ask - this.sellCost)
    return divide(moved * quote.rate, FIXED_ONE * FIXED_ONE * RATE_ONE, 'half-even')
  }
}

/** All positions of one account in one instrument. */
export class Exposure extends PositionSum {
  handles: TriggerHandle[] = []

  constructor(
    readonly account: AccountRisk,
    readonly book: InstrumentBook,
  ) {
    super()
  }

  /** Nothing is held any more. */
  leave(): void {
    this.disarm()
    this.book.restless.delete(this)
    this.book.exposures.delete(this.account)
    this.account.exposures.delete(this.book.code)
  }

  disarm(): void {
    for (const handle of this.handles) handle.withdraw()
    this.handles = []
  }
}

/** What waits on one instrument of one tenant. A buy closes and a sell opens at the bid, the other way round at the ask. */
export class InstrumentBook {
  readonly exposures = new Map<AccountRisk, Exposure>()
  /** Exposures without a band: looked at with every tick. */
  readonly restless = new Set<Exposure>()
  /** Open orders of every kind. */
  orders = 0
  /** All positions of real accounts, and how many of their orders wait for a price: what the house is exposed to. */
  readonly real = new PositionSum()
  realPending = 0
  readonly bands = { bid: bothSides<Exposure>(), ask: bothSides<Exposure>(), rate: bothSides<Exposure>() }
  private readonly protection = { bid: bothSides<WatchedOrder>(), ask: bothSides<WatchedOrder>() }
  private readonly trailing = { bid: bothSides<WatchedOrder>(), ask: bothSides<WatchedOrder>() }
  private readonly pending = { bid: bothSides<WatchedOrder>(), ask: bothSides<WatchedOrder>() }

  constructor(readonly code: string) {}

  exposureOf(account: AccountRisk): Exposure {
    let exposure = this.exposures.get(account)
    if (exposure === undefined) {
      exposure = new Exposure(account, this)
      this.exposures.set(account, exposure)
      account.exposures.set(this.code, exposure)
    }
    return exposure
  }

  armPending(order: WatchedOrder): TriggerHandle[] {
    const side = order.side === 'buy' ? this.pending.ask : this.pending.bid
    const falls = (order.side === 'buy') === (order.pendingKind === 'limit')
    return [(falls ? side.below : side.above).add(order.requestedPrice, order)]
  }

  armPosition(order: WatchedOrder): TriggerHandle[] {
    const isBuy = order.side === 'buy'
    const side = isBuy ? this.protection.bid : this.protection.ask
    const handles: TriggerHandle[] = []
    if (order.stopLoss !== 0n) handles.push((isBuy ? side.below : side.above).add(order.stopLoss, order))
    if (order.takeProfit !== 0n) handles.push((isBuy ? side.above : side.below).add(order.takeProfit, order))
    if (order.trailingDistance !== 0n) {
      // One point beyond the price at which the stop would stand where it stands already.
      const point = 10n ** BigInt(8 - order.pricePrecision)
      const step = order.trailingDistance + point
      const trail = isBuy ? this.trailing.bid.above : this.trailing.ask.below
      handles.push(trail.add(isBuy ? order.stopLoss + step : order.stopLoss - step, order))
    }
    return handles
  }

  isReached(quote: QuotePrices, leavesPending: boolean): boolean {
    const waiting = [this.protection, this.trailing, ...(leavesPending ? [] : [this.pending])]
    return waiting.some((queues) => reaches(queues.bid, quote.bid) || reaches(queues.ask, quote.ask))
  }

  takeReached(quote: QuotePrices, leavesPending: boolean): Record<'protection' | 'trailing' | 'pending', WatchedOrder[]> {
    const take = (queues: { bid: BothSides<WatchedOrder>; ask: BothSides<WatchedOrder> }) => [
      ...takeBoth(queues.bid, quote.bid),
      ...takeBoth(queues.ask, quote.ask),
    ]
    return {
      protection: take(this.protection),
      trailing: take(this.trailing),
      pending: leavesPending ? [] : take(this.pending),
    }
  }
}

/** How far a conversion rate may move before its exposures are looked at again: one part in 200. */
const RATE_ROOM = 200n

export class RiskBands {
  constructor(private readonly prices: BookPrices) {}

  takeSuspects(book: InstrumentBook, quote: RatedQuote): AccountRisk[] {
    const left = [...takeBoth(book.bands.bid, quote.bid), ...takeBoth(book.bands.ask, quote.ask), ...takeBoth(book.bands.rate, quote.rate)]
    if (left.length === 0 && book.restless.size === 0) return []
    const accounts = new Set([...left, ...book.restless].map(({ account }) => account))
    return [...accounts].filter((account) => this.reset(account))
  }

  /** Values an account and gives it new bands. True when it has reached what it is watched for. */
  reset(account: AccountRisk): boolean {
    if (account.exposures.size === 0) return account.marginCallLevel !== 0
    const quotes = new Map<Exposure, RatedQuote>()
    let floatingProfit = 0n
    let rows = 0
    for (const exposure of account.exposures.values()) {
      const quote = this.prices.quote(account.tenantId, exposure.book.code)
      if (quote === null) {
        // It cannot be valued before every instrument has a price.
        this.watchClosely(account)
        return false
      }
      quotes.set(exposure, quote)
      floatingProfit += exposure.profitAt(quote)
      rows += exposure.count
    }
    const equity = equityOf({ balance: account.balance, usedMargin: account.lockedMargin, floatingProfit })
    const { falls, rises } = this.room(account, equity)
    // Rows are rounded one by one when it is decided: at the border the books are asked.
    if (falls <= BigInt(rows) || rises <= 0n) {
      this.watchClosely(account)
      return true
    }
    for (const [exposure, quote] of quotes) this.setBand(exposure, quote, falls / BigInt(quotes.size), rises / BigInt(quotes.size))
    return false
  }

  /** How much equity may fall, and may rise, before the account is to be looked at. */
  private room(account: AccountRisk, equity: Amount): { falls: Amount; rises: Amount } {
    const stopOut = this.prices.stopOutLevel(account.tenantId)
    const call = nextMarginCall(account.marginCallLevel, stopOut)
    const floor = call === 0 ? stopOut : BigInt(call) * FIXED_ONE
    const at = (level: Fixed) => divide(level * account.lockedMargin, 100n * FIXED_ONE, 'up')
    const rises = account.marginCallLevel === 0 ? NEVER : at(recoveryLevel(account.marginCallLevel)) - equity
    return { falls: equity - at(floor), rises }
  }

  private watchClosely(account: AccountRisk): void {
    for (const exposure of account.exposures.values()) {
      exposure.disarm()
      exposure.book.restless.add(exposure)
    }
  }

  private setBand(exposure: Exposure, quote: RatedQuote, falls: Amount, rises: Amount): void {
    const { book, buyUnits, sellUnits } = exposure
    exposure.disarm()
    const converts = quote.rate !== RATE_ONE
    const swing = converts ? magnitude(exposure.profitAt(quote)) / RATE_ROOM + 1n : 0n
    const worstRate = converts ? quote.rate + quote.rate / RATE_ROOM + 1n : quote.rate
    const share = buyUnits > 0n && sellUnits > 0n ? 2n : 1n
    const distance = (room: Amount, units: bigint) => ((room - swing) * FIXED_ONE * FIXED_ONE * RATE_ONE) / (share * units * worstRate)
    const down = { buy: buyUnits === 0n ? NEVER : distance(falls, buyUnits), sell: sellUnits === 0n ? NEVER : distance(falls, sellUnits) }
    if (falls <= swing || down.buy <= 0n || down.sell <= 0n) {
      book.restless.add(exposure)
      return
    }
    book.restless.delete(exposure)
    const { bid, ask, rate } = book.bands
    if (buyUnits > 0n) exposure.handles.push(bid.below.add(quote.bid - down.buy, exposure))
    if (sellUnits > 0n) exposure.handles.push(ask.above.add(quote.ask + down.sell, exposure))
    if (rises !== NEVER / BigInt(exposure.account.exposures.size)) {
      if (buyUnits > 0n) exposure.handles.push(bid.above.add(quote.bid + atLeastOne(distance(rises + swing, buyUnits)), exposure))
      if (sellUnits > 0n) exposure.handles.push(ask.below.add(quote.ask - atLeastOne(distance(rises + swing, sellUnits)), exposure))
    }
    if (converts) {
      exposure.handles.push(rate.below.add(quote.rate - quote.rate / RATE_ROOM, exposure))
      exposure.handles.push(rate.above.add(quote.rate + quote.rate / RATE_ROOM, exposure))
    }
  }
}

/** More than any account holds. */
const NEVER = 1n << 100n

function magnitude(amount: Amount): Amount {
  return amount < 0n ? -amount : amount
}

function atLeastOne(distance: Fixed): Fixed {
  return distance > 0n ? distance : 1n
}
