/** Turns the ticket's form into an order. The form may come from a script or from a browser without one. */

import { data } from '@remix-run/node'
import { fieldTextKey } from '../../../../contract/field-names'
import { ORDER_FIELDS_OF, submitOrder } from '../../../../contract/orders'
import { isUncertain } from '../../../broker-client/broker.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import type { ToastMessage } from '../../../cookies/toast-message'
import { takesNumber } from '../../../forms/form-text.server'
import { onceBy } from '../../../forms/keyed-form.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { type Order, readOrder, writeStatus } from '../../../terms/order'
import { wireDecimal } from '../../../ui/typed-number'
import { requireTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { readTradeAddress, tradePath } from '../scene/trade-address'
import type { PlaceOrderAnswer } from '../scene/trade-data'

const EXAMPLES: Readonly<Record<string, string>> = { cont: '0.20' }

/** The parameters of a kind of order: a form without scripts shows both kinds at once and may send what belongs to the other. */
function fieldsOf(isPending: boolean): readonly string[] {
  const others: readonly string[] = ORDER_FIELDS_OF[isPending ? 'market' : 'pending']
  return Object.keys(submitOrder.input.shape).filter((name) => name !== 'status' && !others.includes(name))
}

export async function placeOrder(context: SiteContext, request: Request): Promise<Response | ReturnType<typeof data<PlaceOrderAnswer>>> {
  await requireTrader(context)
  const form = await takeForm(request)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const isPending = text('status') === writeStatus('pending')
  const status = writeStatus(isPending ? 'pending' : 'open')
  const order = Object.fromEntries(fieldsOf(isPending).flatMap((name) => (text(name) === undefined ? [] : [[name, text(name) ?? '']])))
  // The same reading as the broker's, so that a field nobody could have filled in gets the same words.
  const plain = Object.fromEntries(
    Object.entries(order).map(([name, said]) => [name, takesNumber(submitOrder, name) ? wireDecimal(said) || said : said]),
  )
  const input = submitOrder.input.safeParse({ ...plain, status })
  const typed = form.get('reply') === 'data' ? {} : { typed: { ...order, status } }
  if (!input.success) {
    return refusal({ message: await unreadableText(context, input.error.issues[0]?.path[0]), isUncertain: false, ...typed }, 422)
  }

  const key = text('key')
  const placed = await context.broker.call(submitOrder, input.data, onceBy(key ?? ''))
  if (!placed.ok) {
    const { name, msg, details } = placed.error
    const isOpen = isUncertain(placed.error)
    const newPrice = name === 'PRICE_MOVED' ? details.price : undefined
    return refusal({ message: msg, isUncertain: isOpen, ...(newPrice === undefined ? {} : { newPrice }), ...typed }, isOpen ? 503 : 422)
  }
  const taken = readOrder(placed.data)
  if (form.get('reply') === 'data') return data<PlaceOrderAnswer>({ placed: true, order: taken })
  const { code, period } = readTradeAddress(new URL(request.url).searchParams)
  return redirectWithToast(tradePath({ code: code ?? taken.instrument.code, period }), placedToast(taken), context)
}

function placedToast(order: Order): ToastMessage {
  if (order.underWay !== null) return { kind: 'info', textKey: 'trade:sentTo', values: { provider: order.underWay.provider } }
  if (order.kind === 'market') return { kind: 'success', textKey: 'trade:confirmed' }
  return { kind: 'success', textKey: `trade:placed.${order.side}.${order.kind}`, values: { price: order.askedPrice } }
}

function refusal(answer: Omit<Extract<PlaceOrderAnswer, { placed: false }>, 'placed'>, status: number) {
  return data<PlaceOrderAnswer>({ placed: false, ...answer }, { status })
}

async function unreadableText(context: SiteContext, field: PropertyKey | undefined): Promise<string> {
  const t = await fixedT(context)
  const name = String(field ?? '')
  const label = fieldTextKey('submitOrder', name)
  if (label === undefined) return t('public:error.PARAMETER_INVALID', { parameter: name })
  return `${t(label)}: ${t('public:numberExample', { example: EXAMPLES[name] ?? '1.08650' })}`
}
