/** What the ranking screen is given by its loader, and what its action answers. */
import { paths } from '~/addresses/paths'
import type { RankingSort } from '../../../contract/users'
import type { RankingEntry, RankingProfile } from '../../terms/ranking'

export type RankingKind = 'real' | 'demo'
/** `tab` of the address. */
export type RankingTab = 'ranking' | 'copy'
export type SortDirection = 'asc' | 'desc'

export const FIRST_SORT: RankingSort = 'three_week_rate'

/** What is shown, as the address says it. */
export interface RankingView {
  readonly tab: RankingTab
  readonly kind: RankingKind
  readonly sort: RankingSort
  readonly direction: SortDirection
}

export type RankingData = RankingView & {
  readonly title: string
  /** How the signed-in trader is shown; null for a visitor, or when it could not be asked. */
  readonly profile: RankingProfile | null
} & (
    | {
        readonly ok: true
        readonly entries: readonly RankingEntry[]
        readonly total: number
        readonly page: number
        /** As words, made by the server. */
        readonly computedAt: string
      }
    | { readonly ok: false; readonly code: string }
  )

export const PAGE_SIZE = 20

export type ProfileAnswer =
  | { readonly done: true; readonly profile: RankingProfile }
  /** The broker's own words; empty when it was not reached. */
  | { readonly done: false; readonly message: string }

/** The address of a view; what is usual is left out. */
export function rankingAddress(view: Partial<RankingView> & { readonly page?: number }): string {
  const { tab, kind, sort = FIRST_SORT, direction = 'desc', page = 1 } = view
  return paths.rank({
    tab: tab === 'copy' ? tab : undefined,
    kind,
    sort: sort === FIRST_SORT ? undefined : sort,
    dir: direction === 'desc' ? undefined : direction,
    page: page > 1 ? String(page) : undefined,
  })
}

/** Two letters for a round mark: of the first two words, else the first two characters. */
export function rankingInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters =
    words.length > 1 && /\p{L}/u.test(name) ? `${first(words[0])}${first(words[1])}` : [...(words[0] ?? '')].slice(0, 2).join('')
  return letters.toUpperCase()
}

function first(word: string | undefined): string {
  return [...(word ?? '')][0] ?? ''
}
