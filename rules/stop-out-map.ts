/**
 * The stop-out map: what a growing stress would close, in which order, at which prices and at what cost. It asks the very
 * functions by which the engine decides (`isStoppedOut`, `nextToClose`) at quotes that could be quoted, one after another.
 *
 * Invariant: at the quotes of a stop-out the account is stopped out with what is still held, at the quotes of no step before
 * it was, and after the last close of a step it no longer is. Whole stretches of the path are skipped only where a lower
 * bound of equity proves that nothing can happen in them. Swaps, fees and gaps are deliberately not here.
 */
import { type AccountState, isStoppedOut } from './account'
import { RATE_ONE } from './conversion'
import { divide, FIXED_ONE, type Fixed } from './decimal'
import type { Amount } from './money'
import { closingPrice } from './price'
import { orderProfit } from './profit'
import { nextToClose } from './stop-out'
import { type MapPosition, type MapQuote, type MovedQuotes, type Stress, type StressPath, stressPath } from './stress-path'

export interface StressedAccount {
  /** Free of locks, as on the wire. */
  readonly balance: Amount
  /** Of all its positions. */
  readonly usedMargin: Amount
  /** Percent, as a Fixed. */
  readonly stopOutLevel: Fixed
  readonly positions: readonly MapPosition[]
  /** Of every instrument that a position is held in. */
  readonly quotes: readonly MapQuote[]
}

export interface StopOutStep {
  readonly position: MapPosition
  /** How far the quotes have moved against the account when it happens. */
  readonly percent: Fixed
  readonly quotes: MovedQuotes
  /** At which the position is closed. */
  readonly price: Fixed
  readonly profit: Amount
  readonly before: AccountState
  readonly after: AccountState
}

export interface StopOutMap {
  readonly steps: readonly StopOutStep[]
  /** The account at the end of the stress, with what is still held there. */
  readonly end: {
    readonly account: AccountState
    readonly quotes: MovedQuotes
    readonly positions: readonly MapPosition[]
    /** Taken over by the broker when nothing is held any more and the balance is below zero. */
    readonly forgiven: Amount
    /** Stopped out, but every position left is in a closed market. */
    readonly isStuck: boolean
  }
}

interface Book {
  readonly balance: Amount
  readonly usedMargin: Amount
  readonly positions: readonly MapPosition[]
}

/** What would be closed on the way to this stress. A shorter stress gives the beginning of the same sequence. */
export function stopOutMap(account: StressedAccount, stress: Stress): StopOutMap {
  const path = stressPath(account.positions, account.quotes, stress)
  const { stopOutLevel } = account
  const steps: StopOutStep[] = []
  let book: Book = account
  let isStuck = false
  let from = 0n
  for (;;) {
    const at = firstStopOut(book, path, stopOutLevel, from, path.length)
    if (at === null) break
    const closed = closeAt(book, path, at, stopOutLevel)
    steps.push(...closed.steps)
    book = closed.book
    isStuck = closed.isStuck
    if (isStuck) break
    from = at + 1n
  }
  const quotes = path.quotesAt(path.length)
  const forgiven = book.positions.length === 0 && book.balance < 0n ? -book.balance : 0n
  return { steps, end: { account: stateOf(book, quotes), quotes, positions: book.positions, forgiven, isStuck } }
}

/** Profit of a position at these quotes; 0 where its instrument is not quoted, as the engine counts it. */
export function profitUnder(position: MapPosition, quotes: MovedQuotes): Amount {
  const quote = quotes.get(position.code)
  return quote === undefined ? 0n : orderProfit(position, closingPrice(position.side, quote), quote.rate)
}

function stateOf({ balance, usedMargin, positions }: Book, quotes: MovedQuotes): AccountState {
  return { balance, usedMargin, floatingProfit: positions.reduce((sum, one) => sum + profitUnder(one, quotes), 0n) }
}

