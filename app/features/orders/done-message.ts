/** What was asked for and done, as a message: whatever ended a position says at what price and with what result. */
import type { TFunction } from 'i18next'
import type { Order } from '../../terms/order'
import { decimalText, type ToastMessage } from '../../ui'
import { inUsdt, profitText } from './money'
import type { OrderAnswer } from './orders-data'

type Done = Extract<OrderAnswer, { done: true }>

/** @param title instead of the broker's own words */
export function doneMessage(t: TFunction, answer: Done, title?: string): ToastMessage {
  const waits = waitText(t, answer)
  // The message that it was placed, which offers to end it, goes.
  const key = 'order' in answer ? { key: `order-${answer.order.id}` } : {}
  if (waits !== null) return { tone: 'info', title: waits, ...key }
  const words = title ?? (answer.message === '' ? t(`order:done.${answer.intent}`) : answer.message)
  const isEnd = answer.intent === 'close' || answer.intent === 'reverse'
  return { tone: 'ok', title: words, ...key, ...(isEnd ? { text: endText(t, answer.order) } : {}) }
}

/** Of what a provider has not answered yet, the sentence that says so; null where all has been answered. */
export function waitText(t: TFunction, answer: Done): string | null {
  const orders =
    answer.intent === 'closeAll' ? (answer.underWay ?? []) : answer.intent === 'reverse' ? [answer.order, answer.opened] : [answer.order]
  const underWay = orders.find((order) => order.underWay !== null)?.underWay
  if (underWay == null) return null
  return t(underWay.isSent ? 'order:underWay.sent' : 'order:underWay.waits', { provider: underWay.provider })
}

/** "EUR/USD closed at 1.16428 · +17.600000 USDT". */
export function endText(t: TFunction, { instrument, price: closedAt, profit }: Order): string {
  const price = decimalText(closedAt, { decimals: instrument.pricePrecision, rounding: 'half-up' })
  return `${t('order:pushed.closed', { code: instrument.symbol, price })} · ${inUsdt(profitText(profit, 'own'))}`
}
