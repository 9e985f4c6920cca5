/** Orders: submit, list, close, cancel, edit stops, receipts. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { Decimal, DecimalIn, DecimalOrEmpty, Id, Milliseconds, Next, PAGE_ASKED } from './primitives'

/** On the wire 1 = buy (long), 2 = sell (short). */
const Side = z.enum(['1', '2'])
/** On the wire 1 = market, 0 = pending. */
const Execution = z.enum(['0', '1'])
export const OrderStatus = z.union([z.literal(0), z.literal(1), z.literal(3)]).describe('0 pending, 1 holding, 3 completed')
export const OrderTab = z.enum(['0', '1', '3'])
const CLOSE_REASONS = ['manual', 'take_profit', 'stop_loss', 'stop_out', 'cancelled', 'demo_reset'] as const
export const CloseReason = z.enum(CLOSE_REASONS)
export type CloseReason = z.infer<typeof CloseReason>
const PendingKind = z.enum(['limit', 'stop'])
/** Why an order ended without a fill. `not_filled`: its provider was asked and filled nothing. */
export const CancelReason = z.enum(['trader', 'insufficient_margin', 'stop_out', 'demo_reset', 'not_offered', 'not_filled'])
export type CancelReason = z.infer<typeof CancelReason>

/** Its provider has been asked and has not answered yet: until then it is neither changed, cancelled nor set off. */
const UnderWay = z.object({
  Purpose: z.enum(['open', 'close']).describe('open: Status is 0, and the margin of the worst price is reserved; close: Status is 1'),
  ProviderName: z.string(),
  At: Milliseconds.describe('When it was asked'),
  IsSent: z.boolean().describe('False while the provider cannot be reached: it is asked as soon as it can'),
})
/** The provider's side of a fill: its price with the mark-up is the order's. */
const ProviderFill = z.object({
  Purpose: z.enum(['open', 'close']),
  ProviderName: z.string(),
  OrderId: z.string().describe("The house's number of the order at the provider"),
  Price: Decimal.describe('Average of the fills'),
  MarkUp: Decimal.describe("In price units, to the trader's cost"),
})

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
  Funding: Decimal.optional().describe(
    'Overnight funding so far, as it changed the balance: below 0 was paid; in lists, and absent where there was none',
  ),
  TargetLossPrice: Decimal.describe('Stop loss; 0 = none'),
  TargetProfitPrice: Decimal.describe('Take profit; 0 = none'),
  Status: OrderStatus,
  UnderWay: UnderWay.optional(),
  WaitsFor: z.string().optional().describe('A pending order that cannot fire now: the provider that is not connected'),
  Fills: z.array(ProviderFill).optional().describe('What a provider has filled of it: its opening, its close'),
  PendingKind: PendingKind.nullable(),
  CloseReason: CloseReason.nullable(),
  CancelReason: CancelReason.nullable().describe('Only where CloseReason is cancelled or demo_reset and the order was pending'),
  TrailingDistance: Decimal.describe('The stop loss follows the price at this distance, in price units; 0 = it stands'),
  ParentId: z.union([z.literal(''), Id]).describe('The order this one was split from by a partial close'),
  StopOutPrice: DecimalOrEmpty.describe('Price at which this account would be stopped out by this instrument alone; empty if it cannot be'),
  ConversionRate: Decimal.describe('USDT for one unit of the quote currency at the fill'),
  CloseConversionRate: DecimalOrEmpty,
  ContractSize: Decimal,
  QuoteCurrency: z.string(),
  CreateTimeHandler: z.string(),
  CompleteTimeHandler: z.string(),
  CreatedAt: Milliseconds.describe('When it was placed'),
  OpenedAt: Milliseconds.nullable().describe('When it was filled; null for an order that never was'),
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

/** So long is a provider waited for; after that the answer is an order under way. */
export const PROVIDER_ANSWERS_WITHIN_MS = 10_000

export const submitOrder = endpoint({
  method: 'GET',
  path: '/v1/api/forex/submit',
  actor: 'session',
  changesState: true,
  waitsMs: PROVIDER_ANSWERS_WITHIN_MS,
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
    trailing_distance: DecimalIn.optional().describe(
      'The stop loss follows the price at this distance, in price units; 0 or absent = none',
    ),
    price: DecimalIn.optional().describe('Market orders: the quote the trader saw'),
    max_slippage: DecimalIn.optional().describe('Market orders: how far, in price, the fill may be worse than `price`'),
  }),
  output: Order,
  errors: [
    'TRADING_PAUSED',
    'TRADING_BRAKED',
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
    'TARGET_IS_MARKET_PRICE',
    'TARGET_TOO_CLOSE',
    'PRICE_MOVED',
    'STOP_LOSS_WRONG_SIDE',
    'TAKE_PROFIT_WRONG_SIDE',
    'STOP_LOSS_TOO_CLOSE',
    'TAKE_PROFIT_TOO_CLOSE',
    'TRAILING_TOO_CLOSE',
    'TOO_MANY_OPEN_ORDERS',
    'PROVIDER_DOWN',
    'INSUFFICIENT_MARGIN',
    'ORDER_NOT_FILLED',
    'NO_PRICE_IN_LIMIT',
  ],
})

