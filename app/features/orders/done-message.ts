/** What was asked for and done, as a message: whatever ended a position says at what price and with what result. */
import type { TFunction } from 'i18next'
import type { Order } from '../../terms/order'
import { decimalText, type ToastMessage } from '../../ui'
import { inUsdt, profitText } from './money'
import type { OrderAnswer } from './orders-data'

type Done = Extract<OrderAnswer, { done: true }>

/** @param title instead of the broker's own words */
export function doneMessage(t: TFunction, answer: Done, title?: string): ToastMessage {
  const words = title ?? (answer.message === '' ? t(`order:done.${answer.intent}`) : answer.message)
  const isEnd = answer.intent === 'close' || answer.intent === 'reverse'
  return { tone: 'ok', title: words, ...(isEnd ? { text: endText(t, answer.order) } : {}) }
}

/** "EUR/USD closed at 1.16428 · +17.600000 USDT". */
export function endText(t: TFunction, { instrument, price: closedAt, profit }: Order): string {
  const price = decimalText(closedAt, { decimals: instrument.pricePrecision, rounding: 'half-up' })
  return `${t('order:pushed.closed', { code: instrument.symbol, price })} · ${inUsdt(profitText(profit, 'own'))}`
}
