/**
 * A fill executed again from what was kept of it: its receipt, the ticks under it and the terms it was made on, by `rules/reexecute`, which
 * executes whole days by committed prices.
 *
 * Invariants: a pure function, so that it says the same whenever it is asked. What is missing or damaged gives no verdict for either
 * side; prices of others are no part of the rules and are never held against the fill, nor for it.
 */
import type { ChallengedFill, RuleCheck, RulesAnswer } from '../../contract/challenges'
import { parseRate } from '../../rules/conversion'
import { type Fixed, formatFixed, formatFixedShort, parseFixed } from '../../rules/decimal'
import { formatAmount } from '../../rules/money'
import { closingPrice, type OrderSide, openingPrice, type QuotePrices, spreadOf, withSpread } from '../../rules/price'
import { orderProfit } from '../../rules/profit'
import { fillPriceAt, quotedAt, triggerAt } from '../../rules/reexecute/fill-by-rules'
import type { InstrumentInForce } from '../../rules/reexecute/terms-in-force'
import type { ReceiptBody } from '../audit/receipt-body'
import { sha256Hex } from '../receipts/canonical-json'
import { type TickRecord, ticksHash } from '../receipts/ticks'

/** What was kept of a fill. */
interface KeptFill {
  /** The signed text of the receipt, and its hash as it is stored. */
  readonly text: string
  readonly hash: string
  readonly body: FillBody
  readonly ticks: readonly TickRecord[]
  /** Those of the instrument that the receipt names, or that may have held; empty where none are known. */
  readonly terms: readonly Pick<InstrumentInForce, 'spread' | 'price_precision'>[]
  /** Milliseconds from which on a quote is not traded. */
  readonly staleAfterMs: number
  readonly contractSize: Fixed
  /** USDT for one unit of the quote currency, where the receipt names none. */
  readonly conversionRate: string
}

/** The body of a receipt that states a fill. */
export type FillBody = ReceiptBody & {
  readonly event: 'order_opened' | 'order_closed'
  readonly side: OrderSide
  readonly price: string
  readonly lots: string
  readonly instrument: string
  readonly order: string
  readonly quote: NonNullable<ReceiptBody['quote']>
}

export function isFill(body: ReceiptBody): body is FillBody {
  const { event, side, price, lots, instrument, order, quote } = body
  return (
    (event === 'order_opened' || event === 'order_closed') && [side, price, lots, instrument, order, quote].every((fact) => fact !== null)
  )
}

/** The fill in the words of the contract. */
export function fillFacts({ body, hash }: Pick<KeptFill, 'body' | 'hash'>): ChallengedFill {
  const { event, side, kind } = body
  const isOpening = event === 'order_opened'
  const set = (price: string | null) => (price === null || parseFixed(price) === 0n ? '' : price)
  return {
    receipt: hash,
    order: body.order,
    event,
    at: body.at,
    instrument: body.instrument,
    side,
    counts: isOpening === (side === 'buy') ? 'ask' : 'bid',
    lots: body.lots,
    price: body.price,
    requested: set(body.requested_price),
    stop: set(body.stop_loss),
    target: set(body.take_profit),
    reason: isOpening ? '' : (body.reason ?? ''),
    kind: kind === 'limit' || kind === 'stop' ? kind : 'market',
    profit: isOpening ? '' : (body.profit ?? ''),
  }
}

export function answerByRules(kept: KeptFill): RulesAnswer {
  const { body } = kept
  const evidence = evidenceChecks(kept)
  const outside: RuleCheck = { name: 'outside', outcome: 'not_checked', found: '', rule: '' }
  const stated = body.price
  // What cannot be trusted proves nothing, for the company as little as for the trader.
  if (evidence.some(({ outcome }) => outcome !== 'passed'))
    return { verdict: 'unknown', expected: '', stated, credit: '', checks: [...evidence, outside] }
  const sides = sidesOf(kept)
  const due = [ageCheck(kept), ...triggerCheck(kept, sides.byRule)]
  const isDue = due.every(({ outcome }) => outcome !== 'failed')
  const price = fillPriceAt(body, sides.byRule, precisionOf(stated))
  const isSame = price === parseFixed(stated)
  const priced: RuleCheck = { name: 'price', outcome: isSame ? 'passed' : 'failed', found: stated, rule: shown(kept, price) }
  const checks = [...evidence, sides.check, ...due, priced, outside]
  if (!isDue) return { verdict: 'different', expected: '', stated, credit: '', checks }
  const isAll = isSame && sides.check.outcome !== 'failed'
  return {
    verdict: isAll ? 'same' : 'different',
    expected: shown(kept, price),
    stated,
    credit: formatAmount(creditAt(kept, price)),
    checks,
  }
}

