/** What was searched for on this device, newest first. */
import { createDeviceStore, readTexts, useDeviceStore } from '../../ui/device-store'

const LIMITS = { atMost: 8, longest: 64 }
const store = createDeviceStore<readonly string[]>('candor.market.searches', [], (found) => readTexts(found, LIMITS))

const isSame = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/** A search counts once it led to something: Enter, or a result that was opened. */
export function rememberSearch(query: string): void {
  const text = query.trim().slice(0, LIMITS.longest)
  if (text === '') return
  store.set([text, ...store.get().filter((each) => !isSame(each, text))].slice(0, LIMITS.atMost))
}

export function forgetSearch(query: string): void {
  store.set(store.get().filter((each) => each !== query))
}

export function forgetSearches(): void {
  store.set([])
}

export function useRecentSearches(): readonly string[] {
  return useDeviceStore(store)
}
