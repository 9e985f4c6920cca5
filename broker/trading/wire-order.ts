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
import type { RouteRow } from '../ledger/routed-orders'
import type { Pricing, TenantQuote } from '../market/pricing'

interface LiveFigures {
  readonly quote: TenantQuote | null
  readonly profit: Amount
  readonly stopOutPrice: Fixed | null
  /** Absent where it was never charged. */
  readonly funding?: Amount | undefined
  /** Of an order under way: when its provider was asked, and whether it has been yet. */
  readonly asked?: { readonly at: number; readonly isSent: boolean } | null
  readonly fills?: readonly RouteRow[]
  /** The provider that a pending order waits for. */
  readonly waitsFor?: string | null
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
    ...routed(order, live),
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

/** What a provider has to do with it; nothing where the company is the counterparty. */
function routed(order: OrderRow, { asked, fills = [], waitsFor }: LiveFigures): Partial<Order> {
  const { underWay, provider } = order
  return {
    ...(underWay === null || provider === null || asked == null
      ? {}
      : { UnderWay: { Purpose: underWay, ProviderName: provider, At: asked.at, IsSent: asked.isSent } }),
    ...(waitsFor == null ? {} : { WaitsFor: waitsFor }),
    ...(fills.length === 0
      ? {}
      : {
          Fills: fills.map((fill) => ({
            Purpose: fill.purpose,
            ProviderName: fill.provider,
            OrderId: fill.providerOrderId ?? '',
            Price: formatFixedShort(fill.providerPrice ?? 0n),
            MarkUp: formatFixedShort(fill.markUp),
          })),
        }),
  }
}

/** The price on the side at which the order would act next; the closing price once it has closed. */
function currentPrice(order: OrderRow, quote: TenantQuote | null): Fixed {
  if (order.status === ORDER_STATUS.completed) return order.closePrice ?? order.requestedPrice
  if (quote === null) return order.status === ORDER_STATUS.pending ? order.requestedPrice : order.fillPrice
  return order.status === ORDER_STATUS.pending ? openingPrice(order.side, quote) : closingPrice(order.side, quote)
}
