/**
 * Executes again what receipts say was filled, triggered, stopped out and charged, from nothing but what a company has committed to:
 * its prices (price-tape.ts), its terms (terms-in-force.ts) and the receipts of the account themselves. The numbers come from the same
 * rules by which the broker decides.
 *
 * Invariants: receipts of an account are given in their order; what cannot be executed from what is at hand says why, and is never
 * counted as the same.
 */
import { isStoppedOut } from '../account'
import { conversionPair, conversionRate, formatRate, parseRate, RATE_ONE, type Rate } from '../conversion'
import { type Fixed, formatFixed, formatFixedShort, parseFixed } from '../decimal'
import { MINUTE_MS, minuteOf } from '../durations'
import { committedTicksHash } from '../log/ticks-hash'
import { formatAmount } from '../money'
import { closingPrice, type OrderSide } from '../price'
import { orderProfit } from '../profit'
import { nextToClose } from '../stop-out'
import type { BrakesInForce } from './brakes-in-force'
import { executeFunding } from './execute-funding'
import {
  type Difference,
  type DifferingFact,
  differs,
  type ExecutedKind,
  type Execution,
  kindOf,
  notExecuted,
  OLD_MS,
  verdictOf,
} from './execution'
import { fillPriceAt, quotedAt, triggerAt } from './fill-by-rules'
import { openingDifference, placedDifference, protectionDifference, type Traded } from './fill-differences'
import { firstTickDifference, nameOf } from './first-tick'
import type { PriceTape, TapePlace, TapeTick } from './price-tape'
import { isProviderFill, ProviderFills } from './provider-fills'
import type { ReceiptFacts, ReceiptQuote } from './receipt-facts'
import type { InstrumentInForce, TermsInForce } from './terms-in-force'
import { firstTrailedDifference, type Trailed, trailedLevel } from './trailing-stop'

/** A position as its receipts have it so far. */
interface Holding {
  readonly order: string
  readonly code: string
  readonly side: OrderSide
  readonly entryPrice: Fixed
  readonly contractSize: Fixed | null
  readonly isProvider: boolean
  lots: Fixed
  margin: bigint
  stopLoss: Fixed
  trailingDistance: Fixed
  /** A stop loss or a take profit is set. */
  isProtected: boolean
  /** Since when its levels stand, by the receipt that says them. */
  since: number
  /** From where its stop has trailed; null after an edit, whose place among the ticks no receipt tells. */
  trail: Pick<Trailed, 'from' | 'minute' | 'first'> | null
}

interface Account {
  readonly holdings: Map<string, Holding>
  /** Orders that wait, and since when at their target. */
  readonly waiting: Map<string, number>
  /** False while positions may be open whose receipts are not at hand. */
  readonly isWhole: boolean
  balance: bigint
}

/** Ticks that stand under a receipt at most. */
const TICKS_UNDER = 12

export class Reexecution {
  private readonly accounts = new Map<string, Account>()
  private readonly providers = new ProviderFills()

  /** @param startsWhole the receipts of every position that is open at the first one are given: what an account begins with is known */
  constructor(
    private readonly tape: PriceTape,
    private readonly terms: TermsInForce,
    private readonly startsWhole: boolean,
    private readonly brakes: BrakesInForce,
  ) {}

  /** Whether something waits for a price somewhere: then no minute may be left out. */
  get followsPrices(): boolean {
    const isWatched = ({ trail, isProtected }: Holding) => trail !== null || isProtected
    for (const { holdings, waiting } of this.accounts.values()) {
      if (waiting.size > 0) return true
      for (const holding of holdings.values()) if (isWatched(holding)) return true
    }
    return false
  }

  /** Takes a receipt up without executing it: what was before the stretch that is looked at. */
  learn(facts: ReceiptFacts): void {
    const account = this.accountOf(facts)
    this.providers.learn(facts)
    this.book(facts, account, null)
  }

  execute(facts: ReceiptFacts): Execution {
    const account = this.accountOf(facts)
    const { execution, contractSize } = this.executeOn(facts, account)
    this.providers.learn(facts)
    this.book(facts, account, contractSize)
    return execution
  }

