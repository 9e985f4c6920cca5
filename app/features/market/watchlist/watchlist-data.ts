/** What the site answers about an account's watchlists. */
import type { Watchlist, WatchlistRefusal } from '../../../../rules/watchlists'

/** `invalid`: something that was entered is not taken as it is. */
export type ListsRefusal = WatchlistRefusal | 'invalid'

export interface WatchlistsAnswer {
  /** Null: nobody is signed in, or they could not be read. */
  readonly lists: readonly Watchlist[] | null
  /** The change cannot be made, now or later. */
  readonly refusal?: ListsRefusal
}
