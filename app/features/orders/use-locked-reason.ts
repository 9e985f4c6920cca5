import { useTranslation } from 'react-i18next'
import type { Order } from '../../../contract/orders'
import { useConnection, useMarketStatus } from '../../realtime'

/** Why a holding order cannot be closed or edited now, in words; null while it can. */
export function useLockedReason(order: Order): string | null {
  const { t } = useTranslation('order')
  const { isLost } = useConnection()
  const status = useMarketStatus(order.ForexTradeLists.Id)
  if (isLost) return t('locked.offline')
  return status === 0 ? t('locked.closed') : null
}