  private executeOn(facts: ReceiptFacts, account: Account): { execution: Execution; contractSize: Fixed | null } {
    const kind = kindOf(facts)
    if (kind === null) return { execution: notExecuted('nothing_traded'), contractSize: null }
    if (kind === 'protection') return { execution: verdictOf(kind, protectionDifference(facts, account)), contractSize: null }
    if (facts.terms !== undefined && !this.terms.has(facts.terms)) {
      return { execution: differs(kind, 'terms', '', facts.terms), contractSize: null }
    }
    const code = facts.instrument ?? ''
    const candidates = this.termsOf(code, facts)
    if (candidates.length === 0) return { execution: notExecuted('no_terms'), contractSize: null }
    let first: { execution: Execution; contractSize: Fixed | null } | null = null
    for (const terms of candidates) {
      const execution = kind === 'funding' ? executeFunding(this.tape, facts, terms) : this.trade(facts, { kind, terms, account })
      const tried = { execution, contractSize: parseFixed(terms.contract_size) }
      if (execution.outcome === 'same') return tried
      first ??= tried
    }
    return first as NonNullable<typeof first>
  }

  /** A provider was asked on the terms of that moment, whatever came into force before it answered. */
  private termsOf(code: string, facts: ReceiptFacts): InstrumentInForce[] {
    const asked = this.providers.askedOn(facts)
    const answered = this.terms.of(code, facts)
    if (!isProviderFill(facts)) return answered
    const before = asked !== undefined ? [asked] : facts.quote?.arrived_at === undefined ? [] : [undefined]
    const earlier = before.flatMap((terms) => this.terms.of(code, { at: facts.quote?.arrived_at ?? facts.at, terms }))
    return [...earlier, ...answered.filter(({ hash }) => earlier.every((one) => one.hash !== hash))]
  }

  private trade(
    facts: ReceiptFacts,
    { kind, terms, account }: { kind: ExecutedKind; terms: InstrumentInForce; account: Account },
  ): Execution {
    const { quote: stated, side, instrument } = facts
    if (stated === null || side === null || instrument === null) return notExecuted('nothing_traded')
    const isRouted = isProviderFill(facts)
    if (!isRouted && facts.isProvider && facts.event !== 'order_placed') return notExecuted('provider')
    const routed = isRouted ? this.providers.difference(facts, terms) : null
    if (routed !== null) return verdictOf(kind, routed)
    if (stated.arrived_at === undefined || (!isRouted && facts.at - stated.arrived_at > OLD_MS)) return notExecuted('old_price')
    const tick = this.tape.find(instrument, stated.source, stated.seq, stated.arrived_at)
    if (tick === null) {
      if (!this.tape.isCovered(stated.arrived_at) || !(isRouted || this.tape.isCovered(facts.at))) return notExecuted('no_prices')
      return differs(kind, 'tick', '', `${stated.source} ${stated.seq}`)
    }
    const rates = this.ratesWhile(tick, terms)
    if (rates.length === 0) return notExecuted('no_prices')
    const traded: Traded = { tick, terms, quote: quotedAt(tick, terms), rates }
    const basis = this.quoteDifference(facts, stated, traded, kind)
    if (basis !== null) return verdictOf(kind, basis)
    if (kind === 'placed') return verdictOf(kind, placedDifference(facts, side, traded))
    if (kind === 'open') return verdictOf(kind, openingDifference(facts, side, traded))
    if (kind === 'pending_fill') {
      const since = account.waiting.get(facts.order ?? '')
      return verdictOf(kind, openingDifference(facts, side, traded) ?? this.laterThanDue(facts, side, { since, traded }))
    }
    return this.closing(facts, side, { kind, account, traded })
  }

  /** The rates that were in force at some time while the tick was the price of its instrument. */
  private ratesWhile(tick: TapeTick, { quote_currency: currency }: InstrumentInForce): Rate[] {
    const pair = conversionPair(currency)
    if (pair === null) return [RATE_ONE]
    if (pair.code === tick.code) return [conversionRate(pair, parseFixed(tick.last))]
    return this.tape.currentWhile(pair.code, tick, this.tape.next(tick)).map(({ last }) => conversionRate(pair, parseFixed(last)))
  }

