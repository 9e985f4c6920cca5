/**
 * A provider's statement of a day against our book of it: pure.
 *
 * The account is looked at with open positions valued at the statement's closing prices, so that by which rule a provider calls a result realised
 * makes no difference, and each fill counts side × quantity × (close − price), whatever it opened or closed. Then the closing balances differ by
 * exactly the sum of: the trades that differ, swap, commission, transfers, and a rest that nobody can explain.
 */
import type { ProviderStatement } from '../../contract/market-file'
import { RATE_ONE, type Rate } from '../../rules/conversion'
import { inUsdt } from '../../rules/cover'
import { absolute, divide, FIXED_ONE, type Fixed, parseFixed } from '../../rules/decimal'
import type { Amount } from '../../rules/money'
import type { Side } from '../providers/provider'
import type { ComparedFill, FillDifference } from './compare-order'
import type { Charge, Statement, StatementPosition } from './read-statement'

/** Below it two amounts are the same: a provider writes cents, and rounds each line by itself. */
const CENT: Amount = parseFixed('0.01')

/** What changed our book on the day: a fill, or one that was taken back at the price that it had. */
export interface BookChange {
  readonly code: string
  /** A buy is positive. */
  readonly quantity: Fixed
  readonly price: Fixed
  readonly isTakenBack: boolean
}

export interface OurDay {
  /** By code, before the day: long is positive. */
  readonly held: ReadonlyMap<string, Fixed>
  readonly changes: readonly BookChange[]
  /** Fills that differ, by whichever of the two has them. */
  readonly differing: readonly (FillDifference & { readonly code: string; readonly side: Side })[]
  /** The statement that this one goes on from; null: it is the first, or one between is not there. */
  readonly before: { readonly closing: Amount; readonly positions: readonly StatementPosition[] } | null
  /** How many nights the rollover at the end of the day counts, by code. */
  readonly nightsOf: (code: string) => number
  /** USDT for one unit of the quote currency now, where the statement does not name it. */
  readonly rateOf: (code: string) => Rate | null
}

export interface ChargeDifference {
  readonly kind: 'swap' | 'commission' | 'transfer' | 'not_explained'
  /** Empty: of no one instrument. */
  readonly code: string
  /** USDT; null: our book has none. */
  readonly ours: Amount | null
  readonly theirs: Amount
}

/** What was agreed of one kind and instrument. */
export interface AgreedCharge {
  readonly kind: 'swap' | 'commission'
  readonly code: string
  readonly amount: Amount
}

interface JudgedStatement {
  /** Ours; `opening` and `result` are null where this statement goes on from none. */
  readonly ours: { readonly opening: Amount | null; readonly result: Amount | null; readonly swap: Amount; readonly commission: Amount }
  readonly theirs: Readonly<Record<'opening' | 'result' | 'swap' | 'commission' | 'transfers' | 'closing', Amount>>
  /** They add up to `ours` of swap and commission. */
  readonly agreed: readonly AgreedCharge[]
  readonly charges: readonly ChargeDifference[]
  /** What is left of the difference of the closing balances; null where ours is not known. */
  readonly rest: Amount | null
  readonly positions: readonly {
    readonly code: string
    readonly ours: Fixed
    readonly theirs: Fixed
    readonly close: Fixed
    readonly rate: Rate
  }[]
}

type Agreed = Pick<ProviderStatement, 'commissionPerMillion' | 'swap'>

export function judgeStatement(statement: Statement, day: OurDay, agreed: Agreed): JudgedStatement {
  const prices = new ClosingPrices(statement, day)
  const theirs = theirsOf(statement)
  const held = heldAtClose(day)
  const swap = swapOf(statement.swaps, { held, day, prices, agreed })
  const commission = commissionOf(statement, { day, prices, agreed })
  const transfers = theirs.transfers === 0n ? [] : [{ kind: 'transfer', code: '', ours: null, theirs: theirs.transfers } as const]
  const { before } = day
  const result = before === null ? null : resultOf(day, prices)
  const sum = (all: readonly { readonly ours: Amount | null }[]) => all.reduce((total, { ours }) => total + (ours ?? 0n), 0n)
  const ours = { opening: before?.closing ?? null, result, swap: sum(swap), commission: sum(commission) }
  const charges = [...swap, ...commission].filter(({ ours: own, theirs: said, bound }) => absolute(said - (own ?? 0n)) >= bound)
  const rest =
    before === null || result === null
      ? null
      : theirs.opening - before.closing + (theirs.result - result) - explainedBy(day, prices) + unnamed([...swap, ...commission], charges)
  const found: ChargeDifference[] = [...charges.map(({ bound: _bound, ...charge }) => charge), ...transfers]
  const codes = new Set([
    ...statement.positions.map(({ code }) => code),
    ...[...held].flatMap(([code, quantity]) => (quantity === 0n ? [] : code)),
  ])
  const positions = [...codes].sort().map((code) => ({
    ...{ code, ours: held.get(code) ?? 0n, theirs: statement.positions.find((one) => one.code === code)?.quantity ?? 0n },
    ...prices.of(code, 0n),
  }))
  // Each instrument's result is rounded by itself.
  if (rest !== null && absolute(rest) >= CENT * BigInt(Math.max(1, positions.length)))
    found.push({ kind: 'not_explained', code: '', ours: null, theirs: rest })
  return { ours, theirs, agreed: agreedOf([...swap, ...commission]), charges: found, rest, positions }
}

