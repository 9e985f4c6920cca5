import { useTranslation } from 'react-i18next'
import type { Order } from '../../../contract/orders'
import { useConnection, useIsStale, useMarketStatus } from '../../realtime'
import { useSiteOrNone } from '../../visitor/site'

const STALE_AFTER_MS = 2_000

/** Why a holding order cannot be closed or edited now, in words; null while it can. */
export function useLockedReason(order: Order): string | null {
  const { t } = useTranslation('order')
  const mood = usePriceMoodOf(order)
  return mood === 'live' ? null : t(`locked.${mood}`)
}

/** True while the price of an open order is not that of now: what follows from it shines in no colour. */
export function useIsMuted(order: Order): boolean {
  return usePriceMoodOf(order) !== 'live' && order.Status !== 3
}

function usePriceMoodOf({ ForexTradeLists, Status }: Order): 'live' | 'offline' | 'closed' | 'stale' {
  const { isLost } = useConnection()
  const status = useMarketStatus(ForexTradeLists.Id)
  const limitMs = useSiteOrNone()?.basicInfo?.stale_after_ms ?? STALE_AFTER_MS
  const isStale = useIsStale(ForexTradeLists.Id, Status === 3 ? Number.POSITIVE_INFINITY : limitMs)
  if (isLost) return 'offline'
  if (status === 0) return 'closed'
  return isStale ? 'stale' : 'live'
}