  private quoteDifference(
    facts: ReceiptFacts,
    stated: ReceiptQuote,
    { tick, quote, rates }: Traded,
    kind: ExecutedKind,
  ): Difference | null {
    const said: [DifferingFact, string, string][] = [
      ['bid', formatFixedShort(quote.bid), formatFixedShort(parseFixed(stated.bid))],
      ['ask', formatFixedShort(quote.ask), formatFixedShort(parseFixed(stated.ask))],
      ['last', tick.last, stated.last],
      ['time', String(tick.time), String(stated.time)],
      ['source_time', String(tick.sourceTime ?? ''), String(stated.source_time ?? '')],
      ['arrived_at', String(tick.arrivedAt), String(stated.arrived_at ?? '')],
    ]
    for (const [fact, expected, found] of said) if (expected !== found) return { fact, expected, stated: found }
    // A close at a provider is converted when its answer comes.
    const isLater = isProviderFill(facts) && facts.event === 'order_closed'
    const rate = facts.conversion_rate === null || isLater ? null : parseRate(facts.conversion_rate)
    if (rate !== null && !rates.includes(rate)) {
      return { fact: 'conversion_rate', expected: formatRate(rates[0] ?? RATE_ONE), stated: formatRate(rate) }
    }
    // What a trader asks for is filled at the newest price there is when it is heard.
    const isAsked = (kind === 'open' || kind === 'placed' || kind === 'close') && facts.provider === undefined
    const later = isAsked ? this.tape.next(tick) : null
    if (later !== null && later.arrivedAt < facts.at) return { fact: 'tick', expected: nameOf(later), stated: nameOf(tick) }
    return this.hashDifference(facts.ticks_hash, tick)
  }

  /** As many ticks stand under a receipt as the process had heard and kept. */
  private hashDifference(stated: string | null, tick: TapeTick): Difference | null {
    const ticks = this.tape.upTo(tick, TICKS_UNDER)
    if (stated === null) return null
    let whole = ''
    for (let from = 0; from < ticks.length; from++) {
      const hash = committedTicksHash(tick.code, ticks.slice(from))
      if (hash === stated) return null
      if (from === 0) whole = hash
    }
    // Fewer are at hand than may stand under it.
    return ticks.length < TICKS_UNDER && !this.tape.isCovered(tick.second - MINUTE_MS)
      ? null
      : { fact: 'ticks_hash', expected: whole, stated }
  }

  private closing(
    facts: ReceiptFacts,
    side: OrderSide,
    { kind, account, traded }: { kind: ExecutedKind; account: Account; traded: Traded },
  ): Execution {
    const { terms, quote, tick } = traded
    const { price: stated, profit, lots } = facts
    const price = fillPriceAt({ ...facts, side }, quote, terms.price_precision)
    if (stated === null || profit === null || lots === null) return notExecuted('nothing_traded')
    if (parseFixed(stated) !== price) return differs(kind, 'price', formatFixed(price, terms.price_precision), stated)
    const holding = account.holdings.get(facts.parent ?? facts.order ?? '') ?? account.holdings.get(facts.order ?? '')
    const trigger = triggerAt({ ...facts, side }, quote)
    if (trigger?.isReached === false) return differs(kind, 'trigger', trigger.reached ?? '', kind)
    if (holding === undefined) return notExecuted('no_opening')
    const contractSize = holding.contractSize ?? parseFixed(terms.contract_size)
    const rate = parseRate(facts.conversion_rate ?? '1')
    const worked = orderProfit({ side, lots: parseFixed(lots), contractSize, entryPrice: holding.entryPrice }, price, rate)
    if (formatAmount(worked) !== profit) return differs(kind, 'profit', formatAmount(worked), profit)
    if (kind === 'stop_loss' && holding.trailingDistance > 0n && !holding.isProvider) return this.trailing(facts, { holding, tick, terms })
    const late = trigger === null || holding.trailingDistance > 0n ? null : this.laterThanDue(facts, side, { since: holding.since, traded })
    if (late !== null) return verdictOf(kind, late)
    return kind === 'stop_out' ? this.stopOut(facts, holding, { account, traded }) : { outcome: 'same', kind }
  }

