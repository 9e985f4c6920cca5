/**
 * What the order on the ticket would cost and risk, by the broker's own formulas (rules/). Pure: same draft, quote and
 * account, same figures. The broker works everything out again; this is the preview, not the contract.
 */
import { type AccountState, equityOf, freeMarginOf, riskOf } from '../../../rules/account'
import { conversionRate } from '../../../rules/conversion'
import { divide, FIXED_ONE, type Fixed, isOnGrid } from '../../../rules/decimal'
import { orderFee } from '../../../rules/fee'
import { type LotProblem, lotProblem } from '../../../rules/lots'
import { contractValue, orderMargin } from '../../../rules/margin'
import type { Amount } from '../../../rules/money'
import { closingPrice, type OrderSide, openingPrice } from '../../../rules/price'
import { orderProfit, type ProfitTerms } from '../../../rules/profit'
import { protectionProblem } from '../../../rules/protection'
import { stopOutPrice } from '../../../rules/stop-out'
import { type ProtectionName, readTyped, type TicketDraft } from './ticket-draft'
import type { BrokerTerms, TicketAccount, TicketQuote, TicketTerms } from './ticket-terms'

export interface AccountAfter {
  readonly freeMargin: Amount
  /** Percent; 100 is the stop-out. `null` when no margin is used. */
  readonly risk: Fixed | null
  /** `null` when no price of this instrument alone stops the account out. */
  readonly stopOutPrice: Fixed | null
  /** How much free margin is short for margin and fee; 0 when the order fits. */
  readonly missing: Amount
}

export interface SideSummary {
  readonly side: OrderSide
  readonly price: Fixed
  readonly contractValue: Amount
  readonly margin: Amount
  readonly fee: Amount
  /** `null` for a visitor who is not signed in. */
  readonly after: AccountAfter | null
  /** False when a take profit or stop loss stands on the wrong side of the price for this side. */
  readonly fitsProtection: boolean
}

export interface ProtectionSummary {
  readonly price: Fixed
  /** From the last price, signed. */
  readonly distance: Fixed
  /** Profit or loss at that price for the side the values fit. */
  readonly result: Amount
}

export interface TicketSummary {
  readonly lots: Fixed
  readonly buy: SideSummary
  readonly sell: SideSummary
  /** The side that take profit and stop loss fit; a buy where both do. `null` where neither does. */
  readonly leaning: OrderSide | null
  readonly takeProfit: ProtectionSummary | null
  readonly stopLoss: ProtectionSummary | null
}

export type DraftProblem =
  | { readonly kind: 'lots'; readonly problem: LotProblem | 'LOTS_UNREADABLE' }
  | { readonly kind: 'protection'; readonly name: ProtectionName }

/** The first thing in the fields that keeps the order from being worked out. */
export function draftProblem(terms: TicketTerms, draft: TicketDraft): DraftProblem | null {
  const lots = readTyped(draft.lots)
  if (lots === null) return { kind: 'lots', problem: 'LOTS_UNREADABLE' }
  const problem = lotProblem(terms, lots)
  if (problem !== null) return { kind: 'lots', problem }
  for (const name of ['takeProfit', 'stopLoss'] as const) {
    if (draft[name].isOn && protectionPrice(terms, draft, name) === null) return { kind: 'protection', name }
  }
  return null
}

/** The price of a stop that is on, `0n` where it is off, `null` where it is on and no tradable price. */
export function protectionPrice(terms: TicketTerms, draft: TicketDraft, name: ProtectionName): Fixed | null {
  if (!draft[name].isOn) return 0n
  const price = readTyped(draft[name].price)
  return price === null || price === 0n || !isOnGrid(price, terms.pricePrecision) ? null : price
}

/** Margin as a share of the contract value, percent: 1.00 at 100×. `null` where the margin is fixed per lot. */
export function marginPercent(terms: TicketTerms, draft: TicketDraft): Fixed | null {
  const leverage = leverageOf(terms, draft)
  return terms.marginMode === 'fixed' || leverage === 0n ? null : divide(100n * FIXED_ONE, leverage, 'half-even')
}

