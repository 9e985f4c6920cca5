import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../../contract/orders'
import { type OrderEvent, useOrderEvents, useRecovery } from '../../realtime'
import { decimalText, useToast } from '../../ui'
import { noteEndedHere, wasEndedHere } from './ended-here'

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
  const known = useRef(orders)
  known.current = orders
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])

  const tell = (event: OrderEvent) => {
    const order = known.current.find((each) => each.Id === event.Id)
    // A part that was split off has a number nobody has seen yet; its close is told by the answer.
    const isAsked = event.CloseReason === 'manual' || event.CancelReason === 'trader'
    if ((isAsked && (order === undefined || wasEndedHere(event.Id))) || event.CloseReason === 'demo_reset') return
    const precision = order?.ForexTradeLists.PricePrecision
    const price = decimalText(event.UpdatePrice, precision === undefined ? {} : { decimals: precision, rounding: 'half-up' })
    // An order of another tab or page is named by its number.
    const code = order?.ForexTradeLists.ShowCode ?? `${t('fact.number')} ${event.Id}`
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
        isFill || event.CloseReason === null
          ? undefined
          : event.CancelReason !== null || event.CloseReason === 'cancelled'
            ? t(`cancelReason.${event.CancelReason ?? 'trader'}`)
            : `${t(`reason.${event.CloseReason}`)} · ${profit}`,
    })
  }

  useOrderEvents((event) => {
    tell(event)
    setLeaving((before) => new Set([...before, event.Id]))
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      onGone(event.Id)
      setLeaving((before) => new Set([...before].filter((id) => id !== event.Id)))
    }, LEAVE_MS)
    timers.current.add(timer)
    if (revalidator.state === 'idle') revalidator.revalidate()
  })
  useRecovery(() => revalidator.revalidate())

  const markEndedHere = useCallback((id: string) => noteEndedHere([id]), [])
  return { leaving, markEndedHere }
}
