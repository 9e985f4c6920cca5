/**
 * Close, cancel and the edit of take profit and stop loss. The form may come from a script (`reply=data`) or from a browser
 * without one, which is sent back to its list with the broker's words.
 */
import { data } from '@remix-run/node'
import { cancelOrder, closeOrder, type Order, setStopPrice } from '../../../contract/orders'
import { DECIMAL_IN } from '../../../contract/primitives'
import type { BrokerResult } from '../../platform/broker.server'
import { brokerErrorToast } from '../../platform/broker-error'
import { requireTrader } from '../../platform/guards.server'
import type { SiteContext } from '../../platform/load-context.server'
import { paths } from '../../platform/paths'
import { safeReturnPath } from '../../platform/route-access'
import { redirectWithToast } from '../../platform/toast.server'
import type { ToastMessage } from '../../platform/toast-message'
import { typedDecimal } from '../../ui/decimal-text'
import type { OrderAnswer, OrderIntent } from './orders-data'

const DONE_TEXT = { close: 'order:done.close', cancel: 'order:done.cancel', stops: 'order:done.stops' } as const

export async function runOrderAction(context: SiteContext, request: Request) {
  await requireTrader(context)
  const form = await request.formData()
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const wanted = text('intent')
  const intent: OrderIntent = wanted === 'cancel' || wanted === 'stops' ? wanted : 'close'
  const key = text('key')
  const options = key === '' ? {} : { idempotencyKey: key }
  const id = text('id')
  const answer = await carryOut(
    context,
    intent,
    id,
    { takeProfit: text('target_profit_price'), stopLoss: text('stop_loss_price') },
    options,
  )
  const toast = toastOf(intent, answer)
  if (text('reply') === 'data') return answerData(intent, answer)
  return redirectWithToast(safeReturnPath(text('back')) ?? paths.orders({ type: intent === 'cancel' ? '0' : '1' }), toast, context)
}

interface Stops {
  readonly takeProfit: string
  readonly stopLoss: string
}

function carryOut(
  context: SiteContext,
  intent: OrderIntent,
  id: string,
  stops: Stops,
  options: { idempotencyKey?: string },
): Promise<BrokerResult<Order>> {
  if (intent === 'close') return context.broker.call(closeOrder, { id }, options)
  if (intent === 'cancel') return context.broker.call(cancelOrder, { id }, options)
  return context.broker.call(
    setStopPrice,
    { id, target_profit_price: readStop(stops.takeProfit), stop_loss_price: readStop(stops.stopLoss) },
    options,
  )
}

/** A stop that is switched off or left empty is sent as 0; rubbish is sent on, so that the broker's words are shown. */
function readStop(text: string): string {
  if (text === '') return '0'
  const read = typedDecimal(text)
  return DECIMAL_IN.test(read) ? read : text
}

function toastOf(intent: OrderIntent, answer: BrokerResult<Order>): ToastMessage {
  if (!answer.ok) return brokerErrorToast(answer.error)
  return answer.msg === '' ? { kind: 'success', textKey: DONE_TEXT[intent] } : { kind: 'success', text: answer.msg }
}

function answerData(intent: OrderIntent, answer: BrokerResult<Order>) {
  if (answer.ok) return data<OrderAnswer>({ done: true, intent, order: answer.data, message: answer.msg })
  const isUncertain = answer.error.name === 'NETWORK_ERROR' || answer.error.name === 'ANSWER_UNREADABLE'
  return data<OrderAnswer>({ done: false, intent, message: answer.error.msg, isUncertain }, { status: isUncertain ? 503 : 422 })
}
