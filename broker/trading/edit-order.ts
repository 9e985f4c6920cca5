/** Editing what waits on an order: stop loss, take profit, trailing distance, and the target of a pending order. */
import { type Fixed, formatFixed, formatFixedShort } from '../../rules/decimal'
import { pendingKind } from '../../rules/pending-kind'
import { closingPrice, openingPrice } from '../../rules/price'
import { done, type Outcome, refused } from '../calls/handler'
import { ORDER_STATUS } from '../db/statuses'
import { writeReceipt } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import type { TradeUnit } from '../ledger/trade-unit'
import type { TenantQuote } from '../market/pricing'
import { withTrailing } from './place-order'
import { offGridRefusal, type PriceGrid, priceGrid, protectionRefusal, targetRefusal, trailingRefusal } from './price-bounds'

/** 0 takes a stop off. */
interface WantedEdit {
  readonly stopLoss: Fixed
  readonly takeProfit: Fixed
  /** Only of a pending order. */
  readonly target?: Fixed
  /** Left as it is when absent, unless the stop loss is taken off. */
  readonly trailingDistance?: Fixed
}

export function editOrder(unit: TradeUnit, id: bigint, wanted: WantedEdit): Outcome<OrderRow> {
  const { services, tenant, books } = unit
  const order = books.orders.find((one) => one.id === id)
  if (order === undefined) return refused('ORDER_NOT_FOUND')
  if (order.underWay !== null) return refused('ORDER_UNDER_WAY')
  if (wanted.target !== undefined && order.status !== ORDER_STATUS.pending) return refused('ORDER_NOT_PENDING')
  const tradable = services.pricing.tradableQuote(tenant, order.instrumentCode)
  if (!tradable.ok) return refused(tradable.error)
  const grid = priceGrid(services.pricing, tenant, order.instrumentCode, order.pricePrecision)
  const trailingDistance = wanted.trailingDistance ?? (wanted.stopLoss === 0n ? 0n : order.trailingDistance)
  const offGrid = offGridRefusal(
    {
      target_price: wanted.target,
      stop_loss_price: wanted.stopLoss,
      target_profit_price: wanted.takeProfit,
      trailing_distance: wanted.trailingDistance,
    },
    grid.precision,
  )
  if (offGrid !== null) return offGrid
  const stops = { stopLoss: wanted.stopLoss, takeProfit: wanted.takeProfit, trailingDistance }
  const edited =
    order.status === ORDER_STATUS.holding
      ? positionEdit(order, stops, tradable.quote, grid)
      : pendingEdit(order, stops, wanted.target, tradable.quote, grid)
  return edited.ok ? done(keepEdit(unit, order, edited.data)) : edited
}

interface Stops {
  readonly stopLoss: Fixed
  readonly takeProfit: Fixed
  readonly trailingDistance: Fixed
}
type Edit = Stops & { readonly requestedPrice?: Fixed }

function positionEdit(order: OrderRow, stops: Stops, quote: TenantQuote, grid: PriceGrid): Outcome<Edit> {
  const wanted = withTrailing({ side: order.side, ...stops }, quote)
  const problem =
    protectionRefusal(order.side, wanted, closingPrice(order.side, quote), grid) ?? trailingRefusal(stops.trailingDistance, grid)
  return problem ?? done({ ...stops, ...wanted })
}

function pendingEdit(order: OrderRow, stops: Stops, newTarget: Fixed | undefined, quote: TenantQuote, grid: PriceGrid): Outcome<Edit> {
  const target = newTarget ?? order.requestedPrice
  if (target === 0n) return refused('TARGET_PRICE_REQUIRED')
  const now = openingPrice(order.side, quote)
  const targetMoved = target === order.requestedPrice ? null : targetRefusal(target, now, grid)
  if (targetMoved !== null) return targetMoved
  if (target !== order.requestedPrice && pendingKind(order.side, target, quote) !== order.pendingKind) {
    return refused('TARGET_WRONG_SIDE', { price: formatFixed(now, grid.precision) })
  }
  const problem = protectionRefusal(order.side, stops, target, grid) ?? trailingRefusal(stops.trailingDistance, grid)
  return problem ?? done({ ...stops, requestedPrice: target })
}

function keepEdit(unit: TradeUnit, before: OrderRow, edit: Edit): OrderRow {
  const order = unit.books.changeOrder(before, edit)
  const shown = (one: OrderRow) => ({
    target: one.status === ORDER_STATUS.pending ? formatFixed(one.requestedPrice, one.pricePrecision) : undefined,
    stopLoss: formatFixed(one.stopLoss, one.pricePrecision),
    takeProfit: formatFixed(one.takeProfit, one.pricePrecision),
    trailingDistance: formatFixedShort(one.trailingDistance),
  })
  unit.books.record({
    actor: unit.actor,
    action: 'order.protect',
    object: `order:${order.id}`,
    detail: { before: shown(before), after: shown(order) },
  })
  writeReceipt(unit, { event: 'order_edited', order, reason: 'trader' })
  return order
}
