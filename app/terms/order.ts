/** An order from the ticket to its end. Prices, lots and money are decimal text; a price of 0 stands for none. */

import type { OutputOf } from '../../contract/endpoint'
import type {
  CancelReason,
  CloseReason,
  closeAllOrders,
  LoggedTick,
  listOrders,
  listOrderTicks,
  listPositions,
  listReceiptProofs,
  Order as WireOrder,
} from '../../contract/orders'
import { formatAmount, parseAmount } from '../../rules/money'
import type { OrderSide } from '../../rules/price'
import { type AccountFigures, readFigures } from './account'
import type { Instrument } from './instrument'
import type { Quote } from './quote'

/** Waits for its target, is a position, has ended (filled or not). */
export type OrderStatus = 'pending' | 'open' | 'closed'
/** At once, or at a target better or worse than the price when it was placed. */
export type OrderKind = 'market' | 'limit' | 'stop'

export interface UnderWay {
  readonly purpose: 'open' | 'close'
  readonly provider: string
  /** False while the provider cannot be reached. */
  readonly isSent: boolean
}

export interface ProviderFill {
  readonly purpose: 'open' | 'close'
  readonly provider: string
  /** The provider's own price, and what is added to it to the trader's cost. */
  readonly price: string
  readonly markUp: string
}

export interface Order {
  readonly id: string
  readonly instrument: Pick<Instrument, 'id' | 'code' | 'symbol' | 'pricePrecision' | 'logo'>
  readonly side: OrderSide
  readonly kind: OrderKind
  readonly status: OrderStatus
  /** Its provider has been asked and has not answered yet. */
  readonly underWay: UnderWay | null
  /** The provider that a pending order waits for: it cannot be filled before that is connected. */
  readonly waitsFor: string | null
  /** What providers have filled of it. */
  readonly fills: readonly ProviderFill[]
  readonly lots: string
  /** Empty where the margin is fixed per lot. */
  readonly leverage: string
  /** The target, or the quote that the trader saw. */
  readonly askedPrice: string
  /** What it was filled at; 0 while pending. */
  readonly entryPrice: string
  /** On the closing side now, or what it was closed at. */
  readonly price: string
  readonly profit: string
  readonly margin: string
  readonly fee: string
  /** Overnight funding so far, as the balance changed by it; null where the broker says nothing of it. */
  readonly funding: string | null
  readonly stopLoss: string
  readonly takeProfit: string
  /** The stop loss follows the price at this distance; 0 = it stands. */
  readonly trailingDistance: string
  readonly closeReason: CloseReason | null
  /** Only of an order that was never filled. */
  readonly cancelReason: CancelReason | null
  /** The order that it was split from by a partial close; empty for none. */
  readonly parentId: string
  /** Where this instrument alone would stop the account out; empty if it cannot. */
  readonly stopOutPrice: string
  readonly contractSize: string
  readonly quoteCurrency: string
  /** The broker's words for when it was placed and when it ended. */
  readonly placedTime: string
  readonly closedTime: string
  /** Unix milliseconds. */
  readonly placedAt: number
  /** Null for an order that never was filled. */
  readonly openedAt: number | null
  readonly closedAt: number | null
}

const STATUS = { 0: 'pending', 1: 'open', 3: 'closed' } as const satisfies Record<WireOrder['Status'], OrderStatus>
const SIDE = { 1: 'buy', 2: 'sell' } as const satisfies Record<WireOrder['OrderType'], OrderSide>

/** As a call, a form and an address of a list write it. */
export const writeSide = (side: OrderSide): '1' | '2' => (side === 'buy' ? '1' : '2')
export const writeStatus = (status: Exclude<OrderStatus, 'closed'>): '0' | '1' => (status === 'pending' ? '0' : '1')

export const readStatus = (wire: WireOrder['Status']): OrderStatus => STATUS[wire]

export const readOrder = (wire: WireOrder): Order => ({
  id: wire.Id,
  instrument: {
    id: wire.ForexTradeLists.Id,
    code: wire.ForexTradeLists.Code,
    symbol: wire.ForexTradeLists.ShowCode,
    pricePrecision: wire.ForexTradeLists.PricePrecision,
    logo: wire.ForexTradeLists.Logo,
  },
  side: SIDE[wire.OrderType],
  kind: wire.PendingKind ?? 'market',
  status: readStatus(wire.Status),
  underWay:
    wire.UnderWay === undefined
      ? null
      : { purpose: wire.UnderWay.Purpose, provider: wire.UnderWay.ProviderName, isSent: wire.UnderWay.IsSent },
  waitsFor: wire.WaitsFor ?? null,
  fills: (wire.Fills ?? []).map(({ Purpose, ProviderName, Price, MarkUp }) => ({
    purpose: Purpose,
    provider: ProviderName,
    price: Price,
    markUp: MarkUp,
  })),
  lots: wire.Quantity,
  leverage: wire.Multiple,
  askedPrice: wire.OriginPrice,
  entryPrice: wire.Price,
  price: wire.UpdatePrice,
  profit: wire.FactProfits,
  margin: wire.CautionMoney,
  fee: wire.TradeFee,
  funding: wire.Funding ?? null,
  stopLoss: wire.TargetLossPrice,
  takeProfit: wire.TargetProfitPrice,
  trailingDistance: wire.TrailingDistance,
  closeReason: wire.CloseReason,
  cancelReason: wire.CancelReason,
  parentId: wire.ParentId,
  stopOutPrice: wire.StopOutPrice,
  contractSize: wire.ContractSize,
  quoteCurrency: wire.QuoteCurrency,
  placedTime: wire.CreateTimeHandler,
  closedTime: wire.CompleteTimeHandler,
  placedAt: wire.CreatedAt,
  openedAt: wire.OpenedAt,
  closedAt: wire.CompletedAt,
})

