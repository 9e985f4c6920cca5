/**
 * One side of the ticket, worked out by the broker's own formulas (rules/): size, cost, stops and the account afterwards.
 * A pending order is reckoned as it will be when its target is reached.
 */
import { type AccountState, equityOf, freeMarginOf, riskOf } from '../../../../rules/account'
import type { Fixed } from '../../../../rules/decimal'
import { orderFee } from '../../../../rules/fee'
import { type FundedPosition, fundingAmount, yearlyRateOf } from '../../../../rules/funding'
import { contractValue, orderMargin } from '../../../../rules/margin'
import type { Amount } from '../../../../rules/money'
import { type PendingKindName, pendingKind, type TargetProblem, targetProblem } from '../../../../rules/pending-kind'
import { closingPrice, type OrderSide, openingPrice, spreadOf } from '../../../../rules/price'
import { orderProfit, type ProfitTerms } from '../../../../rules/profit'
import { type ProtectionProblem, type ProtectionRange, protectionProblemAt, protectionRange } from '../../../../rules/protection'
import { type RiskTerms, riskOfBalance, sizeFromRisk, type WorstCase, worstCase } from '../../../../rules/size-from-risk'
import { type StopName, type StopReadings, type StopTerms, stopPrice, stopReadings } from '../../../../rules/stop-modes'
import { stopOutPrice } from '../../../../rules/stop-out'
import type { ExactPrices } from '../../../terms/quote'
import type { TicketTerms } from '../scene/ticket-terms'
import { readTyped } from './ticket-draft'
import { leverageOf, quoteAt, type TicketQuestion, targetOf, trailingOf, typedStop } from './ticket-question'

export interface AccountAfter {
  readonly freeMargin: Amount
  /** Percent; 100 is the stop-out. `null` when no margin is used. */
  readonly risk: Fixed | null
  /** `null` when no price of this instrument alone stops the account out. */
  readonly stopOutPrice: Fixed | null
  /** How much free margin is short for margin and fee; 0 when the order fits. */
  readonly missing: Amount
}

export interface OrderCost {
  readonly contractValue: Amount
  readonly margin: Amount
  readonly fee: Amount
  /** What the balance changes by for one night, at this price; absent where nothing is charged. */
  readonly nightly?: Amount
}

/** Why the stops do not fit this side; `…_NO_PRICE` where an amount or distance leads to no price at all. */
export type StopProblem = ProtectionProblem | 'STOP_LOSS_NO_PRICE' | 'TAKE_PROFIT_NO_PRICE'

export interface SideSummary {
  readonly side: OrderSide
  /** The opening side of the quote, or the target of a pending order. */
  readonly price: Fixed
  /** Of a pending order; `null` where its target is the present price, and for market orders. */
  readonly pendingKind: PendingKindName | null
  readonly targetProblem: TargetProblem | null
  /** From the opening side of the quote to the target, signed; 0 for market orders. */
  readonly distanceToMarket: Fixed
  /** `null` where a size from risk cannot be worked out. */
  readonly lots: Fixed | null
  readonly cost: OrderCost | null
  /** `null` for a visitor who is not signed in. */
  readonly after: AccountAfter | null
  readonly stopProblem: StopProblem | null
  readonly allowed: ProtectionRange
  /** What is sent: 0 where off. */
  readonly stopLoss: Fixed
  readonly takeProfit: Fixed
  readonly trailing: Fixed
  /** Of a stop that is on and has a price, whether it fits or not. */
  readonly readings: { readonly stopLoss: StopReadings | null; readonly takeProfit: StopReadings | null }
  /** With a stop loss that fits: what the order loses there at most, as long as no gap jumps over it. */
  readonly worst: WorstCase | null
  /** Set where even the smallest order risks more than was chosen. */
  readonly least: WorstCase | null
}

interface Opening {
  readonly question: TicketQuestion
  readonly side: OrderSide
  readonly entryPrice: Fixed
  /** The quote at which it is filled. */
  readonly quote: ExactPrices
  /** Stops are measured from here: the closing side of the quote, or the target of a pending order. */
  readonly reference: Fixed
}

