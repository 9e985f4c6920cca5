/** What the site answers about an account's watchlists. */
import type { Watchlist, WatchlistRefusal } from '../../../../rules/watchlists'

/** `invalid`: something that was entered is not taken as it is. `signed-out`: the lists here are another account's by now. */
export type ListsRefusal = WatchlistRefusal | 'invalid' | 'signed-out'

export interface WatchlistsAnswer {
  /** Null: the page's trader is not the one that is signed in, or they could not be read. */
  readonly lists: readonly Watchlist[] | null
  /** The change cannot be made, now or later. */
  readonly refusal?: ListsRefusal
}
