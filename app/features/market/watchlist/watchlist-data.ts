/** What the site answers about an account's watchlists. */
import type { Watchlist, WatchlistRefusal } from '../../../../rules/watchlists'

export interface WatchlistsAnswer {
  /** Null: nobody is signed in, or they could not be read. */
  readonly lists: readonly Watchlist[] | null
  /** The change cannot be made, now or later. */
  readonly refusal?: WatchlistRefusal
}