export function summariseSide(side: OrderSide, question: TicketQuestion): SideSummary {
  const opening = openingOf(side, question)
  const { terms, draft, quote } = question
  const sized = sizeOf(opening)
  const stops = resolveStops(opening, sized.lots)
  const position = { side, lots: sized.lots ?? 0n, contractSize: terms.contractSize, entryPrice: opening.entryPrice }
  const cost = sized.lots === null ? null : costOf(opening, sized.lots)
  const now = openingPrice(side, quote)
  return {
    side,
    price: opening.entryPrice,
    pendingKind: draft.kind === 'pending' ? pendingKind(side, opening.entryPrice, quote) : null,
    targetProblem: draft.kind === 'pending' ? targetProblem(opening.entryPrice, now, terms.minStopDistance) : null,
    distanceToMarket: opening.entryPrice - now,
    lots: sized.lots,
    cost,
    after: cost === null ? null : accountAfter(opening, position, cost),
    ...stops,
    allowed: protectionRange(side, opening.reference, terms.minStopDistance, terms.pricePrecision),
    worst: worstOf(opening, sized.lots, stops),
    least: sized.least,
  }
}

function openingOf(side: OrderSide, question: TicketQuestion): Opening {
  const { terms, draft, quote } = question
  const now = openingPrice(side, quote)
  const target = draft.kind === 'pending' ? targetOf(terms, draft) : null
  const filledAt = quoteAt(question, target === null ? 0n : target - now)
  return { question, side, entryPrice: target ?? now, quote: filledAt, reference: target ?? closingPrice(side, quote) }
}

interface Sized {
  readonly lots: Fixed | null
  readonly least: WorstCase | null
}

function sizeOf(opening: Opening): Sized {
  const { draft, account } = opening.question
  if (draft.sizing === 'lots') return { lots: readTyped(draft.lots), least: null }
  const typed = readTyped(draft.risk.value)
  const risk = typed === null || draft.risk.unit === 'money' ? typed : account && riskOfBalance(account.balance, typed)
  const terms = riskTerms(opening, resolveStops(opening, 0n))
  if (risk === null || terms === null) return { lots: null, least: null }
  const sized = sizeFromRisk(terms, risk)
  return sized.kind === 'sized' ? { lots: sized.worst.lots, least: null } : { lots: null, least: sized.least }
}

type Stops = Pick<SideSummary, 'stopLoss' | 'takeProfit' | 'trailing' | 'stopProblem' | 'readings'>

function resolveStops(opening: Opening, lots: Fixed | null): Stops {
  const { side, reference, question } = opening
  const { terms, draft } = question
  const stopTerms = stopTermsOf(opening, lots ?? 0n)
  const priceOf = (name: StopName) => {
    const typed = typedStop(terms, draft, name)
    return typed === null || typed === 0n ? 0n : stopPrice(stopTerms, name, draft[name].unit, typed)
  }
  const stopLoss = priceOf('stopLoss')
  const takeProfit = priceOf('takeProfit')
  const wanted = { stopLoss: stopLoss ?? 0n, takeProfit: takeProfit ?? 0n }
  const fits = protectionProblemAt(side, wanted, reference, terms.minStopDistance)
  const readings = (price: Fixed | null) => (price === null || price === 0n || lots === null ? null : stopReadings(stopTerms, price))
  return {
    ...wanted,
    trailing: trailingOf(terms, draft) ?? 0n,
    stopProblem: stopLoss === null ? 'STOP_LOSS_NO_PRICE' : takeProfit === null ? 'TAKE_PROFIT_NO_PRICE' : fits,
    readings: { stopLoss: readings(stopLoss), takeProfit: readings(takeProfit) },
  }
}

function stopTermsOf({ side, entryPrice, quote, question: { terms, account } }: Opening, lots: Fixed): StopTerms {
  const { contractSize, pricePrecision, rateFollowsPrice } = terms
  const balance = account === null ? null : account.balance
  return { side, lots, contractSize, entryPrice, pricePrecision, rateFollowsPrice, rate: quote.rate, balance }
}

