/** What is asked of a source of prices. */
import type { Field } from './fix-message'
import { MsgType, Tag } from './tags'

interface PriceRequest {
  readonly requestId: string
  readonly symbol: string
  readonly marketDepth: number
  readonly updates: 'full' | 'incremental'
}

/** A snapshot and every change after it, of bids and offers. */
export function askForPrices({ requestId, symbol, marketDepth, updates }: PriceRequest): Field[] {
  return [
    [Tag.MsgType, MsgType.MarketDataRequest],
    [Tag.MDReqID, requestId],
    [Tag.SubscriptionRequestType, 1],
    [Tag.MarketDepth, marketDepth],
    [Tag.MDUpdateType, updates === 'full' ? 0 : 1],
    [Tag.NoMDEntryTypes, 2],
    [Tag.MDEntryType, 0],
    [Tag.MDEntryType, 1],
    [Tag.NoRelatedSym, 1],
    [Tag.Symbol, symbol],
  ]
}

export function askForSecurities(requestId: string): Field[] {
  return [
    [Tag.MsgType, MsgType.SecurityListRequest],
    [Tag.SecurityReqID, requestId],
    [Tag.SecurityListRequestType, 4],
  ]
}
