/** What the trade screen is given by its loader and what its action answers. */

import type { Period } from '../../../../contract/primitives'
import { COOKIE } from '../../../cookies/cookies'
import type { AccountFigures } from '../../../terms/account'
import type { Category } from '../../../terms/instrument'
import type { Order } from '../../../terms/order'
import type { DrawnInstrument } from '../../market/drawn-instrument'
import type { OrderTimes } from '../../orders/orders-data'
import type { ChosenByCode } from './chosen-by-code'

export interface OrderPage {
  readonly orders: readonly Order[]
  readonly total: number
}

export interface TradeOrders {
  readonly figures: AccountFigures
  readonly holding: OrderPage
  readonly pending: OrderPage
  readonly history: OrderPage
}

/** When the session of an instrument changes next, as text in the visitor's language and London time. */
export interface SessionTexts {
  /** "Sun 22 Nov, 22:00", while closed. */
  readonly opens: string | null
  /** "Fri 22:00", while open and closing within a week. */
  readonly closes: string | null
  /** The coming seven days, today first; absent where the broker does not tell. */
  readonly week?: readonly DayHours[]
  /** The next day with other hours than its weekday usually has; absent where none is near. */
  readonly holiday?: DayHours
}

/** When a market trades on one day, in London time. */
export interface DayHours {
  /** "Wed 18 Nov". */
  readonly day: string
  /** "00:00–22:00", in order; none on a day without trading. */
  readonly times: readonly string[]
}

export interface TradeMarket {
  readonly instruments: readonly DrawnInstrument[]
  /** By instrument id. */
  readonly sessions: Readonly<Record<string, SessionTexts>>
  /** False: the document has only what it shows at first, and the page brings the others. */
  readonly isWhole: boolean
}

export interface TradeData extends TradeMarket {
  /** Those that have instruments. */
  readonly categories: readonly Category[]
  /** `null` for a visitor, or when the broker did not answer for the account. */
  readonly orders: TradeOrders | null
  /** By order id: times as words, made by the server. */
  readonly orderTimes: Readonly<Record<string, OrderTimes>>
  /** Shown when the address names none: the last one used on this device, else the first one that is open. */
  readonly defaultCode: string
  readonly defaultPeriod: Period
  /** By instrument code: the leverage last chosen on this device. */
  readonly leverages: ChosenByCode
  /** By instrument code: the lots last ordered on this device. */
  readonly lots: ChosenByCode
  /** The broker's clock when the orders were asked for, Unix milliseconds. */
  readonly readAt: number
  /** One-time key of the form as it stands in the page, for browsers without scripts. */
  readonly formKey: string
  /** The client calls itself a phone or tablet: a hint for the first render, before the width is known. */
  readonly isMobileAgent?: boolean
}

export type PlaceOrderAnswer =
  | { readonly placed: true; readonly order: Order }
  | {
      readonly placed: false
      /** The broker's own words in the visitor's language; empty when it was not reached. */
      readonly message: string
      /** True when nobody knows yet whether the order was placed. A page of scripts then goes on asking. */
      readonly isUncertain: boolean
      /** Set when the price had moved further than the order allowed: what it would be filled at now. */
      readonly newPrice?: string
      /** The fields of a form that was sent without scripts, so that the page that answers has them again. */
      readonly typed?: Readonly<Record<string, string>>
    }

/** Cookies of this device: a habit, never a right. */
export const TRADE_COOKIE = {
  code: COOKIE.tradeCode,
  period: COOKIE.tradePeriod,
  leverages: COOKIE.tradeLeverages,
  lots: COOKIE.tradeLots,
} as const

/**
 * The data with the order that was placed a moment ago, until the loader brings it itself. It is left out as soon as the
 * loader was asked after it was placed, because by then it may already be closed.
 */
export function withFreshOrder(data: TradeData, fresh: Order | null): TradeData {
  if (fresh === null || data.orders === null || fresh.placedAt <= data.readAt) return data
  const list = fresh.status === 'pending' ? 'pending' : 'holding'
  const { orders, total } = data.orders[list]
  if (orders.some((order) => order.id === fresh.id)) return data
  return { ...data, orders: { ...data.orders, [list]: { orders: [fresh, ...orders], total: total + 1 } } }
}
