/** The quote of an order that is sent, as it is kept until the receipt of its fill names it. */
import { formatRate, parseRate } from '../../rules/conversion'
import { formatFixed, parseFixed } from '../../rules/decimal'
import type { TradedQuote } from './order-receipt'
import type { StoredQuote } from './routed-orders'

export function storeQuote(quote: TradedQuote, now: number): StoredQuote {
  return {
    bid: formatFixed(quote.bid),
    ask: formatFixed(quote.ask),
    last: formatFixed(quote.last),
    rate: formatRate(quote.rate),
    seq: quote.seq.toString(),
    source: quote.source,
    symbol: quote.symbol,
    time: quote.time,
    ...(quote.sourceTime === undefined ? {} : { sourceTime: quote.sourceTime }),
    ...(quote.arrivedAt === undefined ? {} : { arrivedAt: quote.arrivedAt }),
    ageMs: Number.isFinite(quote.ageMs) ? quote.ageMs : now - quote.time,
    ticks: quote.ticks,
  }
}

export function readQuote(stored: StoredQuote): TradedQuote {
  return {
    ...stored,
    bid: parseFixed(stored.bid),
    ask: parseFixed(stored.ask),
    last: parseFixed(stored.last),
    rate: parseRate(stored.rate),
    seq: BigInt(stored.seq),
  }
}
