/**
 * A fill at a provider, as far as it can be told without the provider: its price with the mark-up that the terms state is the trader's, it
 * is no worse than what was reserved for when it was asked, or than the level that it was asked at, and no number of the provider's is
 * told twice.
 */
import { parseRate } from '../conversion'
import { type Fixed, formatFixed, formatFixedShort, parseFixed } from '../decimal'
import { orderMargin } from '../margin'
import { formatAmount } from '../money'
import type { OrderSide } from '../price'
import type { Difference } from './execution'
import { fillPriceAt } from './fill-by-rules'
import type { ReceiptFacts, ReceiptProvider } from './receipt-facts'
import type { InstrumentInForce } from './terms-in-force'

/** A receipt of a fill that says who filled it. */
export type ProviderFill = ReceiptFacts & { readonly side: OrderSide; readonly price: string; readonly provider: ReceiptProvider }

export function isProviderFill(facts: ReceiptFacts): facts is ProviderFill {
  const isFill = facts.event === 'order_opened' || facts.event === 'order_closed'
  return isFill && facts.provider !== undefined && facts.side !== null && facts.price !== null
}

export class ProviderFills {
  /** What was reserved when a provider was asked, by order. */
  private readonly sent = new Map<string, ReceiptFacts>()
  private readonly told = new Map<string, string>()

  /** Takes a receipt up: what was asked for, and whose numbers were told. */
  learn(facts: ReceiptFacts): void {
    const { event, order } = facts
    if (event === 'order_sent' && order !== null) this.sent.set(order, facts)
    else if (event === 'order_cancelled' && order !== null) this.sent.delete(order)
    for (const id of numbersOf(facts)) if (!this.told.has(id)) this.told.set(id, keyOf(facts))
  }

  /** What the terms of an opening are: those that stood when the provider was asked. */
  askedOn({ order, event }: ReceiptFacts): string | undefined {
    return event === 'order_opened' && order !== null ? this.sent.get(order)?.terms : undefined
  }

  difference(facts: ProviderFill, terms: InstrumentInForce): Difference | null {
    const { provider, price } = facts
    if (provider.exec_ids.length === 0) return { fact: 'exec_ids', expected: 'at least one', stated: '' }
    const twice = numbersOf(facts).find((id) => this.told.has(id) && this.told.get(id) !== keyOf(facts))
    if (twice !== undefined) return { fact: 'exec_ids', expected: 'told once', stated: twice }
    const markUp = parseFixed(terms.mark_up ?? '0')
    if (parseFixed(provider.mark_up) !== markUp) return { fact: 'mark_up', expected: formatFixedShort(markUp), stated: provider.mark_up }
    // Of the quote nothing counts: the price is the provider's.
    const worked = fillPriceAt(facts, NO_QUOTE, terms.price_precision)
    if (parseFixed(price) !== worked) return { fact: 'price', expected: formatFixed(worked, terms.price_precision), stated: price }
    return this.beyondLevel(facts) ?? this.beyondReserve(facts, terms)
  }

  /** A limit and a take profit are filled at their level or better. */
  private beyondLevel({ event, side, reason, price, requested_price: target, take_profit: takeProfit }: ProviderFill): Difference | null {
    const level = event === 'order_opened' ? (reason === 'limit' ? target : null) : reason === 'take_profit' ? takeProfit : null
    if (level === null || parseFixed(level) === 0n) return null
    const isBought = (event === 'order_opened') === (side === 'buy')
    return isWorse(isBought, parseFixed(price), parseFixed(level)) ? { fact: 'slippage', expected: level, stated: price } : null
  }

  /** The margin that was reserved is that of the worst price which the trader accepts. */
  private beyondReserve(facts: ProviderFill, terms: InstrumentInForce): Difference | null {
    const { event, order, side, price, leverage, conversion_rate: rate } = facts
    const sent = event === 'order_opened' && order !== null ? this.sent.get(order) : undefined
    if (sent?.margin == null || sent.lots === null || rate === null || terms.margin_mode === 'fixed') return null
    const size = { mode: terms.margin_mode, contractSize: parseFixed(terms.contract_size) }
    const worked = orderMargin(size, parseFixed(sent.lots), parseFixed(price), BigInt(leverage ?? 1), parseRate(rate))
    const worst = formatAmount(worked)
    const isBeyond = side === 'buy' ? worked > parseFixed(sent.margin) : worked < parseFixed(sent.margin)
    return isBeyond ? { fact: 'slippage', expected: sent.margin, stated: worst } : null
  }
}

const NO_QUOTE = { bid: 0n, ask: 0n }

const isWorse = (isBought: boolean, price: Fixed, level: Fixed): boolean => (isBought ? price > level : price < level)

/** Of one provider a number is given once. */
const numbersOf = ({ provider }: ReceiptFacts): string[] => (provider?.exec_ids ?? []).map((id) => `${provider?.name} ${id}`)
const keyOf = ({ event, order, parent, at }: ReceiptFacts): string => `${event} ${order} ${parent} ${at}`
