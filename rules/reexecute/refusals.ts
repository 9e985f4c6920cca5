/**
 * Orders that were refused, as a company commits to them: of each minute one fact (kind `refusals`) with how many there were of each sort,
 * and of a bounded number of each sort what it takes to judge them. Nothing in it is of whose an order was.
 */
import { type Fixed, formatFixed, parseFixed } from '../decimal'
import { MINUTE_MS, minuteOf } from '../durations'
import { lotProblem } from '../lots'
import { calendarNamed } from '../market-calendars'
import { isMarketOpen } from '../market-hours'
import { targetProblem } from '../pending-kind'
import { closingPrice, type OrderSide, openingPrice } from '../price'
import { protectionProblemAt } from '../protection'
import type { BrakesInForce } from './brakes-in-force'
import { quotedAt } from './fill-by-rules'
import type { PriceTape } from './price-tape'
import type { InstrumentInForce, TermsInForce } from './terms-in-force'

/** Prices and sizes as decimal text, null where none was given; times in Unix milliseconds. */
export interface Refusal {
  /** When the call arrived. */
  readonly at: number
  readonly instrument: string
  readonly type: 'market' | 'limit' | 'stop' | 'close'
  /** Name of the error (contract/errors.ts). */
  readonly reason: string
  readonly side: OrderSide | null
  /** At which it was judged; null where no price was. */
  readonly price: string | null
  /** Which the trader saw, and how far from it was accepted. */
  readonly asked: string | null
  readonly max_slippage: string | null
  readonly target: string | null
  readonly stop_loss: string | null
  readonly take_profit: string | null
  readonly trailing: string | null
  /** Only where it was refused for its size. */
  readonly lots: string | null
}

/** How many of a sort. */
export interface RefusalCount {
  readonly instrument: string
  readonly type: Refusal['type']
  readonly reason: string
  readonly demo: boolean
  readonly count: number
}

/** A fact of the kind `refusals`: canonical JSON. */
export interface RefusalsFact {
  readonly kind: 'refusals'
  readonly company: string
  readonly minute: number
  /** All of them. */
  readonly counts: readonly RefusalCount[]
  /** Those that can be judged, as many as are published. */
  readonly refusals: readonly Refusal[]
}

export type RefusalJudgement =
  | { readonly outcome: 'right' | 'not_judged' }
  | { readonly outcome: 'wrong'; readonly expected: string; readonly stated: string }

/** So long after its arrival an order may have been judged. */
const JUDGED_WITHIN_MS = 10_000

export function minutesOfRefusal({ at }: Refusal): number[] {
  return [minuteOf(at) - MINUTE_MS, minuteOf(at), minuteOf(at) + MINUTE_MS]
}

/** What of an order may be told by what anybody can see, and nothing of the account. */
export function judgeRefusal(
  refusal: Refusal,
  { tape, terms, brakes }: { readonly tape: PriceTape; readonly terms: TermsInForce; readonly brakes: BrakesInForce },
): RefusalJudgement {
  const candidates = terms.of(refusal.instrument, refusal)
  if (candidates.length === 0) return NOT_JUDGED
  const judged = candidates.map((one) => judgeBy(refusal, one, tape, brakes))
  return judged.find(({ outcome }) => outcome === 'right') ?? (judged[0] as RefusalJudgement)
}

const NOT_JUDGED: RefusalJudgement = { outcome: 'not_judged' }
const RIGHT: RefusalJudgement = { outcome: 'right' }
const heldTo = (isRight: boolean, { reason }: Refusal, expected: string): RefusalJudgement =>
  isRight ? RIGHT : { outcome: 'wrong', expected, stated: reason }

