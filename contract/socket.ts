/**
 * The realtime socket `/v1/ws`: JSON text frames both ways.
 *
 * Invariant: `seq` grows by one per topic and connection; the first push after `sub` is a snapshot.
 */
import { z } from 'zod'
import { Candle, Quotations, TradingBrake } from './market'
import { AccountFigures, CancelReason, CloseReason, OrderStatus } from './orders'
import { Decimal, Id, Milliseconds, Period } from './primitives'

export const SOCKET_PATH = '/v1/ws'
export const SOCKET_LIMITS = {
  maxFrameBytes: 4096,
  maxTopics: 64,
  maxMessagesPerSecond: 20,
  /** So many messages a minute that are no message of the contract are answered with an error; one more closes the connection. */
  maxUnreadablePerMinute: 10,
  maxQueuedBytes: 1024 * 1024,
  pingIntervalMs: 5_000,
  unansweredPings: 3,
  connectTimeoutMs: 5_000,
} as const

export const Topic = z.string().regex(/^(DAY_MARKET|FOREX_TRADE|FOREX_CLOSED|ACCOUNT_NOTICE|KLINE\.[A-Z0-9]{1,16})$/)
export const PRIVATE_TOPICS = ['FOREX_TRADE', 'FOREX_CLOSED', 'ACCOUNT_NOTICE'] as const

export const ClientMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('login'), token: z.string().min(1).max(256) }),
  z.object({ event: z.literal('sub'), topic: Topic }),
  z.object({ event: z.literal('unsub'), topic: Topic }),
  z.object({ event: z.literal('logout') }),
  z.object({ event: z.literal('ping') }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

export const DayMarketRow = Quotations.pick({
  Open: true,
  Close: true,
  Change: true,
  Bid: true,
  Ask: true,
  Time: true,
  High: true,
  Low: true,
  SourceTime: true,
}).extend({
  Id,
  MarketStatus: z.union([z.literal(0), z.literal(1)]),
  QuoteToUsdt: Decimal,
  Source: z.string().optional().describe('Whose price it is now, where an instrument has several sources'),
  Brake: TradingBrake.optional(),
})
export type DayMarketRow = z.infer<typeof DayMarketRow>
export const DayMarketPush = z.array(DayMarketRow)

export const KlinePush = Candle.extend({ Period })
export type KlinePush = z.infer<typeof KlinePush>

export const TradePush = AccountFigures.extend({
  under_way: z.array(Id).optional().describe('Orders whose provider has not answered yet; absent where there are none'),
  orders: z.array(
    z.object({
      Id,
      UpdatePrice: Decimal,
      FactProfits: Decimal,
      TargetLossPrice: Decimal.optional().describe('Where the stop loss stands now: a trailing one moves with the price'),
    }),
  ),
})
export type TradePush = z.infer<typeof TradePush>

export const ClosedPush = z.object({
  Id,
  Status: OrderStatus,
  CloseReason: CloseReason.nullable(),
  CancelReason: CancelReason.nullable(),
  UpdatePrice: Decimal,
  FactProfits: Decimal,
  CompleteTimeHandler: z.string(),
})
export type ClosedPush = z.infer<typeof ClosedPush>

/** A margin call: told once when the margin level falls to `Level` percent, and again only after it has recovered. */
export const MarginCallPush = z.object({
  Kind: z.literal('margin_call'),
  Level: z.enum(['100', '75']),
  MarginLevel: Decimal,
  At: Milliseconds,
})
export type MarginCallPush = z.infer<typeof MarginCallPush>
/** A line was added to the trader's list of notices (`listNotices` has its words); `Notice` is its kind. */
export const ListedNoticePush = z.object({ Kind: z.literal('notice'), Id, Notice: z.string(), At: Milliseconds })
export const NoticePush = z.discriminatedUnion('Kind', [MarginCallPush, ListedNoticePush])
export type NoticePush = z.infer<typeof NoticePush>

export const ServerReply = z.object({
  event: z.enum(['login', 'sub', 'unsub', 'logout', 'error']),
  code: z.number().int(),
  msg: z.string(),
  topic: z.string().optional(),
})
export const ServerPong = z.object({ event: z.literal('pong'), ts: Milliseconds })
export const ServerPush = z.object({
  topic: z.string(),
  seq: z.number().int(),
  ts: Milliseconds,
  snapshot: z.boolean().optional(),
  data: z.unknown(),
})
export const ServerMessage = z.union([ServerPong, ServerPush, ServerReply])
export type ServerMessage = z.infer<typeof ServerMessage>
