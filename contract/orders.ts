/** Orders: submit, list, close, cancel, edit stops, receipts. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { Decimal, DecimalIn, DecimalOrEmpty, Id, Milliseconds, Page } from './primitives'

/** On the wire 1 = buy (long), 2 = sell (short). */
export const Side = z.enum(['1', '2'])
/** On the wire 1 = market, 0 = pending. */
export const Execution = z.enum(['0', '1'])
export const OrderStatus = z.union([z.literal(0), z.literal(1), z.literal(3)]).describe('0 pending, 1 holding, 3 completed')
export const OrderTab = z.enum(['0', '1', '3'])
export const CLOSE_REASONS = ['manual', 'take_profit', 'stop_loss', 'stop_out', 'cancelled', 'demo_reset'] as const
export const CloseReason = z.enum(CLOSE_REASONS)
export type CloseReason = z.infer<typeof CloseReason>
export const PendingKind = z.enum(['limit', 'stop'])
export type PendingKind = z.infer<typeof PendingKind>

export const Order = z.object({
  Id,
  ForexTradeLists: z.object({ Id, Code: z.string(), ShowCode: z.string(), PricePrecision: z.number().int(), Logo: z.string() }),
  OrderType: z.union([z.literal(1), z.literal(2)]).describe('1 buy, 2 sell'),
  Quantity: Decimal.describe('Lots'),
  Multiple: z.string().describe('Leverage; empty where the margin is fixed per lot'),
  OriginPrice: Decimal.describe('Requested price: the target, or the quote the trader saw'),
  Price: Decimal.describe('Fill price; 0 while pending'),
  UpdatePrice: Decimal.describe('Current price on the closing side, or the closing price'),
  FactProfits: Decimal,
  CautionMoney: Decimal.describe('Margin, USDT'),
  TradeFee: Decimal.describe('Fee, USDT, taken at open'),
  TargetLossPrice: Decimal.describe('Stop loss; 0 = none'),
  TargetProfitPrice: Decimal.describe('Take profit; 0 = none'),
  Status: OrderStatus,
  PendingKind: PendingKind.nullable(),
  CloseReason: CloseReason.nullable(),
  StopOutPrice: DecimalOrEmpty.describe('Price at which this account would be stopped out by this instrument alone; empty if it cannot be'),
  ConversionRate: Decimal.describe('USDT for one unit of the quote currency at the fill'),
  CloseConversionRate: DecimalOrEmpty,
  ContractSize: Decimal,
  QuoteCurrency: z.string(),
  CreateTimeHandler: z.string(),
  CompleteTimeHandler: z.string(),
  CreatedAt: Milliseconds,
  CompletedAt: Milliseconds.nullable(),
})
export type Order = z.infer<typeof Order>

export const AccountFigures = z.object({
  all_fact_profits: Decimal,
  balance: Decimal,
  net_value: Decimal,
  total_margin: Decimal,
  free_margin: Decimal,
  risk_rate: DecimalOrEmpty.describe('Margin level in percent; empty when no margin is used'),
})
export type AccountFigures = z.infer<typeof AccountFigures>

export const submitOrder = endpoint({
  method: 'GET',
  path: '/v1/api/forex/submit',
  actor: 'session',
  changesState: true,
  input: z.object({
    forex_id: Id,
    type: Side,
    status: Execution,
    cont: DecimalIn.describe('Lots'),
    multiple: z
      .string()
      .regex(/^\d{1,4}$/)
      .optional(),
    target_price: DecimalIn.optional(),
    stop_loss_price: DecimalIn.optional(),
    target_profit_price: DecimalIn.optional(),
    price: DecimalIn.optional().describe('Market orders: the quote the trader saw'),
    max_slippage: DecimalIn.optional().describe('Market orders: how far, in price, the fill may be worse than `price`'),
  }),
  output: Order,
  errors: [
    'INSTRUMENT_NOT_FOUND',
    'MARKET_CLOSED',
    'QUOTE_STALE',
    'LEVERAGE_NOT_CONFIGURED',
    'LEVERAGE_NOT_OFFERED',
    'LOTS_TOO_SMALL',
    'LOTS_TOO_LARGE',
    'LOTS_OFF_STEP',
    'TARGET_PRICE_REQUIRED',
    'PRICE_OFF_GRID',
    'PRICE_MOVED',
    'STOP_LOSS_WRONG_SIDE',
    'TAKE_PROFIT_WRONG_SIDE',
    'TOO_MANY_OPEN_ORDERS',
    'INSUFFICIENT_MARGIN',
  ],
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/v1/api/forex/my_deal',
  actor: 'session',
  input: z.object({ status: OrderTab, page: Page.optional() }),
  output: AccountFigures.extend({ data: z.array(Order), total: z.number().int() }),
  errors: [],
})

export const closeOrder = endpoint({
  method: 'GET',
  path: '/v1/api/forex/close',
  actor: 'session',
  changesState: true,
  input: z.object({ id: Id, cont: DecimalIn.optional().describe('Part of the lots; the whole order when absent') }),
  output: Order,
  errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_HOLDING', 'MARKET_CLOSED', 'QUOTE_STALE', 'LOTS_OFF_STEP'],
})

export const cancelOrder = endpoint({
  method: 'GET',
  path: '/v1/api/forex/cancel_trade',
  actor: 'session',
  changesState: true,
  input: z.object({ id: Id }),
  output: Order,
  errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PENDING'],
})

export const setStopPrice = endpoint({
  method: 'GET',
  path: '/v1/api/forex/set_stop_price',
  actor: 'session',
  changesState: true,
  input: z.object({ id: Id, target_profit_price: DecimalIn, stop_loss_price: DecimalIn }),
  output: Order,
  errors: [
    'ORDER_NOT_FOUND',
    'ORDER_NOT_HOLDING',
    'MARKET_CLOSED',
    'QUOTE_STALE',
    'PRICE_OFF_GRID',
    'STOP_LOSS_WRONG_SIDE',
    'TAKE_PROFIT_WRONG_SIDE',
  ],
})

export const Receipt = z.object({ body: z.record(z.string(), z.unknown()), signature: z.string(), hash: z.string() })
export const listReceipts = endpoint({
  method: 'GET',
  path: '/v1/api/forex/receipt',
  actor: 'session',
  input: z.object({ id: Id }),
  output: z.array(Receipt),
  errors: ['ORDER_NOT_FOUND'],
})
