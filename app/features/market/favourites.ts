/**
 * The instruments that a person has starred, by code, kept on this device. A code that the broker does not list now is kept:
 * the instrument may come back.
 */
import { useCallback, useSyncExternalStore } from 'react'
import { createDeviceStore, readTexts, useDeviceStore } from '../../ui/device-store'

/** The category of the chips that holds what was starred; no category of a broker has such an id. */
export const FAVOURITES = 'favourites'

const LIMITS = { atMost: 200, longest: 32 }
const store = createDeviceStore<readonly string[]>('candor.market.favourites', [], (found) => readTexts(found, LIMITS))

export function toggleFavourite(code: string): void {
  const codes = store.get()
  store.set(codes.includes(code) ? codes.filter((each) => each !== code) : [...codes, code].slice(-LIMITS.atMost))
}

export function useFavourites(): readonly string[] {
  return useDeviceStore(store)
}

/** Draws again only when this instrument's own star changes. */
export function useIsFavourite(code: string): boolean {
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.get().includes(code), [code]),
    () => false,
  )
}
