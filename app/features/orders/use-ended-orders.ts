import { useRevalidator } from '@remix-run/react'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../../contract/orders'
import { type OrderEvent, useOrderEvents, useRecovery } from '../../realtime'
import { decimalText, useToast } from '../../ui'

const LEAVE_MS = 220

/**
 * Orders that end while the list is open, here or elsewhere: they leave with a short move, what others caused is told, and
 * the list is read again because balance and counts have changed.
 */
export function useEndedOrders(orders: readonly Order[], onGone: (id: string) => void) {
  const { t } = useTranslation('order')
  const toast = useToast()
  const revalidator = useRevalidator()
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const endedHere = useRef(new Set<string>())
  const known = useRef(orders)
  known.current = orders

  const tell = (event: OrderEvent) => {
    const isOwn = endedHere.current.has(event.Id) && (event.CloseReason === 'manual' || event.CloseReason === 'cancelled')
    if (isOwn || event.CloseReason === 'demo_reset') return
    const order = known.current.find((each) => each.Id === event.Id)
    const precision = order?.ForexTradeLists.PricePrecision
    const price = decimalText(event.UpdatePrice, precision === undefined ? {} : { decimals: precision, rounding: 'half-up' })
    const code = order?.ForexTradeLists.ShowCode ?? ''
    const isFill = event.Status === 1
    const profit = `${decimalText(event.FactProfits, { decimals: 6, signed: true })} USDT`
    toast.show({
      tone: 'info',
      key: `order-${event.Id}`,
      title:
        event.CloseReason === 'cancelled'
          ? t('pushed.cancelled', { code })
          : t(isFill ? 'pushed.filled' : 'pushed.closed', { code, price }),
      text:
        isFill || event.CloseReason === null || event.CloseReason === 'cancelled'
          ? undefined
          : `${t(`reason.${event.CloseReason}`)} · ${profit}`,
    })
  }

  useOrderEvents((event) => {
    tell(event)
    setLeaving((before) => new Set([...before, event.Id]))
    setTimeout(() => {
      onGone(event.Id)
      setLeaving((before) => new Set([...before].filter((id) => id !== event.Id)))
    }, LEAVE_MS)
    if (revalidator.state === 'idle') revalidator.revalidate()
  })
  useRecovery(() => revalidator.revalidate())

  const markEndedHere = useCallback((id: string) => void endedHere.current.add(id), [])
  return { leaving, markEndedHere }
}