export interface TicketQuestion {
  readonly terms: TicketTerms
  readonly draft: TicketDraft
  readonly quote: TicketQuote
  readonly broker: BrokerTerms
  /** `null` for a visitor who is not signed in. */
  readonly account: TicketAccount | null
}

/** `null` while lots are not readable or there is no leverage to work with. Lots off the grid still give figures. */
export function summarise(question: TicketQuestion): TicketSummary | null {
  const { terms, draft } = question
  const lots = readTyped(draft.lots)
  if (lots === null || lots === 0n || (terms.marginMode === 'leveraged' && leverageOf(terms, draft) === 0n)) return null
  const buy = summariseSide('buy', lots, question)
  const sell = summariseSide('sell', lots, question)
  const leaning = buy.fitsProtection ? 'buy' : sell.fitsProtection ? 'sell' : null
  return {
    lots,
    buy,
    sell,
    leaning,
    takeProfit: summariseProtection('takeProfit', lots, leaning, question),
    stopLoss: summariseProtection('stopLoss', lots, leaning, question),
  }
}

/** 0 where none is chosen that the broker offers. */
function leverageOf(terms: TicketTerms, draft: TicketDraft): bigint {
  return terms.leverages.includes(draft.leverage) && /^\d{1,4}$/.test(draft.leverage) ? BigInt(draft.leverage) : 0n
}

function summariseSide(side: OrderSide, lots: Fixed, question: TicketQuestion): SideSummary {
  const { terms, draft, quote, broker } = question
  const price = openingPrice(side, quote)
  const marginTerms = { mode: terms.marginMode, contractSize: terms.contractSize }
  const margin = orderMargin(marginTerms, lots, price, leverageOf(terms, draft), quote.rate)
  const fee = orderFee(broker.feeType, terms.feeRate, lots, margin)
  const wanted = {
    stopLoss: protectionPrice(terms, draft, 'stopLoss') ?? 0n,
    takeProfit: protectionPrice(terms, draft, 'takeProfit') ?? 0n,
  }
  return {
    side,
    price,
    contractValue: contractValue(terms.contractSize, lots, price, quote.rate),
    margin,
    fee,
    after: accountAfter({ side, lots, contractSize: terms.contractSize, entryPrice: price }, margin, fee, question),
    fitsProtection: protectionProblem(side, wanted, quote) === null,
  }
}

/** The order as if it were filled now: margin locked, fee gone, the spread already a floating loss. */
function accountAfter(position: ProfitTerms, margin: Amount, fee: Amount, question: TicketQuestion): AccountAfter | null {
  const { terms, quote, broker, account } = question
  if (account === null) return null
  const opened: AccountState = {
    balance: account.balance - margin - fee,
    usedMargin: account.usedMargin + margin,
    floatingProfit: account.floatingProfit + orderProfit(position, closingPrice(position.side, quote), quote.rate),
  }
  const short = margin + fee - freeMarginOf(account)
  return {
    freeMargin: freeMarginOf(opened),
    risk: riskOf(opened, broker.stopOutLevel),
    stopOutPrice: stopOutPrice({
      restEquity: equityOf({ ...opened, floatingProfit: account.floatingProfit - account.positionsProfit }),
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

function summariseProtection(
  name: ProtectionName,
  lots: Fixed,
  leaning: OrderSide | null,
  { terms, draft, quote }: TicketQuestion,
): ProtectionSummary | null {
  const price = protectionPrice(terms, draft, name)
  if (price === null || price === 0n) return null
  // Where the two values contradict each other, each is still shown for the side that it would fit alone.
  const side = leaning ?? (price > quote.last === (name === 'takeProfit') ? 'buy' : 'sell')
  const position = { side, lots, contractSize: terms.contractSize, entryPrice: openingPrice(side, quote) }
  // USD/JPY at its target also converts its yen at that target.
  const rate = terms.rateFollowsPrice ? conversionRate({ code: terms.code, direction: 'inverse' }, price) : quote.rate
  return { price, distance: price - quote.last, result: orderProfit(position, price, rate) }
}