/** One position after the other until the account is no longer stopped out, all at the quotes of one step. */
function closeAt(start: Book, path: StressPath, at: bigint, stopOutLevel: Fixed) {
  const quotes = path.quotesAt(at)
  const percent = path.percentAt(at)
  const steps: StopOutStep[] = []
  let book = start
  let before = stateOf(book, quotes)
  while (isStoppedOut(before, stopOutLevel)) {
    const tradable = book.positions
      .filter(({ code }) => quotes.get(code)?.isOpen)
      .map((position) => ({ position, id: position.id, profit: profitUnder(position, quotes) }))
    const next = nextToClose(tradable)
    if (next === undefined) return { book, steps, isStuck: true }
    const { position, profit } = next
    book = {
      balance: book.balance + position.margin + profit,
      usedMargin: book.usedMargin - position.margin,
      positions: book.positions.filter((one) => one !== position),
    }
    const after = stateOf(book, quotes)
    steps.push({ position, percent, quotes, price: closingPrice(position.side, quotes.get(position.code)!), profit, before, after })
    before = after
  }
  return { book, steps, isStuck: false }
}

/** The first step from `from` to `to` at whose quotes the account is stopped out. Halves the stretch until it is proved safe. */
function firstStopOut(book: Book, path: StressPath, stopOutLevel: Fixed, from: bigint, to: bigint): bigint | null {
  if (book.usedMargin === 0n) return null
  const groups = groupByCode(book.positions)
  const isOut = (step: bigint) => isStoppedOut(stateOf(book, path.quotesAt(step)), stopOutLevel)
  const search = (first: bigint, last: bigint, atFirst: MovedQuotes, atLast: MovedQuotes): bigint | null => {
    const bounds = profitBounds(groups, atFirst, atLast)
    if (!isStoppedOut({ ...book, floatingProfit: bounds.lowest - BigInt(book.positions.length) - 1n }, stopOutLevel)) return null
    if (bounds.isConstant) return isOut(first) ? first : null
    const middle = (first + last) / 2n
    const [left, right] = [path.quotesAt(middle), path.quotesAt(middle + 1n)]
    return search(first, middle, atFirst, left) ?? search(middle + 1n, last, right, atLast)
  }
  return from > to ? null : search(from, to, path.quotesAt(from), path.quotesAt(to))
}

/** Positions of one instrument added up: in its quote currency they are worth `buys·bid − sells·ask − cost`. */
interface Group {
  readonly code: string
  /** Scale 10⁻¹⁶. */
  buys: bigint
  sells: bigint
  /** Scale 10⁻²⁴. */
  cost: bigint
}

function groupByCode(positions: readonly MapPosition[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { code, side, lots, contractSize, entryPrice } of positions) {
    const group = groups.get(code) ?? { code, buys: 0n, sells: 0n, cost: 0n }
    groups.set(code, group)
    const units = lots * contractSize
    group[side === 'buy' ? 'buys' : 'sells'] += units
    group.cost += side === 'buy' ? units * entryPrice : -units * entryPrice
  }
  return [...groups.values()]
}

/**
 * The least that all positions together can bring between two steps, before rows are rounded. Prices and rates move one
 * way only, so worth and rate of an instrument lie between their ends, and no product is below that of the worst corner.
 */
function profitBounds(groups: readonly Group[], atFirst: MovedQuotes, atLast: MovedQuotes) {
  let lowest = 0n
  let isConstant = true
  for (const group of groups) {
    const [first, last] = [atFirst.get(group.code), atLast.get(group.code)]
    if (first === undefined || last === undefined) continue
    const worth = ({ bid, ask }: MapQuote) => group.buys * bid - group.sells * ask - group.cost
    const corners = [worth(first) * first.rate, worth(first) * last.rate, worth(last) * first.rate, worth(last) * last.rate]
    lowest += divide(
      corners.reduce((least, corner) => (corner < least ? corner : least)),
      FIXED_ONE * FIXED_ONE * RATE_ONE,
      'down',
    )
    if (corners.some((corner) => corner !== corners[0])) isConstant = false
  }
  return { lowest: lowest - BigInt(groups.length), isConstant }
}
