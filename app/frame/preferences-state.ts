/**
 * Small choices in the browser: the cookie is written and the root element follows at once; the server reads the cookie the next
 * time. The choice lives in a store, so every control that shows it agrees.
 */
import Cookies from 'js-cookie'
import { useCallback } from 'react'
import { create } from 'zustand'
import { COOKIE } from '../cookies/cookies'
import type { Mode, PriceColours } from '../cookies/preferences'
import { useSite } from '../visitor/site'

const DAYS_KEPT = 365

interface Choices {
  readonly mode: Mode | null
  readonly updown: PriceColours | null
  readonly hideAmounts: boolean | null
}

/** Null: as the server said. */
export const usePreferenceChoices = create<Choices>(() => ({ mode: null, updown: null, hideAmounts: null }))

export function writePreferenceCookie(name: string, value: string): void {
  Cookies.set(name, value, { expires: DAYS_KEPT, path: '/', sameSite: 'Lax', secure: window.location.protocol === 'https:' })
}

export function useModePreference(): readonly [Mode, (mode: Mode) => void] {
  const site = useSite()
  const chosen = usePreferenceChoices((choices) => choices.mode)
  const choose = useCallback((mode: Mode) => {
    writePreferenceCookie(COOKIE.mode, mode)
    usePreferenceChoices.setState({ mode })
  }, [])
  return [chosen ?? site.mode, choose]
}

export function usePriceColours(): readonly [PriceColours, (colours: PriceColours) => void] {
  const site = useSite()
  const chosen = usePreferenceChoices((choices) => choices.updown)
  const choose = useCallback((updown: PriceColours) => {
    writePreferenceCookie(COOKIE.priceColours, updown)
    usePreferenceChoices.setState({ updown })
  }, [])
  return [chosen ?? site.updown, choose]
}
