import { useTranslation } from 'react-i18next'
import { useConnection, useIsMarketOpen, useIsStale } from '../../realtime'
import type { Order } from '../../terms/order'
import { useSiteOrNone } from '../../visitor/site'

const STALE_AFTER_MS = 2_000

/** Why a holding order cannot be closed or edited now, in words; null while it can. */
export function useLockedReason(order: Order): string | null {
  const { t } = useTranslation('order')
  const mood = usePriceMoodOf(order)
  const waits = useWaitReason(order)
  if (waits !== null) return waits
  return mood === 'live' ? null : t(`locked.${mood}`)
}

/** What an order waits for at its provider, in words; null where it waits for nothing there. */
export function useWaitReason({ underWay, waitsFor }: Order): string | null {
  const { t } = useTranslation('order')
  if (underWay !== null) return t(underWay.isSent ? 'underWay.sent' : 'underWay.waits', { provider: underWay.provider })
  return waitsFor === null ? null : t('underWay.pending', { provider: waitsFor })
}

/** True while the price of an open order is not that of now: what follows from it shines in no colour. */
export function useIsMuted(order: Order): boolean {
  return usePriceMoodOf(order) !== 'live' && order.status !== 'closed'
}

function usePriceMoodOf({ instrument, status }: Order): 'live' | 'offline' | 'closed' | 'stale' {
  const { isLost } = useConnection()
  const isOpen = useIsMarketOpen(instrument.id)
  const limitMs = useSiteOrNone()?.companyTerms?.staleAfterMs ?? STALE_AFTER_MS
  const isStale = useIsStale(instrument.id, status === 'closed' ? Number.POSITIVE_INFINITY : limitMs)
  if (isLost) return 'offline'
  if (isOpen === false) return 'closed'
  return isStale ? 'stale' : 'live'
}
