/**
 * Close (whole or in part), cancel, reverse, close all, and the edit of target, take profit, stop loss and trailing stop.
 * The form may come from a script (`reply=data`) or from a browser without one, which is sent back to its list with the
 * broker's words.
 */

import { data } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { cancelOrder, closeAllOrders, closeOrder, reverseOrder, setStopPrice } from '../../../contract/orders'
import { DECIMAL_IN } from '../../../contract/primitives'
import { paths } from '../../addresses/paths'
import { safeReturnPath } from '../../addresses/route-access'
import { type BrokerResult, type CallOptions, isUncertain } from '../../broker-client/broker.server'
import { brokerErrorToast } from '../../broker-client/broker-error'
import { redirectWithToast } from '../../cookies/toast.server'
import type { ToastMessage } from '../../cookies/toast-message'
import { onceBy } from '../../forms/keyed-form.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import { readCloseAll, readOrder } from '../../terms/order'
import { typedDecimal } from '../../ui/typed-number'
import { requireTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { endText, waitText } from './done-message'
import { type OrderAnswer, type OrderIntent, readIntent } from './orders-data'

const DONE_TEXT = {
  close: 'order:done.close',
  cancel: 'order:done.cancel',
  stops: 'order:done.stops',
  reverse: 'order:done.reverse',
  closeAll: 'order:done.closeAll',
} as const

type DoneAnswer = Extract<OrderAnswer, { done: true }>
/** A field of the form as text, trimmed; '' when it is not there. */
type ReadField = (name: string) => string

export async function runOrderAction(context: SiteContext, request: Request) {
  await requireTrader(context)
  const form = await takeForm(request)
  const field: ReadField = (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const intent = readIntent(form.get('intent'))
  const key = field('key')
  const answer = await carryOut(context, intent, field, onceBy(key))
  if (field('reply') === 'data') return answerData(intent, answer)
  const list = paths.orders({ type: intent === 'cancel' ? '0' : '1' })
  return redirectWithToast(safeReturnPath(field('back')) ?? list, toastOf(answer, await fixedT(context)), context)
}

async function carryOut(
  context: SiteContext,
  intent: OrderIntent,
  field: ReadField,
  options: CallOptions,
): Promise<BrokerResult<DoneAnswer>> {
  const { broker } = context
  const id = field('id')
  if (intent === 'cancel')
    return tellDone(await broker.call(cancelOrder, { id }, options), (order) => ({ intent, order: readOrder(order) }))
  if (intent === 'stops')
    return tellDone(await broker.call(setStopPrice, readStops(id, field), options), (order) => ({ intent, order: readOrder(order) }))
  if (intent === 'reverse') {
    return tellDone(await broker.call(reverseOrder, { id }, options), ({ closed, opened }) => ({
      intent,
      order: readOrder(closed),
      opened: readOrder(opened),
    }))
  }
  if (intent === 'closeAll') {
    const only = optional('forex_id', field('forex_id'))
    return tellDone(await broker.call(closeAllOrders, only, options), (outcome) => ({ intent, ...readCloseAll(outcome) }))
  }
  const part = field('cont')
  const wanted = { id, ...(part === '' ? {} : { cont: readDecimal(part) }) }
  return tellDone(await broker.call(closeOrder, wanted, options), (order) => ({ intent, order: readOrder(order) }))
}

type Told = DoneAnswer extends infer One ? (One extends DoneAnswer ? Omit<One, 'done' | 'message'> : never) : never

function tellDone<Data>(result: BrokerResult<Data>, tell: (data: Data) => Told): BrokerResult<DoneAnswer> {
  if (!result.ok) return result
  return { ok: true, msg: result.msg, data: { done: true, message: result.msg, ...tell(result.data) } as DoneAnswer }
}

/** Target and trailing distance are left alone unless the form names them. */
function readStops(id: string, field: ReadField) {
  const target = field('target_price')
  const trailing = field('trailing_distance')
  return {
    id,
    target_profit_price: readDecimal(field('target_profit_price')),
    stop_loss_price: readDecimal(field('stop_loss_price')),
    ...(target === '' ? {} : { target_price: readDecimal(target) }),
    ...(trailing === '' ? {} : { trailing_distance: readDecimal(trailing) }),
  }
}

const optional = <Name extends string>(name: Name, value: string) => (value === '' ? {} : ({ [name]: value } as Record<Name, string>))

/** A stop that is switched off or left empty is sent as 0; rubbish is sent on, so that the broker's words are shown. */
function readDecimal(text: string): string {
  if (text === '') return '0'
  const read = typedDecimal(text)
  return DECIMAL_IN.test(read) ? read : text
}

function toastOf(answer: BrokerResult<DoneAnswer>, t: TFunction): ToastMessage {
  if (!answer.ok) return brokerErrorToast(answer.error)
  const { data: done, msg } = answer
  const waits = waitText(t, done)
  if (waits !== null) return { kind: 'info', text: waits }
  const kept = done.intent === 'closeAll' ? done.kept : []
  if (kept.length > 0) return { kind: 'info', text: t('order:done.closeAllKept', { count: kept.length, reason: kept[0]?.msg ?? '' }) }
  const words = msg === '' ? t(DONE_TEXT[done.intent]) : msg
  const end = done.intent === 'close' || done.intent === 'reverse' ? endText(t, done.order) : ''
  return { kind: 'success', text: `${words} ${end}`.trim() }
}

function answerData(intent: OrderIntent, answer: BrokerResult<DoneAnswer>) {
  if (answer.ok) return data<OrderAnswer>(answer.data)
  const isWithoutAnswer = isUncertain(answer.error)
  return data<OrderAnswer>({ done: false, intent, message: answer.error.msg }, { status: isWithoutAnswer ? 503 : 422 })
}
