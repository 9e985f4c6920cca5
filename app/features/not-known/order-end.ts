/** How an order ended whose answer had been lost, in words that say it at the price. */
import type { TFunction } from 'i18next'
import type { SendingEnd } from '../../line/sending-end'
import type { Order } from '../../terms/order'
import { decimalText, type ToastMessage } from '../../ui'

/** Whoever waited for it may have looked away. */
const TOLD_FOR_MS = 15_000

interface OrderAnswer {
  readonly placed: boolean
  readonly order?: Order
  readonly message?: string
}

export function orderEnd(t: TFunction<'public'>, { data }: SendingEnd): ToastMessage {
  const answer = (data ?? {}) as Partial<OrderAnswer>
  if (answer.placed === true && answer.order !== undefined) return placedMessage(t, answer.order)
  return {
    tone: 'info',
    durationMs: TOLD_FOR_MS,
    title: t('public:notKnown.notPlaced'),
    ...(answer.message ? { text: answer.message } : {}),
  }
}

/** A pending order stands at its target. */
export function placedMessage(t: TFunction<'public'>, { kind, askedPrice, entryPrice, instrument }: Order): ToastMessage {
  const price = decimalText(kind === 'market' ? entryPrice : askedPrice, { decimals: instrument.pricePrecision })
  return { tone: 'ok', durationMs: TOLD_FOR_MS, title: t('public:notKnown.placedAt', { price }) }
}
