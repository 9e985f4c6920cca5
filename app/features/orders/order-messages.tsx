/**
 * What happens to orders without the trader: filled, closed by a level, stopped out, cancelled. Told on every screen, politely, and many
 * at once as one message: a stop-out may close twenty positions in a second, and nobody listens to twenty sentences.
 */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { type OrderEvent, useOrderEvents } from '../../realtime'
import { decimalText, Link, type ToastMessage, useToast } from '../../ui'
import { wasEndedHere } from './ended-here'
import { inUsdt, profitText } from './money'
import { seenOrder } from './seen-orders'

/** Events that come within this time are told together. */
const GATHER_MS = 250
/** Between one telling and the next, so that a sentence can be heard to its end. */
const PAUSE_MS = 2_000
/** More than these are told as their number. */
const TOLD_SINGLY = 2

/** What the trader asked for himself is told by the answer. */
function isNews({ Id, CloseReason, CancelReason }: OrderEvent): boolean {
  // A part that was split off has a number nobody has seen yet; its close is told by the answer.
  const isAsked = CloseReason === 'manual' || CancelReason === 'trader'
  return !(isAsked && (seenOrder(Id) === undefined || wasEndedHere(Id))) && CloseReason !== 'demo_reset'
}

function useMessageOf(): (event: OrderEvent) => ToastMessage {
  const { t } = useTranslation('order')
  return (event) => {
    const order = seenOrder(event.Id)
    const price = decimalText(event.UpdatePrice, order === undefined ? {} : { decimals: order.precision, rounding: 'half-up' })
    // An order of another tab or page is named by its number.
    const code = order?.code ?? `${t('fact.number')} ${event.Id}`
    const isFill = event.Status === 1
    const isCancelled = event.CloseReason === 'cancelled'
    const profit = inUsdt(profitText(event.FactProfits, 'own'))
    return {
      tone: 'info',
      key: `order-${event.Id}`,
      title: isCancelled ? t('pushed.cancelled', { code }) : t(isFill ? 'pushed.filled' : 'pushed.closed', { code, price }),
      text:
        isFill || event.CloseReason === null
          ? undefined
          : event.CancelReason !== null || isCancelled
            ? t(`cancelReason.${event.CancelReason ?? 'trader'}`)
            : `${t(`reason.${event.CloseReason}`)} · ${profit}`,
    }
  }
}

export function OrderMessages() {
  const { t } = useTranslation('order')
  const toast = useToast()
  const messageOf = useMessageOf()
  const waiting = useRef<OrderEvent[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const toldAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => () => clearTimeout(timer.current), [])

  const tell = () => {
    timer.current = undefined
    toldAt.current = performance.now()
    const events = waiting.current.splice(0)
    if (events.length <= TOLD_SINGLY) {
      for (const event of events) toast.show(messageOf(event))
      return
    }
    toast.show({
      tone: 'info',
      key: 'orders',
      durationMs: 8_000,
      title: t('pushed.many', { number: events.length }),
      text: <Link href={paths.orders({ type: '3' })}>{t('tab.history')}</Link>,
    })
  }
  const latestTell = useRef(tell)
  latestTell.current = tell

  useOrderEvents((event) => {
    if (!isNews(event)) return
    waiting.current.push(event)
    if (timer.current !== undefined) return
    const wait = Math.max(GATHER_MS, toldAt.current + PAUSE_MS - performance.now())
    timer.current = setTimeout(() => latestTell.current(), wait)
  })
  return null
}
