/** Changes of the watchlists, made here at once; those of an account wait for its answer beside the lists (sync-watchlists.ts). */
import { create } from 'zustand'
import { WATCHLISTS } from '../../../../contract/form-bounds'
import { changeWatchlists, type Watchlist, type WatchlistChange } from '../../../../rules/watchlists'
import { newKey } from '../../../line/line-lost'
import type { ListsRefusal } from './watchlist-data'
import { FIRST_LIST, type KeptWatchlists, OTHER_LISTS, watchlistStore } from './watchlists'

const FIRST_COLUMNS = ['day', 'change', 'range'] as const

/** Why the last change was not made, as the books or this device say it; shown once by the frame. */
export const useWatchlistRefusal = create<{
  readonly refusal: ListsRefusal | null
  /** What was entered. */
  readonly entry?: string
}>(() => ({ refusal: null }))

/** Whose page this is; null: nobody's; undefined: not known yet. */
let pageTrader: string | null | undefined

export function setPageTrader(traderId: string | null): void {
  pageTrader = traderId
}

/** Another tab may have signed in meanwhile: its account's lists are not this page's to change. */
const isAnothers = ({ owner }: KeptWatchlists): boolean => owner !== null && pageTrader !== undefined && owner !== pageTrader

/** Makes the changes in their order. @returns false where one of them could not be made: it and those behind it are left out. */
export function changeLists(...changes: readonly WatchlistChange[]): boolean {
  return changes.every((change) => {
    const kept = withFirst(watchlistStore.get(), change)
    const lists = isAnothers(kept) ? 'signed-out' : changeWatchlists(kept.lists, change, WATCHLISTS)
    if (typeof lists === 'string') {
      useWatchlistRefusal.setState({ refusal: lists })
      return false
    }
    watchlistStore.set(withWaiting({ ...kept, lists }, change))
    return true
  })
}

/** The first list is shown before it is there; whatever is done to it makes it. */
function withFirst(kept: KeptWatchlists, { id, change }: WatchlistChange): KeptWatchlists {
  if (id !== FIRST_LIST || change === 'put' || kept.lists.some((list) => list.id === FIRST_LIST)) return kept
  const first: WatchlistChange = { change: 'put', id: FIRST_LIST, columns: FIRST_COLUMNS, place: 0 }
  const lists = changeWatchlists(kept.lists, first, WATCHLISTS)
  return typeof lists === 'string' ? kept : withWaiting({ ...kept, lists }, first)
}

/** Notes what is to be sent. A list that the account would not take goes once more when it was changed, or when there may be room for it. */
function withWaiting(kept: KeptWatchlists, change: WatchlistChange): KeptWatchlists {
  if (kept.owner === null) return kept
  const again = kept.refused.filter((id) => id === change.id || change.change === 'delete')
  const whole = kept.lists.flatMap((list, place) => (again.includes(list.id) ? [putBack(list, place)] : []))
  const own = kept.refused.includes(change.id) ? [] : [change]
  return { ...kept, waiting: [...kept.waiting, ...own, ...whole], refused: kept.refused.filter((id) => !again.includes(id)) }
}

/** @returns the id of the new list; null where there is no room for it. */
export function addList(name: string): string | null {
  const id = `${OTHER_LISTS}${newKey()}`
  return changeLists({ change: 'put', id, name, columns: FIRST_COLUMNS }) ? id : null
}

/** What brings a deleted list back to its place. */
export const putBack = ({ id, name, columns, instruments }: Watchlist, place: number): WatchlistChange => {
  return { change: 'put', id, name, columns, instruments, place }
}

export function markUsed(id: string): void {
  const kept = watchlistStore.get()
  if (kept.used !== id) watchlistStore.set({ ...kept, used: id })
}