const precisionOf = (price: string): number => price.split('.')[1]?.length ?? 0
const shown = ({ body }: KeptFill, price: Fixed): string => formatFixed(price, precisionOf(body.price))
const outcomeOf = (isGood: boolean): RuleCheck['outcome'] => (isGood ? 'passed' : 'failed')

/** The receipt and its ticks are what was signed, and the tick that was traded is the one that the receipt names. */
function evidenceChecks({ text, hash, body, ticks }: KeptFill): RuleCheck[] {
  const signed = sha256Hex(text)
  const receipt: RuleCheck = { name: 'receipt', outcome: outcomeOf(signed === hash), found: signed, rule: hash }
  const traded = ticks.at(-1)
  if (traded === undefined || body.ticks_hash === null)
    return [receipt, { name: 'ticks', outcome: 'not_checked', found: '', rule: body.ticks_hash ?? '' }]
  const kept = ticksHash(ticks)
  const { source, symbol, seq } = body.quote
  const isTraded = traded.source === source && traded.symbol === symbol && traded.seq === seq && traded.verdict === 'accepted'
  return [
    receipt,
    { name: 'ticks', outcome: outcomeOf(kept === body.ticks_hash), found: kept, rule: body.ticks_hash },
    { name: 'tick', outcome: outcomeOf(isTraded), found: `${source} ${seq}`, rule: `${traded.source} ${traded.seq}` },
  ]
}

interface Sides {
  readonly byRule: QuotePrices
  readonly check: RuleCheck
}

/** A source that quotes two sides keeps them; round the price of one that makes a single price lies the spread of the terms. */
function sidesOf({ body, ticks, terms }: KeptFill): Sides {
  const stated = { bid: parseFixed(body.quote.bid), ask: parseFixed(body.quote.ask) }
  const traded = ticks.at(-1)
  const said = (sides: QuotePrices) => `${formatFixedShort(sides.bid)} / ${formatFixedShort(sides.ask)}`
  const result = (byRule: QuotePrices, outcome: RuleCheck['outcome']): Sides => ({
    byRule,
    check: { name: 'sides', outcome, found: said(stated), rule: said(byRule) },
  })
  if (traded === undefined) return result(stated, 'not_checked')
  const isEqual = (one: QuotePrices) => one.bid === stated.bid && one.ask === stated.ask
  // Of which kind its source is stands in no tick that is kept.
  const laid = terms.map((one) => quotedAt({ ...traded, isTwoSided: false }, one))
  const found = [{ bid: parseFixed(traded.bid), ask: parseFixed(traded.ask) }, ...laid].find(isEqual)
  if (found !== undefined) return result(found, 'passed')
  // Without terms of that time only the middle can be told: the spread that is stated must lie round the tick's price.
  const byTerms = laid[0]
  if (byTerms !== undefined) return result(byTerms, 'failed')
  const round = withSpread(parseFixed(traded.last), spreadOf(stated), precisionOf(body.price))
  return result(round, isEqual(round) ? 'not_checked' : 'failed')
}

function ageCheck({ body, staleAfterMs }: KeptFill): RuleCheck {
  const age = body.quote.age_ms
  const facts = { name: 'age', found: String(age), rule: String(staleAfterMs) } as const
  // A demo account is started over at the last price there is, also in a closed market.
  return { ...facts, outcome: body.reason === 'demo_reset' ? 'not_checked' : outcomeOf(age <= staleAfterMs) }
}

/** Whether the price set it off, where a price did; nothing where somebody asked for it. */
function triggerCheck(kept: KeptFill, sides: QuotePrices): RuleCheck[] {
  const { event, side, reason } = kept.body
  if (reason === 'stop_out') return [{ name: 'trigger', outcome: 'not_checked', found: '', rule: '' }]
  const trigger = triggerAt(kept.body, sides)
  if (trigger === null) return []
  const found = shown(kept, event === 'order_opened' ? openingPrice(side, sides) : closingPrice(side, sides))
  return [{ name: 'trigger', outcome: outcomeOf(trigger.isReached), found, rule: trigger.level }]
}

/** By how much better the trader would have fared: what was paid too much at the opening, or brought too little at the close. */
function creditAt({ body, contractSize, conversionRate }: KeptFill, expected: Fixed): bigint {
  const stated = parseFixed(body.price)
  const [entryPrice, exitPrice] = body.event === 'order_opened' ? [expected, stated] : [stated, expected]
  const terms = { side: body.side, lots: parseFixed(body.lots), contractSize, entryPrice }
  return orderProfit(terms, exitPrice, parseRate(body.conversion_rate ?? conversionRate))
}