  /** Of a provider it is not told: one that has just refused is not asked again with every tick. */
  private laterThanDue(
    facts: ReceiptFacts,
    side: OrderSide,
    { since, traded: { tick, terms } }: { since: number | undefined; traded: Traded },
  ): Difference | null {
    if (since === undefined || facts.isProvider) return null
    const { code } = tick
    const pair = conversionPair(terms.quote_currency)?.code ?? null
    // What a risk desk held back is not filled, and closed all the same.
    const isHeld = facts.event === 'order_opened' ? (at: number) => this.brakes.mayHold(code, at) : () => false
    const watched = { fill: { ...facts, side }, code, pair: pair === code ? null : pair, since, tick }
    return firstTickDifference(this.tape, watched, (at) => (isHeld(at) ? [] : this.terms.of(code, { at })))
  }

  private trailing(
    facts: ReceiptFacts,
    { holding, tick, terms }: { holding: Holding; tick: TapeTick; terms: InstrumentInForce },
  ): Execution {
    const { trail, side, since, code } = holding
    const trailed = trail === null ? null : { ...holding, ...trail, terms }
    const level = trailed === null ? null : trailedLevel(this.tape, tick, trailed)
    if (trailed === null || level === null) return notExecuted('no_prices')
    const stated = facts.stop_loss ?? '0'
    if (parseFixed(stated) !== level) return differs('stop_loss', 'stop_loss', formatFixed(level, terms.price_precision), stated)
    if (facts.isProvider) return { outcome: 'same', kind: 'stop_loss' }
    const pair = conversionPair(terms.quote_currency)?.code ?? null
    const watched = { fill: { ...facts, side }, code, pair: pair === code ? null : pair, since, tick }
    return verdictOf(
      'stop_loss',
      firstTrailedDifference(this.tape, watched, trailed, (at) => this.terms.of(code, { at })),
    )
  }

  /** Whether the account had come to its level while the tick was the price, and this position was the one to go. */
  private stopOut(facts: ReceiptFacts, closed: Holding, { account, traded }: { account: Account; traded: Traded }): Execution {
    const holdings = [...account.holdings.values()]
    if (!account.isWhole) return notExecuted('no_opening')
    if (holdings.some(({ isProvider }) => isProvider)) return notExecuted('provider')
    const { tick } = traded
    const next = this.tape.next(tick)
    const level = parseFixed(traded.terms.stopOutLevel)
    const usedMargin = holdings.reduce((sum, { margin }) => sum + margin, 0n)
    let least: Difference | null = null
    for (const moment of this.momentsOf(holdings, tick, next, facts.at)) {
      const valued = holdings.map((holding) => this.valueAt(holding, moment, facts.at))
      if (valued.includes(null)) return notExecuted('no_prices')
      const profits = valued as { profit: bigint; isFresh: boolean }[]
      const floatingProfit = profits.reduce((sum, { profit }) => sum + profit, 0n)
      const state = { balance: account.balance, usedMargin, floatingProfit }
      if (!isStoppedOut(state, level)) {
        const equity = account.balance + usedMargin + floatingProfit
        const percent = usedMargin === 0n ? 0n : (equity * 100n * 100_000_000n) / usedMargin
        least ??= { fact: 'margin_level', expected: `> ${formatFixedShort(level)}`, stated: formatFixed(percent, 2) }
        continue
      }
      const losing = holdings.map(({ order }, at) => ({ id: BigInt(order), order, ...(profits[at] as (typeof profits)[number]) }))
      const first = nextToClose(losing.filter(({ isFresh, order }) => isFresh || order === closed.order))
      if (first?.order === closed.order) return { outcome: 'same', kind: 'stop_out' }
      least = { fact: 'next_to_close', expected: first?.order ?? '', stated: closed.order }
    }
    return verdictOf('stop_out', least)
  }

