/** Closing a position and opening the same size the other way, in one unit of work: both or neither. */
import { openingPrice } from '../../rules/price'
import { done, type Outcome, refused } from '../calls/handler'
import { ORDER_STATUS } from '../db/statuses'
import { tradedQuote } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import type { TradeUnit } from '../ledger/trade-unit'
import { closePosition } from './close-position'
import { affordable, bookOpening, fillOf, openingCost } from './open-position'
import { readLeverage } from './place-order'

export function reverseOrder(unit: TradeUnit, id: bigint): Outcome<{ closed: OrderRow; opened: OrderRow }> {
  const { desk, tenant, books } = unit
  const holding = books.orders.find((order) => order.id === id)
  if (holding === undefined) return refused('ORDER_NOT_FOUND')
  if (holding.status !== ORDER_STATUS.holding) return refused('ORDER_NOT_HOLDING')
  if (tenant.trading.mode !== 'normal') return refused('TRADING_PAUSED')
  const terms = desk.pricing.termsOf(tenant).get(holding.instrumentCode)
  if (terms === undefined) return refused('INSTRUMENT_NOT_FOUND')
  if (terms.isCloseOnly || desk.pricing.isDisputed(terms.instrument.code)) return refused('TRADING_PAUSED')
  const leverage = readLeverage(terms, holding.leverage?.toString())
  if (!leverage.ok) return leverage
  const closed = closePosition(unit, id)
  if (!closed.ok) return closed
  const tradable = desk.pricing.tradableQuote(tenant, holding.instrumentCode)
  if (!tradable.ok) return refused(tradable.error)
  const { quote } = tradable
  const side = holding.side === 'buy' ? 'sell' : 'buy'
  const size = { side, lots: holding.lots, leverage: leverage.data } as const
  const cost = openingCost(terms, size, quote)
  const carried = affordable(unit, cost)
  if (!carried.ok) return carried
  const { instrument } = terms
  const opened = books.insertOrder({
    ...size,
    ...fillOf(side, cost, quote, books.now),
    instrumentCode: instrument.code,
    marginMode: instrument.marginMode,
    contractSize: instrument.contractSize,
    quoteCurrency: instrument.quoteCurrency,
    pricePrecision: instrument.pricePrecision,
    requestedPrice: openingPrice(side, quote),
    // The stops stood on the other side of the price: they do not come along.
    stopLoss: 0n,
    takeProfit: 0n,
    createdAt: books.now,
  })
  bookOpening(unit, opened, tradedQuote(unit, instrument.code, quote))
  return done({ closed: closed.data, opened })
}
