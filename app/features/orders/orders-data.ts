/** What the orders screen is given by its loader, and what its action answers. */
import type { Receipt } from '../../../contract/orders'
import { paths } from '../../addresses/paths'
import type { NextPage } from '../../page/list-page.server'
import type { QuoteSeed } from '../../realtime'
import type { AccountFigures } from '../../terms/account'
import type { CloseAllOutcome, EventTicks, LoggedReceipt, Order, OrderStatus, Positions } from '../../terms/order'

/** What an order is told by that no order stands for yet. */
export interface NamedInstrument {
  readonly id: string
  readonly symbol: string
  readonly logo: string
}

/** `type` of the address: 1 holding, 0 pending, 3 history. */
export type OrderTabId = '1' | '0' | '3'
/** As the texts call them. */
export const TAB_NAME = { '1': 'holding', '0': 'pending', '3': 'history' } as const satisfies Record<OrderTabId, string>
/** Whose orders it lists. */
export const TAB_STATUS = { '1': 'open', '0': 'pending', '3': 'closed' } as const satisfies Record<OrderTabId, OrderStatus>
export const STATUS_TAB = { open: '1', pending: '0', closed: '3' } as const satisfies Record<OrderStatus, OrderTabId>
export const ORDER_TABS = ['1', '0', '3'] as const satisfies readonly OrderTabId[]

/** Where an order is shown, or asked about before it ends. */
export const orderAddress = (tab: OrderTabId, id: string, ask?: 'end') =>
  `${paths.orders({ type: tab })}&order=${id}${ask ? '&ask=end' : ''}`

export function readTab(type: string | null): OrderTabId {
  return type === '0' || type === '3' ? type : '1'
}

/** Times as words, made by the server: two runtimes may write a month differently. */
export interface OrderTimes {
  readonly opened: string
  readonly closed: string
}

export interface OrdersPageData {
  readonly orders: readonly Order[]
  readonly total: number
  readonly page: number
  /** For the address of the page behind it; null where there is none. */
  readonly next: NextPage | null
  /** By order id. */
  readonly times: Readonly<Record<string, OrderTimes>>
}

export type OrdersData = {
  readonly title: string
  readonly tab: OrderTabId
  readonly holdingTotal: number | null
  readonly pendingTotal: number | null
  readonly quotes: readonly (QuoteSeed & NamedInstrument)[]
  /** Key of the plain forms as they stand in the page, for browsers without scripts. */
  readonly formKey: string
} /** `realised`: the result of all completed orders, on the history tab only. */ & (
  | { readonly ok: true; readonly figures: AccountFigures; readonly realised: string | null; readonly list: OrdersPageData }
  | { readonly ok: false; readonly code: string; readonly message: string }
)

export const ORDER_INTENTS = ['close', 'cancel', 'stops', 'reverse', 'closeAll'] as const
export type OrderIntent = (typeof ORDER_INTENTS)[number]

/** What a form wants; rubbish counts as a close, which the broker refuses in its own words. */
export function readIntent(wanted: FormDataEntryValue | null): OrderIntent {
  return ORDER_INTENTS.find((intent) => intent === wanted) ?? 'close'
}

export type OrderAnswer =
  | { readonly done: true; readonly intent: 'close' | 'cancel' | 'stops'; readonly order: Order; readonly message: string }
  | { readonly done: true; readonly intent: 'reverse'; readonly order: Order; readonly opened: Order; readonly message: string }
  | ({ readonly done: true; readonly intent: 'closeAll'; readonly message: string } & CloseAllOutcome)
  | {
      readonly done: false
      readonly intent: OrderIntent
      /** The broker's own words; empty when it was not reached. */
      readonly message: string
    }

export type PositionsAnswer =
  | { readonly positions: Positions; readonly code?: undefined }
  | { readonly positions: null; readonly code: string }

/** The newest pending orders; null where they could not be read. */
export interface PendingAnswer {
  readonly orders: readonly Order[] | null
}

export interface ProofAnswer {
  readonly receipts?: readonly Receipt[]
  /** Where they are in the public log; none of a broker that does not say. */
  readonly proofs?: readonly LoggedReceipt[]
  readonly ticks?: readonly EventTicks[]
  /** Why there is neither. */
  readonly code?: string
}
