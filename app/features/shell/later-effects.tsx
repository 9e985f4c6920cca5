/** The effects beside the screens that no page begins with: what is said of the line, what ends with a login, and the brand's worker. */
import { useEffect } from 'react'
import { useSite } from '../../visitor/site'
import { WatchlistSync } from '../market/watchlist/watchlist-sync'
import { forgetOneClick } from '../trade/scene/send-mode'
import { useLineMessages } from './line-messages'
import { SiteWorker } from './site-worker'

export function LaterEffects() {
  const { tenant, trader } = useSite()
  useLineMessages()
  const isNobody = trader === null
  // Every login begins on a page of nobody.
  useEffect(() => {
    if (isNobody) forgetOneClick()
  }, [isNobody])
  if (tenant === null) return null
  return (
    <>
      <SiteWorker />
      <WatchlistSync />
    </>
  )
}
