import { useTranslation } from 'react-i18next'
import type { Order } from '../../../contract/orders'
import { useSiteOrNone } from '../../platform/site'
import { useConnection, useIsStale, useMarketStatus } from '../../realtime'

const STALE_AFTER_MS = 2_000

/** Why a holding order cannot be closed or edited now, in words; null while it can. */
export function useLockedReason(order: Order): string | null {
  const { t } = useTranslation('order')
  const { isLost } = useConnection()
  const status = useMarketStatus(order.ForexTradeLists.Id)
  const isStale = useIsStale(order.ForexTradeLists.Id, useSiteOrNone()?.basicInfo?.stale_after_ms ?? STALE_AFTER_MS)
  if (isLost) return t('locked.offline')
  if (status === 0) return t('locked.closed')
  return isStale ? t('locked.stale') : null
}
