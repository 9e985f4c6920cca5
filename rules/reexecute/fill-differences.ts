/** What a fill has to say at the tick that it names, by the rules by which it is filled. */
import { parseRate, type Rate } from '../conversion'
import { formatFixed, parseFixed } from '../decimal'
import { orderFee } from '../fee'
import { orderMargin } from '../margin'
import { formatAmount } from '../money'
import { pendingKind } from '../pending-kind'
import { type OrderSide, type QuotePrices, withSpread } from '../price'
import type { Difference } from './execution'
import { fillPriceAt, triggerAt } from './fill-by-rules'
import type { Extremes, TapeTick } from './price-tape'
import type { ReceiptFacts } from './receipt-facts'
import type { InstrumentInForce } from './terms-in-force'

/** A fill with the tick that it names. */
export interface Traded {
  readonly tick: TapeTick
  readonly terms: InstrumentInForce
  readonly quote: QuotePrices
  readonly rates: readonly Rate[]
}

export function placedDifference({ requested_price: target, reason }: ReceiptFacts, side: OrderSide, { quote }: Traded): Difference | null {
  const kind = target === null ? null : pendingKind(side, parseFixed(target), quote)
  return kind === reason ? null : { fact: 'kind', expected: kind ?? '', stated: reason ?? '' }
}

export function openingDifference(facts: ReceiptFacts, side: OrderSide, { terms, quote }: Traded): Difference | null {
  const { price: stated, lots, leverage, margin, fee, reason, conversion_rate: rate } = facts
  const price = fillPriceAt({ ...facts, side }, quote, terms.price_precision)
  if (stated === null || lots === null || margin === null || fee === null || rate === null) {
    return { fact: 'price', expected: formatFixed(price, terms.price_precision), stated: stated ?? '' }
  }
  if (triggerAt({ ...facts, side }, quote)?.isReached === false) return { fact: 'trigger', expected: '', stated: reason ?? '' }
  if (parseFixed(stated) !== price) return { fact: 'price', expected: formatFixed(price, terms.price_precision), stated }
  const mode = terms.margin_mode
  const size = { mode, contractSize: parseFixed(terms.contract_size) }
  const worked = orderMargin(size, parseFixed(lots), price, BigInt(leverage ?? 1), parseRate(rate))
  if (formatAmount(worked) !== margin) return { fact: 'margin', expected: formatAmount(worked), stated: margin }
  const paid = orderFee(terms.feeType, parseFixed(terms.fee_rate), parseFixed(lots), worked)
  return formatAmount(paid) === fee ? null : { fact: 'fee', expected: formatAmount(paid), stated: fee }
}

/** The house bears what is missing, to the last digit. */
export function protectionDifference({ profit }: ReceiptFacts, { balance }: { readonly balance: bigint }): Difference | null {
  const missing = formatAmount(balance < 0n ? -balance : 0n)
  return profit === missing ? null : { fact: 'profit', expected: missing, stated: profit ?? '' }
}

/** The best prices that a stretch had for a stop that follows, as quotes. */
export function bestQuotes(
  side: OrderSide,
  { maxBid, minAsk, maxLast, minLast }: Extremes,
  { spread, price_precision: precision }: InstrumentInForce,
): QuotePrices[] {
  const [quoted, last] = side === 'buy' ? [maxBid, maxLast] : [minAsk, minLast]
  return [
    ...(quoted === null ? [] : [{ bid: quoted, ask: quoted }]),
    ...(last === null ? [] : [withSpread(last, parseFixed(spread), precision)]),
  ]
}