function judgeBy(refusal: Refusal, terms: InstrumentInForce, tape: PriceTape, brakes: BrakesInForce): RefusalJudgement {
  const { reason, at, instrument, lots } = refusal
  if (reason === 'MARKET_CLOSED') return heldTo(!isMarketOpen(calendarNamed(terms.calendar), at), refusal, 'an open market')
  if (reason === 'TRADING_BRAKED') return heldTo(brakes.mayHold(instrument, at), refusal, 'a brake in the log')
  if (reason === 'TRADING_PAUSED') {
    if (terms.mode === undefined) return NOT_JUDGED
    return heldTo(terms.mode !== 'normal' || terms.is_close_only === true, refusal, 'terms that take nothing new')
  }
  if (reason === 'LOTS_TOO_SMALL' || reason === 'LOTS_TOO_LARGE' || reason === 'LOTS_OFF_STEP') {
    const { min_lots: minLots, max_lots: maxLots, lot_step: lotStep } = terms
    if (lots === null || minLots === undefined || maxLots === undefined || lotStep === undefined) return NOT_JUDGED
    const sizes = { minLots: parseFixed(minLots), maxLots: parseFixed(maxLots), lotStep: parseFixed(lotStep) }
    const problem = lotProblem(sizes, parseFixed(lots))
    return heldTo(problem === reason, refusal, problem ?? 'a size that is taken')
  }
  return judgeByPrice(refusal, terms, tape)
}

function judgeByPrice(refusal: Refusal, terms: InstrumentInForce, tape: PriceTape): RefusalJudgement {
  const { reason, side, price: stated, asked, max_slippage: slippage, target, trailing, type } = refusal
  if (stated === null || side === null || !JUDGED_BY_PRICE.has(reason)) return NOT_JUDGED
  const price = parseFixed(stated)
  const isOpening = reason === 'PRICE_MOVED' || reason.startsWith('TARGET')
  // Protection of what waits is judged on its target.
  if (isOpening || type === 'market') {
    const told = wasQuoted(refusal, price, isOpening, terms, tape)
    if (told !== null) return told
  }
  const distance = parseFixed(terms.min_stop_distance ?? '0')
  if (reason === 'PRICE_MOVED') {
    if (asked === null || slippage === null) return NOT_JUDGED
    const worse = side === 'buy' ? price - parseFixed(asked) : parseFixed(asked) - price
    return heldTo(worse > parseFixed(slippage), refusal, 'within the bound')
  }
  if (reason.startsWith('TARGET')) {
    const problem = target === null ? null : targetProblem(parseFixed(target), price, distance)
    return heldTo(problem === reason, refusal, problem ?? 'a target that is taken')
  }
  if (trailing !== null && parseFixed(trailing) !== 0n) return NOT_JUDGED
  const wanted = { stopLoss: parseFixed(refusal.stop_loss ?? '0'), takeProfit: parseFixed(refusal.take_profit ?? '0') }
  const problem = protectionProblemAt(side, wanted, price, distance)
  return heldTo(problem === reason, refusal, problem ?? 'prices that are taken')
}

const JUDGED_BY_PRICE: ReadonlySet<string> = new Set([
  ...['PRICE_MOVED', 'TARGET_IS_MARKET_PRICE', 'TARGET_TOO_CLOSE'],
  ...['STOP_LOSS_WRONG_SIDE', 'TAKE_PROFIT_WRONG_SIDE', 'STOP_LOSS_TOO_CLOSE', 'TAKE_PROFIT_TOO_CLOSE'],
])

/** Null where the price it was judged at was quoted while it was judged. */
function wasQuoted(
  { instrument, side, at }: Refusal,
  price: Fixed,
  isOpening: boolean,
  terms: InstrumentInForce,
  tape: PriceTape,
): RefusalJudgement | null {
  const ticks = tape.currentBetween(instrument, at, at + JUDGED_WITHIN_MS)
  if (ticks.length === 0 || !tape.isCovered(at)) return NOT_JUDGED
  const prices = ticks.map((tick) => (isOpening ? openingPrice : closingPrice)(side ?? 'buy', quotedAt(tick, terms)))
  if (prices.includes(price)) return null
  const precision = terms.price_precision
  return { outcome: 'wrong', expected: formatFixed(prices[0] ?? 0n, precision), stated: formatFixed(price, precision) }
}
