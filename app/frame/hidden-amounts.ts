/** Whether amounts are covered on this device; every figure of the page follows the same switch. */
import { useCallback } from 'react'
import { COOKIE } from '../cookies/cookies'
import { useSite } from '../visitor/site'
import { usePreferenceChoices, writePreferenceCookie } from './preferences-state'

export function useHiddenAmounts(): { readonly isHidden: boolean; readonly toggle: () => void } {
  const { hideAmounts } = useSite()
  const isHidden = usePreferenceChoices((choices) => choices.hideAmounts) ?? hideAmounts
  const toggle = useCallback(() => {
    writePreferenceCookie(COOKIE.hiddenAmounts, isHidden ? '0' : '1')
    usePreferenceChoices.setState({ hideAmounts: !isHidden })
  }, [isHidden])
  return { isHidden, toggle }
}
