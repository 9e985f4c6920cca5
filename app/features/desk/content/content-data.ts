/** What the content page is given: the list, or one article with two of its languages side by side. */
import type { ArticleKind, ArticleStatus, ArticleText } from '../../../../contract/desk/content'
import type { Language } from '../../../../contract/primitives'

// The contract's lists without its schemas, which would bring their whole library into the browser.
export const KINDS = ['news', 'announcement'] as const satisfies readonly ArticleKind[]
export const STATUSES = ['draft', 'scheduled', 'published', 'withdrawn'] as const satisfies readonly ArticleStatus[]

export interface ArticleLine {
  readonly id: string
  readonly kind: ArticleKind
  readonly status: ArticleStatus
  readonly title: string
  readonly languages: readonly Language[]
  /** Translations that the original was changed after. */
  readonly older: readonly Language[]
  /** When it is or was shown from, and when it was changed last, in UTC; empty where it never was. */
  readonly publishAt: string
  readonly updatedAt: string
}

export interface ArticleSide {
  readonly language: Language
  readonly text: ArticleText
}

export interface ArticleForm {
  /** Empty for a new article. */
  readonly id: string
  readonly version: number
  readonly kind: ArticleKind
  readonly status: ArticleStatus
  readonly publishAt: string
  /** `2026-11-18T14:00`, UTC: what the field for the time begins with. */
  readonly publishField: string
  readonly written: readonly Language[]
  /** Translations that the original was changed after. */
  readonly older: readonly Language[]
  readonly source: ArticleSide
  /** Null where it is written in one language and no other was chosen. */
  readonly translation: ArticleSide | null
}

/** How a form that was refused comes back: everything typed, and what is wrong. */
export interface ContentAnswer {
  readonly form: 'article' | 'withdraw'
  readonly values: Readonly<Record<string, string>>
  readonly message: string
}

/** Name of a field of the form. */
export const fieldOf = (part: keyof ArticleText, language: Language) => `${part}.${language}` as const
