import Cookies from 'js-cookie'
import { useCallback, useState } from 'react'
import { COOKIE } from '../../platform/cookies'
import { useSite } from '../../platform/site'

const DAYS_KEPT = 365

/** Whether amounts are covered; kept on this device, so the server's first page already covers them. */
export function useHiddenAmounts(): { isHidden: boolean; toggle: () => void } {
  const { hideAmounts, origin } = useSite()
  const [isHidden, setIsHidden] = useState(hideAmounts)
  const toggle = useCallback(() => {
    setIsHidden((wasHidden) => {
      Cookies.set(COOKIE.hiddenAmounts, wasHidden ? '0' : '1', {
        expires: DAYS_KEPT,
        sameSite: 'Lax',
        path: '/',
        secure: origin.startsWith('https:'),
      })
      return !wasHidden
    })
  }, [origin])
  return { isHidden, toggle }
}
