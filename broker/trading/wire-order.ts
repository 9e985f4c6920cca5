/** A stored order as it crosses the wire. */
import type { Order } from '../../contract/orders'
import type { Language } from '../../contract/primitives'
import { formatRate, parseRate } from '../../rules/conversion'
import { type Fixed, formatFixed, formatFixedShort } from '../../rules/decimal'
import { type Amount, formatAmount } from '../../rules/money'
import { closingPrice, openingPrice } from '../../rules/price'
import { ORDER_STATUS } from '../db/statuses'
import { formatMoment } from '../ground/moment'
import type { OrderRow } from '../ledger/order-store'
import type { Pricing, TenantQuote } from '../market/pricing'

interface LiveFigures {
  readonly quote: TenantQuote | null
  readonly profit: Amount
  readonly stopOutPrice: Fixed | null
  /** Absent where it was never charged. */
  readonly funding?: Amount | undefined
}

export function wireOrder(order: OrderRow, live: LiveFigures, pricing: Pricing, language: Language): Order {
  const price = (value: Fixed) => formatFixed(value, order.pricePrecision)
  const instrument = pricing.instrument(order.instrumentCode)
  return {
    Id: order.id.toString(),
    ForexTradeLists: {
      Id: instrument?.id ?? order.instrumentCode,
      Code: order.instrumentCode,
      ShowCode: instrument?.showCode ?? order.instrumentCode,
      PricePrecision: order.pricePrecision,
      Logo: instrument?.logo ?? '',
    },
    OrderType: order.side === 'buy' ? 1 : 2,
    Quantity: formatFixedShort(order.lots),
    Multiple: order.leverage?.toString() ?? '',
    OriginPrice: price(order.requestedPrice),
    Price: price(order.fillPrice),
    UpdatePrice: price(currentPrice(order, live.quote)),
    FactProfits: formatAmount(order.profit ?? live.profit),
    CautionMoney: formatAmount(order.margin),
    TradeFee: formatAmount(order.fee),
    ...(live.funding === undefined ? {} : { Funding: formatAmount(live.funding) }),
    TargetLossPrice: price(order.stopLoss),
    TargetProfitPrice: price(order.takeProfit),
    Status: order.status as Order['Status'],
    PendingKind: order.pendingKind,
    CloseReason: order.closeReason,
    CancelReason: order.cancelReason,
    TrailingDistance: formatFixedShort(order.trailingDistance),
    ParentId: order.parentId?.toString() ?? '',
    StopOutPrice: live.stopOutPrice === null ? '' : price(live.stopOutPrice),
    ConversionRate: formatRate(parseRate(order.conversionRate)),
    CloseConversionRate: order.closeConversionRate === null ? '' : formatRate(parseRate(order.closeConversionRate)),
    ContractSize: formatFixedShort(order.contractSize),
    QuoteCurrency: order.quoteCurrency,
    CreateTimeHandler: formatMoment(order.createdAt, language),
    CompleteTimeHandler: order.completedAt === null ? '' : formatMoment(order.completedAt, language),
    CreatedAt: order.createdAt,
    OpenedAt: order.openedAt,
    CompletedAt: order.completedAt,
  }
}

/** The price on the side at which the order would act next; the closing price once it has closed. */
function currentPrice(order: OrderRow, quote: TenantQuote | null): Fixed {
  if (order.status === ORDER_STATUS.completed) return order.closePrice ?? order.requestedPrice
  if (quote === null) return order.status === ORDER_STATUS.pending ? order.requestedPrice : order.fillPrice
  return order.status === ORDER_STATUS.pending ? openingPrice(order.side, quote) : closingPrice(order.side, quote)
}
