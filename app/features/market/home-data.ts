/** What the home screen is given by its loader. */

import type { Language } from '../../language/language'
import type { AccountFigures } from '../../terms/account'
import type { Category } from '../../terms/instrument'
import type { Order } from '../../terms/order'
import type { ListedInstrument } from './drawn-instrument'

/** When the trading of a category changes next, as words in the visitor's language and London time. */
export interface CategorySession {
  readonly state: 'open' | 'closed' | 'always'
  /** "Fri 22:00"; null when it never changes. */
  readonly at: string | null
  /** The same moment, Unix milliseconds. */
  readonly atMs: number | null
}

export type MarketsData =
  | {
      readonly ok: true
      /** In the broker's order; a document has the first ones of its category only, and the page brings the others. */
      readonly instruments: readonly ListedInstrument[]
      readonly isWhole: boolean
      /** How many there are, by category id, and in all of them. */
      readonly counts: Readonly<Record<string, number>>
      readonly categories: readonly Category[]
      readonly sessions: Readonly<Record<string, CategorySession>>
      /** Category whose session is told beside "All". */
      readonly mainCategoryId: string | null
      /** The broker's clock when the market was read, Unix milliseconds. */
      readonly readAt: number
    }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** All instruments, for a page that has some of them. */
export interface WholeMarket {
  readonly instruments: readonly ListedInstrument[] | null
}

export interface HomeAccount {
  readonly figures: AccountFigures
  readonly positions: readonly Order[]
  readonly total: number
}

export interface NewsHead {
  readonly id: string
  readonly title: string
  readonly time: string
  /** Undefined where the broker does not tell. */
  readonly language?: Language | undefined
  readonly languages?: readonly Language[] | undefined
}

export interface HomeData {
  readonly title: string
  readonly markets: MarketsData
  /** Null for a visitor, or when the broker did not answer for the account. */
  readonly account: HomeAccount | null
  /** The company's newest announcement. */
  readonly announcement: Pick<NewsHead, 'title' | 'language' | 'languages'> | null
  readonly news: readonly NewsHead[]
  /** What is searched for; empty when nothing is. */
  readonly search: string
}