export interface OrderList {
  readonly figures: AccountFigures
  /** The result of all closed orders; null in a list of others. */
  readonly realised: string | null
  readonly orders: readonly Order[]
  readonly total: number
  /** Cursor of the page behind it; empty where there is none, undefined from a broker without cursors. */
  readonly next: string | undefined
}

type WireList = OutputOf<typeof listOrders>

export const readOrderList = (wire: WireList): OrderList => ({
  figures: readFigures(wire),
  realised: null,
  orders: wire.data.map(readOrder),
  total: wire.total,
  next: wire.next,
})

/** With closed orders the broker tells their result where it tells what floats with the others; that follows from the rest. */
export function readClosedList(wire: WireList): OrderList {
  const list = readOrderList(wire)
  const { equity, balance, usedMargin, floatingProfit: realised } = list.figures
  const floatingProfit = formatAmount(parseAmount(equity) - parseAmount(balance) - parseAmount(usedMargin))
  return { ...list, figures: { ...list.figures, floatingProfit }, realised }
}

/** A position that cannot be closed now, and the broker's words for why. */
export interface KeptOrder {
  readonly id: string
  readonly msg: string
}

export interface CloseAllOutcome {
  readonly closed: readonly Order[]
  readonly kept: readonly KeptOrder[]
  /** Their provider has not answered yet. */
  readonly underWay?: readonly Order[]
}

export const readCloseAll = (wire: OutputOf<typeof closeAllOrders>): CloseAllOutcome => ({
  closed: wire.closed.map(readOrder),
  kept: wire.kept.map(({ Id: id, msg }) => ({ id, msg })),
  underWay: (wire.under_way ?? []).map(readOrder),
})

export interface PositionQuote
  extends Pick<Instrument, 'id' | 'code' | 'pricePrecision' | 'quoteCurrency' | 'quoteToUsdt' | 'isOpen'>,
    Pick<Quote, 'bid' | 'ask' | 'last'> {}

/** Every position with what is needed to reckon what any price would do to the account. */
export interface Positions {
  readonly figures: AccountFigures
  /** Margin level in percent. */
  readonly stopOutLevel: string
  /** Oldest first. */
  readonly orders: readonly Order[]
  readonly quotes: readonly PositionQuote[]
}

export const readPositions = (wire: OutputOf<typeof listPositions>): Positions => ({
  figures: readFigures(wire),
  stopOutLevel: wire.stop_out_level,
  orders: wire.orders.map(readOrder),
  quotes: wire.quotes.map((quote) => ({
    id: quote.Id,
    code: quote.Code,
    pricePrecision: quote.PricePrecision,
    quoteCurrency: quote.QuoteCurrency,
    quoteToUsdt: quote.QuoteToUsdt,
    isOpen: quote.MarketStatus === 1,
    bid: quote.Bid,
    ask: quote.Ask,
    last: quote.Close,
  })),
})

/** A tick near a fill or a trigger, as the source quoted it. */
export interface OrderTick {
  readonly source: string
  /** The source's own number of it. */
  readonly seq: string
  readonly bid: string
  readonly ask: string
  readonly time: number
  /** By the source's own clock; undefined where it does not say. */
  readonly sourceTime?: number | undefined
  /** By the broker's clock; undefined for one that was kept before this was. */
  readonly arrivedAt?: number | undefined
  readonly verdict: LoggedTick['Verdict']
  /** The order was filled or closed at it. */
  readonly isTraded: boolean
}

/** The ticks round one event of an order, oldest first. */
export interface EventTicks {
  /** As the receipt calls it. */
  readonly event: string
  readonly receiptHash: string
  readonly ticks: readonly OrderTick[]
}

/** Where a receipt is in the broker's public log; without a place it is not there yet. */
export interface LoggedReceipt {
  readonly hash: string
  /** `proof` is a C2SP tlog-proof. */
  readonly place: { readonly index: number; readonly proof: string } | null
  /** Place of the terms that an opening names; null where it names none, or a broker does not say. */
  readonly termsIndex: number | null
}

export const readReceiptProofs = (wire: OutputOf<typeof listReceiptProofs>): readonly LoggedReceipt[] =>
  wire.map((one) => ({
    hash: one.Hash,
    place: one.State === 'logged' ? { index: one.Index, proof: one.Proof } : null,
    termsIndex: one.State === 'logged' ? (one.TermsIndex ?? null) : null,
  }))

/** Where the terms that a receipt names are published, on its company's own host; null where it names none. */
export function termsAddress({ broker, terms }: Readonly<Record<string, unknown>>): string | null {
  const isNamed =
    typeof broker === 'string' && /^[a-z0-9-]{1,40}$/.test(broker) && typeof terms === 'string' && /^[0-9a-f]{64}$/.test(terms)
  return isNamed ? `/log/${broker}/facts/${terms}` : null
}

export const readEventTicks = (wire: OutputOf<typeof listOrderTicks>): readonly EventTicks[] =>
  wire.map(({ Event, ReceiptHash, Ticks }) => ({
    event: Event,
    receiptHash: ReceiptHash,
    ticks: Ticks.map((tick) => ({
      source: tick.Source,
      seq: tick.Seq,
      bid: tick.Bid,
      ask: tick.Ask,
      time: tick.Time,
      sourceTime: tick.SourceTime,
      arrivedAt: tick.ArrivedAt,
      verdict: tick.Verdict,
      isTraded: tick.IsTraded,
    })),
  }))