/** What they made by trading is what the balances leave for it. */
function theirsOf({ opening, closing, trades, swaps, commissions, transfers }: Statement): JudgedStatement['theirs'] {
  const sum = (amounts: readonly Amount[]) => amounts.reduce((total, amount) => total + amount, 0n)
  const swap = sum(swaps.map(({ amount }) => amount))
  const commission = sum([...trades.map((trade) => trade.commission), ...commissions.map(({ amount }) => amount)])
  const moved = sum(transfers)
  return { opening, closing, swap, commission, transfers: moved, result: closing - opening - swap - commission - moved }
}

/** The statement's, else those of the one before, else what was paid and the rate of now. */
class ClosingPrices {
  readonly #now: ReadonlyMap<string, StatementPosition>
  readonly #before: ReadonlyMap<string, StatementPosition>
  readonly #rateOf: OurDay['rateOf']

  constructor({ positions }: Statement, { before, rateOf }: OurDay) {
    this.#now = new Map(positions.map((one) => [one.code, one]))
    this.#before = new Map(before?.positions.map((one) => [one.code, one]))
    this.#rateOf = rateOf
  }

  of(code: string, paid: Fixed): { readonly close: Fixed; readonly rate: Rate } {
    const known = this.#now.get(code) ?? this.#before.get(code)
    return { close: known?.close ?? paid, rate: known?.rate ?? this.#rateOf(code) ?? RATE_ONE }
  }

  before(code: string): Fixed | undefined {
    return this.#before.get(code)?.close
  }
}

function heldAtClose({ held, changes }: OurDay): ReadonlyMap<string, Fixed> {
  const sums = new Map(held)
  for (const { code, quantity } of changes) sums.set(code, (sums.get(code) ?? 0n) + quantity)
  return sums
}

function resultOf({ held, changes }: OurDay, prices: ClosingPrices): Amount {
  const carried = [...held].reduce((sum, [code, quantity]) => {
    const before = prices.before(code)
    const { close, rate } = prices.of(code, before ?? 0n)
    return before === undefined ? sum : sum + inUsdt(quantity * (close - before), rate)
  }, 0n)
  return changes.reduce((sum, { code, quantity, price }) => {
    const { close, rate } = prices.of(code, price)
    return sum + inUsdt(quantity * (close - price), rate)
  }, carried)
}

/** By how much the trades that differ move the balance. */
function explainedBy({ differing }: OurDay, prices: ClosingPrices): Amount {
  return differing.reduce((sum, { code, side, ours, theirs }) => {
    const { close, rate } = prices.of(code, theirs?.price ?? ours?.price ?? 0n)
    const effect = (fill: ComparedFill | null) => (fill === null ? 0n : fill.quantity * (close - fill.price))
    const change = effect(theirs) - effect(ours)
    return sum + inUsdt(side === 'buy' ? change : -change, rate)
  }, 0n)
}

type Judged = ChargeDifference & { readonly kind: AgreedCharge['kind']; readonly bound: Amount }

function agreedOf(all: readonly Judged[]): AgreedCharge[] {
  return all.flatMap(({ kind, code, ours }) => (ours === null || ours === 0n ? [] : [{ kind, code, amount: ours }]))
}

interface AgreedDay {
  readonly day: OurDay
  readonly prices: ClosingPrices
  readonly agreed: Agreed
}

function swapOf(
  said: readonly Charge[],
  { held, day, prices, agreed }: AgreedDay & { readonly held: ReadonlyMap<string, Fixed> },
): Judged[] {
  const theirs = byCode(said)
  const expected = [...held].flatMap(([code, quantity]) => (agreed.swap[code] !== undefined && quantity !== 0n ? [code] : []))
  return [...new Set([...theirs.keys(), ...expected])].sort().map((code) => {
    const terms = agreed.swap[code]
    const quantity = held.get(code) ?? 0n
    const of = { kind: 'swap', code, theirs: theirs.get(code) ?? 0n, bound: CENT } as const
    if (terms === undefined) return { ...of, ours: null }
    const unit = parseFixed(quantity > 0n ? terms.long : terms.short) * BigInt(day.nightsOf(code))
    return { ...of, ours: inUsdt(absolute(quantity) * unit, prices.of(code, 0n).rate) }
  })
}

function commissionOf({ trades, commissions }: Statement, { day, prices, agreed }: AgreedDay): Judged[] {
  const theirs = byCode([...trades.map(({ code, commission: amount }) => ({ code, amount })), ...commissions])
  const { commissionPerMillion: perMillion } = agreed
  const dealt = byCode(
    day.changes.map(({ code, quantity, price, isTakenBack }) => {
      const worth = inUsdt(absolute(quantity) * price, prices.of(code, price).rate)
      return { code, amount: isTakenBack ? -worth : worth }
    }),
  )
  const expected = perMillion === undefined ? [] : [...dealt.keys()]
  return [...new Set([...theirs.keys(), ...expected])].sort().map((code) => {
    const lines = BigInt(Math.max(1, trades.filter((trade) => trade.code === code).length))
    const of = { kind: 'commission', code, theirs: theirs.get(code) ?? 0n, bound: CENT * lines } as const
    if (perMillion === undefined || code === '') return { ...of, ours: null }
    return { ...of, ours: -divide((dealt.get(code) ?? 0n) * parseFixed(perMillion), FIXED_ONE * 1_000_000n, 'half-even') }
  })
}

/** What is too little for a row of its own stays in the rest. */
function unnamed(all: readonly Judged[], named: readonly Judged[]): Amount {
  return all.reduce((sum, one) => (named.includes(one) ? sum : sum + one.theirs - (one.ours ?? 0n)), 0n)
}

function byCode(charges: readonly Charge[]): Map<string, Amount> {
  const sums = new Map<string, Amount>()
  for (const { code, amount } of charges) sums.set(code, (sums.get(code) ?? 0n) + amount)
  for (const [code, amount] of sums) if (amount === 0n) sums.delete(code)
  return sums
}