/** Parameters of an order that only one kind of it has. */
export const ORDER_FIELDS_OF = {
  market: ['price', 'max_slippage'],
  pending: ['target_price'],
} as const satisfies Readonly<Record<'market' | 'pending', readonly (keyof typeof submitOrder.input.shape)[]>>

export const listOrders = endpoint({
  method: 'GET',
  path: '/v1/api/forex/my_deal',
  actor: 'session',
  input: z.object({ status: OrderTab, ...PAGE_ASKED }),
  output: AccountFigures.extend({ data: z.array(Order), total: z.number().int(), next: Next }),
  errors: [],
})

export const closeOrder = endpoint({
  method: 'GET',
  path: '/v1/api/forex/close',
  actor: 'session',
  changesState: true,
  waitsMs: PROVIDER_ANSWERS_WITHIN_MS,
  input: z.object({ id: Id, cont: DecimalIn.optional().describe('Part of the lots; the whole order when absent') }),
  output: Order,
  errors: [
    'ORDER_NOT_FOUND',
    'ORDER_NOT_HOLDING',
    'ORDER_UNDER_WAY',
    'LOTS_TOO_SMALL',
    'LOTS_TOO_LARGE',
    'LOTS_OFF_STEP',
    'TRADING_PAUSED',
    'MARKET_CLOSED',
    'QUOTE_STALE',
    'PROVIDER_DOWN',
    'ORDER_NOT_FILLED',
    'NO_PRICE_IN_LIMIT',
    'BALANCE_TOO_LARGE',
  ],
})

export const closeAllOrders = endpoint({
  method: 'GET',
  path: '/v1/api/forex/close_all',
  actor: 'session',
  changesState: true,
  waitsMs: PROVIDER_ANSWERS_WITHIN_MS,
  input: z.object({ forex_id: Id.optional().describe('Only the positions in this instrument') }),
  output: z.object({
    closed: z.array(Order),
    kept: z.array(z.object({ Id, code: z.number().int(), msg: z.string() })).describe('Positions that cannot be closed now, and why'),
    under_way: z.array(Order).optional().describe('Positions whose provider has not answered yet; absent where there are none'),
  }),
  errors: ['INSTRUMENT_NOT_FOUND', 'BALANCE_TOO_LARGE'],
})

export const reverseOrder = endpoint({
  method: 'GET',
  path: '/v1/api/forex/reverse',
  actor: 'session',
  changesState: true,
  waitsMs: PROVIDER_ANSWERS_WITHIN_MS,
  input: z.object({ id: Id }),
  output: z.object({ closed: Order, opened: Order }),
  errors: [
    'ORDER_NOT_FOUND',
    'ORDER_NOT_HOLDING',
    'ORDER_UNDER_WAY',
    'INSTRUMENT_NOT_FOUND',
    'LEVERAGE_NOT_OFFERED',
    'TRADING_PAUSED',
    'TRADING_BRAKED',
    'MARKET_CLOSED',
    'QUOTE_STALE',
    'PROVIDER_DOWN',
    'INSUFFICIENT_MARGIN',
    'ORDER_NOT_FILLED',
    'NO_PRICE_IN_LIMIT',
    'BALANCE_TOO_LARGE',
  ],
})

export const cancelOrder = endpoint({
  method: 'GET',
  path: '/v1/api/forex/cancel_trade',
  actor: 'session',
  changesState: true,
  input: z.object({ id: Id }),
  output: Order,
  errors: ['ORDER_NOT_FOUND', 'ORDER_UNDER_WAY', 'ORDER_NOT_PENDING'],
})

export const setStopPrice = endpoint({
  method: 'GET',
  path: '/v1/api/forex/set_stop_price',
  actor: 'session',
  changesState: true,
  input: z.object({
    id: Id,
    target_profit_price: DecimalIn,
    stop_loss_price: DecimalIn,
    target_price: DecimalIn.optional().describe(
      'Pending orders: the new target; it stays on its side of the market, so the kind does not change',
    ),
    trailing_distance: DecimalIn.optional().describe('0 takes it off; absent leaves it as it is, unless the stop loss is taken off'),
  }),
  output: Order,
  errors: [
    'ORDER_NOT_FOUND',
    'ORDER_UNDER_WAY',
    'ORDER_NOT_HOLDING',
    'ORDER_NOT_PENDING',
    'TRADING_PAUSED',
    'MARKET_CLOSED',
    'QUOTE_STALE',
    'PRICE_OFF_GRID',
    'TARGET_PRICE_REQUIRED',
    'TARGET_IS_MARKET_PRICE',
    'TARGET_WRONG_SIDE',
    'TARGET_TOO_CLOSE',
    'STOP_LOSS_WRONG_SIDE',
    'TAKE_PROFIT_WRONG_SIDE',
    'STOP_LOSS_TOO_CLOSE',
    'TAKE_PROFIT_TOO_CLOSE',
    'TRAILING_TOO_CLOSE',
  ],
})

