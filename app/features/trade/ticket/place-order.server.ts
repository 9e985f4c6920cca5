/** Turns the ticket's form into an order. The form may come from a script or from a browser without one. */

import { data } from '@remix-run/node'
import { submitOrder } from '../../../../contract/orders'
import { isUncertain } from '../../../broker-client/broker.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import type { ToastMessage } from '../../../cookies/toast-message'
import { onceBy } from '../../../forms/keyed-form.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { type Order, readOrder } from '../../../terms/order'
import { wireDecimal } from '../../../ui/typed-number'
import { requireTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { readTradeAddress, tradePath } from '../scene/trade-address'
import type { PlaceOrderAnswer } from '../scene/trade-data'

/** Fields that the broker takes as they are; an empty one is left out. */
const SHARED_FIELDS = ['forex_id', 'type', 'cont', 'multiple', 'stop_loss_price', 'target_profit_price', 'trailing_distance'] as const
/** Fields that take a number as a person writes it. */
const NUMBERS: ReadonlySet<string> = new Set([
  'cont',
  'stop_loss_price',
  'target_profit_price',
  'trailing_distance',
  'price',
  'max_slippage',
  'target_price',
])
/** The names of those that a person fills in. */
const LABELS: Readonly<Record<string, string>> = {
  cont: 'trade:ticket.lots',
  target_price: 'trade:ticket.targetPrice',
  target_profit_price: 'trade:ticket.takeProfit',
  stop_loss_price: 'trade:ticket.stopLoss',
  trailing_distance: 'trade:ticket.trailing',
}
const EXAMPLES: Readonly<Record<string, string>> = { cont: '0.20' }

/** What only one kind of order has: a form without scripts shows both kinds at once and may send what belongs to the other. */
const OWN_FIELDS = { market: ['price', 'max_slippage'], pending: ['target_price'] } as const

export async function placeOrder(context: SiteContext, request: Request): Promise<Response | ReturnType<typeof data<PlaceOrderAnswer>>> {
  await requireTrader(context)
  const form = await takeForm(request)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const isPending = text('status') === '0'
  const names = [...SHARED_FIELDS, ...OWN_FIELDS[isPending ? 'pending' : 'market']]
  const order = Object.fromEntries(names.flatMap((name) => (text(name) === undefined ? [] : [[name, text(name) ?? '']])))
  // The same reading as the broker's, so that a field nobody could have filled in gets the same words.
  const plain = Object.fromEntries(
    Object.entries(order).map(([name, said]) => [name, NUMBERS.has(name) ? wireDecimal(said) || said : said]),
  )
  const input = submitOrder.input.safeParse({ ...plain, status: isPending ? '0' : '1' })
  const typed = form.get('reply') === 'data' ? {} : { typed: { ...order, status: isPending ? '0' : '1' } }
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
  if (order.kind === 'market') return { kind: 'success', textKey: 'trade:confirmed' }
  return { kind: 'success', textKey: `trade:placed.${order.side}.${order.kind}`, values: { price: order.askedPrice } }
}

function refusal(answer: Omit<Extract<PlaceOrderAnswer, { placed: false }>, 'placed'>, status: number) {
  return data<PlaceOrderAnswer>({ placed: false, ...answer }, { status })
}

async function unreadableText(context: SiteContext, field: PropertyKey | undefined): Promise<string> {
  const t = await fixedT(context)
  const name = String(field ?? '')
  const label = LABELS[name]
  if (label === undefined) return t('public:error.PARAMETER_INVALID', { parameter: name })
  return `${t(label)}: ${t('public:numberExample', { example: EXAMPLES[name] ?? '1.08650' })}`
}
