/**
 * The watchlists that this page shows. This device keeps them: a visitor's alone, those of an account as a copy that is there at once and
 * without a network (sync-watchlists.ts). What changes them comes after the page (change-watchlists.ts).
 */
import { useCallback, useSyncExternalStore } from 'react'
import type { Watchlist, WatchlistChange } from '../../../../rules/watchlists'
import { createDeviceStore, useDeviceStore } from '../../../ui/device-store'

/** The list that a first star makes. No category of a broker has its id, or one that begins as other lists' do. */
export const FIRST_LIST = 'favourites'
export const OTHER_LISTS = 'w-'

export const isWatchlistId = (id: string | null): id is string => id === FIRST_LIST || id?.startsWith(OTHER_LISTS) === true

export interface KeptWatchlists {
  /** Whose account's they are; null: this device's. */
  readonly owner: string | null
  readonly lists: readonly Watchlist[]
  /** Of an account: what was changed here and not answered yet, oldest first. */
  readonly waiting: readonly WatchlistChange[]
  /** Of an account: the lists that it would not take, by id. This device keeps them; a change of one sends it as a whole once more. */
  readonly refused: readonly string[]
  /** The list that a star adds to: the one that was looked at last. */
  readonly used: string
}

export const NO_WATCHLISTS: KeptWatchlists = { owner: null, lists: [], waiting: [], refused: [], used: FIRST_LIST }

export const watchlistStore = createDeviceStore('candor.watchlists', NO_WATCHLISTS, readKept)

export const useWatchlists = (): KeptWatchlists => useDeviceStore(watchlistStore)

/** What this page wrote; anything else counts as nothing. */
function readKept(found: unknown): KeptWatchlists {
  const kept = { ...NO_WATCHLISTS, ...(found as KeptWatchlists) }
  const isWhole = [kept.lists, kept.waiting, kept.refused].every(Array.isArray)
  const isOurs = isWhole && kept.lists.every((list) => Array.isArray(list?.instruments))
  return isOurs ? kept : NO_WATCHLISTS
}

/** The list that a star adds to; undefined before there is one. */
export const usedList = ({ lists, used }: KeptWatchlists): Watchlist | undefined => lists.find(({ id }) => id === used) ?? lists[0]

interface Star {
  readonly isOn: boolean
  /** Of the list; empty for the one that bears none. */
  readonly listName: string
}

/** Draws again only when this instrument's own star changes. */
export function useStar(code: string): Star {
  const read = useCallback(() => {
    const list = usedList(watchlistStore.get())
    return `${list?.instruments.includes(code) === true ? '+' : '-'}${list?.name ?? ''}`
  }, [code])
  const star = useSyncExternalStore(watchlistStore.subscribe, read, () => '-')
  return { isOn: star.startsWith('+'), listName: star.slice(1) }
}
