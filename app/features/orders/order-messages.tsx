/**
 * What happens to orders without the trader: filled, closed by a level, stopped out, cancelled. Told on every screen, politely, and many
 * at once as one message: a stop-out may close twenty positions in a second, and nobody listens to twenty sentences.
 */

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '~/ui/use-latest'
import { paths } from '../../addresses/paths'
import { useOrderEvents } from '../../realtime'
import type { OrderEvent } from '../../terms/pushes'
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

/** What traders asked for themselves is told by the answer. */
function isNews({ id, closeReason, cancelReason }: OrderEvent): boolean {
  // A part that was split off has a number nobody has seen yet; its close is told by the answer.
  const isAsked = closeReason === 'manual' || cancelReason === 'trader'
  return !(isAsked && (seenOrder(id) === undefined || wasEndedHere(id))) && closeReason !== 'demo_reset'
}

function useMessageOf(): (event: OrderEvent) => ToastMessage {
  const { t } = useTranslation('order')
  return (event) => {
    const order = seenOrder(event.id)
    const price = decimalText(event.price, order === undefined ? {} : { decimals: order.precision, rounding: 'half-up' })
    // An order of another tab or page is named by its number.
    const code = order?.code ?? `${t('fact.number')} ${event.id}`
    const isFill = event.status === 'open'
    const isCancelled = event.closeReason === 'cancelled'
    const profit = inUsdt(profitText(event.profit, 'own'))
    return {
      tone: 'info',
      key: `order-${event.id}`,
      title: isCancelled ? t('pushed.cancelled', { code }) : t(isFill ? 'pushed.filled' : 'pushed.closed', { code, price }),
      text:
        isFill || event.closeReason === null
          ? undefined
          : event.cancelReason !== null || isCancelled
            ? t(`cancelReason.${event.cancelReason ?? 'trader'}`)
            : `${t(`reason.${event.closeReason}`)} · ${profit}`,
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
  const latestTell = useLatest(tell)

  useOrderEvents((event) => {
    if (!isNews(event)) return
    waiting.current.push(event)
    if (timer.current !== undefined) return
    const wait = Math.max(GATHER_MS, toldAt.current + PAUSE_MS - performance.now())
    timer.current = setTimeout(() => latestTell.current(), wait)
  })
  return null
}
