/** What the news pages are given by their loaders. */

import type { Language } from '../../language/language'
import type { InstrumentLine } from '../../terms/instrument'

interface WrittenTime {
  readonly iso: string
  readonly text: string
}

export interface NewsLine {
  readonly id: string
  readonly title: string
  readonly desc: string
  /** Path of a picture on the site; empty without one. */
  readonly logo: string
  readonly at: WrittenTime
  /** Undefined where the broker does not tell. */
  readonly language?: Language | undefined
  readonly languages?: readonly Language[] | undefined
}

export type NewsListData = { readonly title: string } & (
  | {
      readonly ok: true
      readonly items: readonly NewsLine[]
      readonly total: number
      readonly pages: number
      readonly canShowMore: boolean
    }
  | { readonly ok: false; readonly code: string; readonly message: string }
)

export interface NewsArticle {
  /** Of the document. */
  readonly title: string
  /** Null: there is no such article, or no longer. */
  readonly article: {
    readonly title: string
    /** Sanitised by the broker. */
    readonly content: string
    readonly logo: string
    readonly at: WrittenTime
    readonly language?: Language | undefined
  } | null
  /** The languages that it has, which are those of its addresses; undefined where the broker does not tell. */
  readonly writtenIn?: readonly Language[] | undefined
  /** What the title names. */
  readonly instrument: InstrumentLine | null
}