  /** The tick, and whatever price of another position or conversion came before the next one. */
  private momentsOf(holdings: readonly Holding[], tick: TapeTick, next: TapeTick | null, at: number): TapePlace[] {
    const codes = new Set<string>()
    for (const { code } of holdings) {
      codes.add(code)
      const pair = conversionPair(this.terms.of(code, { at })[0]?.quote_currency ?? 'USD')
      if (pair !== null) codes.add(pair.code)
    }
    codes.delete(tick.code)
    const others = [...codes].flatMap((code) => this.tape.currentWhile(code, tick, next).slice(1))
    return [tick, ...others.sort((one, other) => one.second - other.second || one.begun - other.begun || one.place - other.place)]
  }

  private valueAt({ code, side, lots, entryPrice, contractSize }: Holding, moment: TapePlace, at: number) {
    const terms = this.terms.of(code, { at })[0]
    // Up to the moment itself, and what stands at it.
    const tick = this.tape.currentWhile(code, moment, { ...moment, place: moment.place + 1 }).at(-1)
    if (terms === undefined || tick === undefined) return null
    const pair = conversionPair(terms.quote_currency)
    const pairTick = pair === null ? undefined : this.tape.currentWhile(pair.code, moment, { ...moment, place: moment.place + 1 }).at(-1)
    if (pair !== null && pairTick === undefined) return null
    const rate = conversionRate(pair, pairTick === undefined ? 1n : parseFixed(pairTick.last))
    const size = contractSize ?? parseFixed(terms.contract_size)
    const profit = orderProfit({ side, lots, contractSize: size, entryPrice }, closingPrice(side, quotedAt(tick, terms)), rate)
    return { profit, isFresh: tick.isConfirmed && moment.second - tick.second <= 1_000 }
  }

  private accountOf({ account: id, previous, balance_after: balance }: ReceiptFacts): Account {
    const known = this.accounts.get(id)
    if (known !== undefined) return known
    const account: Account = {
      holdings: new Map(),
      waiting: new Map(),
      isWhole: this.startsWhole || previous === '',
      balance: parseFixed(balance),
    }
    this.accounts.set(id, account)
    return account
  }

  /** What a receipt leaves behind. */
  private book(facts: ReceiptFacts, account: Account, contractSize: Fixed | null): void {
    const { event, order, parent, side, lots, price, margin, instrument } = facts
    account.balance = parseFixed(facts.balance_after)
    if (order === null || side === null || lots === null || instrument === null) return
    const stopLoss = parseFixed(facts.stop_loss ?? '0')
    const trailingDistance = parseFixed(facts.trailing_distance ?? '0')
    const isProtected = stopLoss !== 0n || parseFixed(facts.take_profit ?? '0') !== 0n
    const since = facts.at
    if (event === 'order_placed' || (event === 'order_edited' && account.waiting.has(order))) account.waiting.set(order, since)
    else account.waiting.delete(order)
    if (event === 'order_opened' && price !== null && margin !== null) {
      const figures = { lots: parseFixed(lots), margin: parseFixed(margin), stopLoss, trailingDistance, isProtected, since }
      const opened = { order, code: instrument, side, entryPrice: parseFixed(price), contractSize, isProvider: facts.isProvider }
      account.holdings.set(order, { ...opened, ...figures, trail: trailingDistance === 0n ? null : this.trailFrom(facts) })
    } else if (event === 'order_edited') {
      const holding = account.holdings.get(order)
      if (holding !== undefined) Object.assign(holding, { stopLoss, trailingDistance, isProtected, since, trail: null })
    } else if (event === 'order_closed') {
      const split = parent === null ? undefined : account.holdings.get(parent)
      if (split === undefined) account.holdings.delete(order)
      else {
        split.lots -= parseFixed(lots)
        split.margin -= parseFixed(margin ?? '0')
      }
    }
  }

  private trailFrom({ quote, instrument }: ReceiptFacts): Holding['trail'] {
    if (quote?.arrived_at === undefined || instrument === null) return null
    const tick = this.tape.find(instrument, quote.source, quote.seq, quote.arrived_at)
    if (tick === null) return null
    const minute = minuteOf(tick.second)
    return { from: tick, minute, first: this.tape.extremes(instrument, { from: minute, to: minute + MINUTE_MS, after: tick }) }
  }
}
