/** Keeps the watchlists of a page those of its account, and says what could not be done. Draws nothing. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { WATCHLISTS } from '../../../../contract/form-bounds'
import { useRecovery } from '../../../realtime'
import { useToast } from '../../../ui'
import { useSite } from '../../../visitor/site'
import { useWatchlistRefusal } from './change-watchlists'
import { syncWatchlists, takeFavourites } from './sync-watchlists'
import { useWatchlists } from './watchlists'

const ASK_AGAIN_MS = 10_000

export function WatchlistSync() {
  const { t } = useTranslation('public')
  const toast = useToast()
  const traderId = useSite().trader?.id ?? null
  const { owner, waiting } = useWatchlists()
  const sync = () => void syncWatchlists(traderId)
  useRecovery(sync)
  useEffect(() => {
    takeFavourites()
    void syncWatchlists(traderId)
    // What another device has changed is there when this one is looked at again.
    const look = () => {
      if (document.visibilityState === 'visible') void syncWatchlists(traderId)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [traderId])
  const isWaiting = traderId !== null && owner === traderId && waiting.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is added to those that wait is sent at once.
  useEffect(() => {
    if (!isWaiting) return
    void syncWatchlists(traderId)
    const timer = setInterval(() => void syncWatchlists(traderId), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting, traderId, waiting.length])
  const { refusal, entry } = useWatchlistRefusal()
  useEffect(() => {
    if (refusal === null) return
    const title = {
      unknown: () => t('error.NOT_FOUND'),
      'signed-out': () => t('error.SESSION_INVALID'),
      invalid: () => t('error.PARAMETER_INVALID', { parameter: entry }),
      'too-many-lists': () => t('error.WATCHLIST_LIMIT', { most: WATCHLISTS.lists }),
      'too-many-instruments': () => t('error.WATCHLIST_FULL', { most: WATCHLISTS.instruments }),
    }[refusal]()
    toast.show({ tone: 'err', key: 'watchlists', title })
    useWatchlistRefusal.setState({ refusal: null })
  }, [refusal, entry, toast, t])
  return null
}
