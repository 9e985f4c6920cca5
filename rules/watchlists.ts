/**
 * A person's watchlists, and what one change makes of them. The books apply it to what the account has, a page to what this device has, so
 * both come to the same lists.
 *
 * Invariant: a change names one list or one instrument of one list and touches nothing else, so of two changes only those of the same
 * item meet, and there the later one stands. A change that comes twice makes what it made once.
 */

export interface Watchlist {
  readonly id: string
  /** Empty: the list bears no name of its own, and is shown as Favourites. */
  readonly name: string
  /** What is shown beside the price, in this order. */
  readonly columns: readonly string[]
  /** Codes, in the person's order; one that the market does not list stays. */
  readonly instruments: readonly string[]
}

export interface WatchlistChange {
  /**
   * `put` adds a list that is not there, as a whole; `rename`, `columns`, `move` and `delete` are about a list; `add` puts an instrument at
   * its place, or moves it there; `remove` takes it out.
   */
  readonly change: 'put' | 'rename' | 'columns' | 'move' | 'delete' | 'add' | 'remove'
  /** Of the list; whoever makes a list draws it. */
  readonly id: string
  readonly name?: string | undefined
  readonly columns?: readonly string[] | undefined
  readonly instruments?: readonly string[] | undefined
  readonly instrument?: string | undefined
  /** Counted from 0; at the end when left out. */
  readonly place?: number | undefined
}

interface WatchlistBounds {
  readonly lists: number
  readonly instruments: number
}

export type WatchlistRefusal = 'unknown' | 'too-many-lists' | 'too-many-instruments'

/** @returns the lists behind the change, or why it is not made; what is gone already is not missed by whoever deletes it. */
export function changeWatchlists(
  lists: readonly Watchlist[],
  change: WatchlistChange,
  bounds: WatchlistBounds,
): readonly Watchlist[] | WatchlistRefusal {
  const { id, name = '', columns = [], instruments = [], place } = change
  const own = lists.find((list) => list.id === id)
  const others = lists.filter((list) => list !== own)
  if (change.change === 'delete') return others
  if (change.change === 'put') {
    if (own !== undefined) return lists
    if (lists.length >= bounds.lists) return 'too-many-lists'
    if (instruments.length > bounds.instruments) return 'too-many-instruments'
    return placed(lists, { id, name, columns: [...new Set(columns)], instruments: [...new Set(instruments)] }, place)
  }
  if (own === undefined) return 'unknown'
  if (change.change === 'move') return placed(others, own, place)
  const changed = changeList(own, change, bounds)
  return typeof changed === 'string' ? changed : lists.map((list) => (list === own ? changed : list))
}

function changeList(own: Watchlist, change: WatchlistChange, bounds: WatchlistBounds): Watchlist | WatchlistRefusal {
  const { name = '', columns = [], instrument = '', place } = change
  if (change.change === 'rename') return { ...own, name }
  if (change.change === 'columns') return { ...own, columns: [...new Set(columns)] }
  const others = own.instruments.filter((code) => code !== instrument)
  if (change.change === 'remove') return { ...own, instruments: others }
  if (others.length >= bounds.instruments) return 'too-many-instruments'
  return { ...own, instruments: placed(others, instrument, place) }
}

const placed = <Item>(others: readonly Item[], item: Item, place = others.length): readonly Item[] => [
  ...others.slice(0, place),
  item,
  ...others.slice(place),
]