/** `null` without a stop loss that this side could have. A trailing stop alone begins at its distance from the closing price. */
function riskTerms(opening: Opening, stops: Stops): RiskTerms | null {
  const { side, entryPrice, quote, question } = opening
  const { terms, draft, broker } = question
  const { stopLoss, trailing } = stops
  const closing = closingPrice(side, quote)
  const start = trailing === 0n ? 0n : side === 'buy' ? closing - trailing : closing + trailing
  const stop = stopLoss === 0n ? start : stopLoss
  const isMisplaced = protectionProblemAt(side, { stopLoss, takeProfit: 0n }, opening.reference, terms.minStopDistance) !== null
  const isLosing = side === 'buy' ? stop < entryPrice : stop > entryPrice
  if (stop <= 0n || isMisplaced || !isLosing) return null
  return {
    ...terms,
    mode: terms.marginMode,
    side,
    entryPrice,
    stopLoss: stop,
    spread: spreadOf(quote),
    rate: quote.rate,
    leverage: leverageOf(terms, draft),
    feeType: broker.feeType,
  }
}

function worstOf(opening: Opening, lots: Fixed | null, stops: Stops): WorstCase | null {
  const terms = stops.stopProblem?.startsWith('STOP_LOSS') ? null : riskTerms(opening, stops)
  return terms === null || lots === null ? null : worstCase(terms, lots)
}

function costOf({ side, entryPrice, quote, question: { terms, draft, broker } }: Opening, lots: Fixed): OrderCost {
  const marginTerms = { mode: terms.marginMode, contractSize: terms.contractSize }
  const margin = orderMargin(marginTerms, lots, entryPrice, leverageOf(terms, draft), quote.rate)
  return {
    contractValue: contractValue(terms.contractSize, lots, entryPrice, quote.rate),
    margin,
    fee: orderFee(broker.feeType, terms.feeRate, lots, margin),
    ...nightlyOf(terms, side, { lots, price: entryPrice, conversionRate: quote.rate }),
  }
}

function nightlyOf(
  { funding, contractSize }: TicketTerms,
  side: OrderSide,
  position: Pick<FundedPosition, 'lots' | 'price' | 'conversionRate'>,
): Pick<OrderCost, 'nightly'> {
  if (funding === undefined) return {}
  const yearlyRate = yearlyRateOf(funding, side)
  return { nightly: fundingAmount({ ...position, contractSize, yearlyRate, dayCount: funding.dayCount, nights: 1 }) }
}

/** The order as if it were filled: margin locked, fee gone, the spread already a floating loss. */
function accountAfter({ quote, question }: Opening, position: ProfitTerms, { margin, fee }: OrderCost): AccountAfter | null {
  const { terms, broker, account } = question
  if (account === null) return null
  const others = account.floatingProfit - account.positionsProfit
  const profitOf = (one: ProfitTerms) => orderProfit(one, closingPrice(one.side, quote), quote.rate)
  // What is open in the instrument has another profit by the time a target is reached; now it has what the broker says.
  const own = quote === question.quote ? account.positionsProfit : account.positions.reduce((sum, one) => sum + profitOf(one), 0n)
  const opened: AccountState = {
    balance: account.balance - margin - fee,
    usedMargin: account.usedMargin + margin,
    floatingProfit: others + own + profitOf(position),
  }
  const short = margin + fee - freeMarginOf(account)
  return {
    freeMargin: freeMarginOf(opened),
    risk: riskOf(opened, broker.stopOutLevel),
    stopOutPrice: stopOutPrice({
      restEquity: equityOf({ ...opened, floatingProfit: others }),
      usedMargin: opened.usedMargin,
      stopOutLevel: broker.stopOutLevel,
      positions: [...account.positions, position],
      quote,
      rate: quote.rate,
      rateFollowsPrice: terms.rateFollowsPrice,
      pricePrecision: terms.pricePrecision,
    }),
    missing: short > 0n ? short : 0n,
  }
}