/** Every holding order with what is needed to work out, by rules/, what any price would do to the account. */
export const listPositions = endpoint({
  method: 'GET',
  path: '/v1/api/forex/positions',
  actor: 'session',
  input: z.object({}),
  output: AccountFigures.extend({
    stop_out_level: Decimal.describe('Margin level in percent'),
    orders: z.array(Order).describe('By id, oldest first'),
    quotes: z.array(
      z.object({
        Id,
        Code: z.string(),
        PricePrecision: z.number().int(),
        QuoteCurrency: z.string(),
        Bid: Decimal,
        Ask: Decimal,
        Close: Decimal,
        QuoteToUsdt: Decimal,
        MarketStatus: z.union([z.literal(0), z.literal(1)]),
      }),
    ),
  }),
  errors: [],
})

/** The longest proof of a receipt: 3 kB of ASCII. */
const PROOF_CHARACTERS = 3_000

/** `hash` is the SHA-256 in hex of the canonical JSON (RFC 8785) of `body`, `signature` Ed25519 over those bytes in base64url. */
export const Receipt = z.object({
  body: z.record(z.string(), z.unknown()),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  key_id: z.string(),
  signature: z.string(),
})
export type Receipt = z.infer<typeof Receipt>
export const listReceipts = endpoint({
  method: 'GET',
  path: '/v1/api/forex/receipt',
  actor: 'session',
  input: z.object({ id: Id }),
  output: z.array(Receipt),
  errors: ['ORDER_NOT_FOUND'],
})

/**
 * Where a receipt is in the broker's public log (`log` of its statement). `Proof` is a C2SP `tlog-proof`: place, hashes, the newest signed
 * checkpoint, and as `extra` the salt of the entry, which only the owner of the receipt is told. The entry is SHA-256 over
 * `candor log entry v1\nreceipt\n`, the salt and the receipt's hash.
 */
export const ReceiptProof = z.discriminatedUnion('State', [
  z.object({
    Hash: z.string().describe("The receipt's hash"),
    State: z.literal('logged'),
    At: Milliseconds.describe('When the checkpoint was signed'),
    Index: z.number().int().nonnegative().describe('Place of its entry in the log'),
    Proof: z.string().max(PROOF_CHARACTERS),
    TermsIndex: z.number().int().nonnegative().optional().describe('Place in the log of the terms that an opening names'),
  }),
  z.object({
    Hash: z.string().describe("The receipt's hash"),
    State: z.literal('waiting').describe('Not in the log yet'),
    At: Milliseconds.describe('When the receipt was written: it is in the log some seconds later'),
  }),
])
export type ReceiptProof = z.infer<typeof ReceiptProof>
/**
 * A file of receipts as a trader saves it: canonical JSON (RFC 8785) of one, of a list, or of both receipts and the proofs of those that
 * are in the log.
 */
export const ReceiptFile = z.union([
  Receipt,
  z.array(Receipt),
  z.object({ receipts: z.array(Receipt), proofs: z.array(z.object({ hash: z.string(), proof: z.string() })) }),
])
export type ReceiptFile = z.infer<typeof ReceiptFile>
export const listReceiptProofs = endpoint({
  method: 'GET',
  path: '/v1/api/forex/receipt/proof',
  actor: 'session',
  input: z.object({ id: Id }),
  output: z.array(ReceiptProof),
  errors: ['ORDER_NOT_FOUND'],
})

/** The ticks around a fill or trigger, oldest first, as the source quoted them. */
export const LoggedTick = z.object({
  Source: z.string(),
  Seq: z.string(),
  Bid: Decimal,
  Ask: Decimal,
  Last: Decimal,
  Time: Milliseconds,
  SourceTime: Milliseconds.optional().describe("When the price was made, by the source's own clock; absent where it does not say"),
  ArrivedAt: Milliseconds.optional().describe("When it arrived, by the broker's clock; absent for a tick written before this was kept"),
  Verdict: z.enum(['accepted', 'quarantined', 'late', 'duplicate']),
  IsTraded: z.boolean().describe('True for the tick that the order was filled or closed at'),
})
export type LoggedTick = z.infer<typeof LoggedTick>
export const listOrderTicks = endpoint({
  method: 'GET',
  path: '/v1/api/forex/ticks',
  actor: 'session',
  input: z.object({ id: Id }),
  output: z.array(
    z.object({ Event: z.string().describe("The receipt's event"), At: Milliseconds, ReceiptHash: z.string(), Ticks: z.array(LoggedTick) }),
  ),
  errors: ['ORDER_NOT_FOUND'],
})
