/** Turns the ticket's form into an order. The form may come from a script or from a browser without one. */
import { data } from '@remix-run/node'
import { submitOrder } from '../../../contract/orders'
import { requireTrader } from '../../platform/guards.server'
import { fixedT } from '../../platform/i18n.server'
import type { SiteContext } from '../../platform/load-context.server'
import { redirectWithToast } from '../../platform/toast.server'
import { readTradeAddress, tradePath } from './trade-address'
import type { PlaceOrderAnswer } from './trade-data'

/** Fields that the broker takes as they are; an empty one is left out. */
const ORDER_FIELDS = ['forex_id', 'type', 'cont', 'multiple', 'stop_loss_price', 'target_profit_price', 'price'] as const

export async function placeOrder(context: SiteContext, request: Request): Promise<Response | ReturnType<typeof data<PlaceOrderAnswer>>> {
  await requireTrader(context)
  const form = await request.formData()
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const order = Object.fromEntries(ORDER_FIELDS.flatMap((name) => (text(name) === undefined ? [] : [[name, text(name)]])))
  // The same reading as the broker's, so that a field nobody could have filled in gets the same words.
  const input = submitOrder.input.safeParse({ ...order, status: '1' })
  if (!input.success) return refusal(await unreadableText(context, input.error.issues[0]?.path[0]), false, 422)

  const key = text('key')
  const placed = await context.broker.call(submitOrder, input.data, key === undefined ? {} : { idempotencyKey: key })
  if (!placed.ok) {
    const isUncertain = placed.error.name === 'NETWORK_ERROR' || placed.error.name === 'ANSWER_UNREADABLE'
    return refusal(placed.error.msg, isUncertain, isUncertain ? 503 : 422)
  }
  if (form.get('reply') === 'data') return data<PlaceOrderAnswer>({ placed: true, order: placed.data })
  const { code, period } = readTradeAddress(new URL(request.url).searchParams)
  return redirectWithToast(
    tradePath({ code: code ?? placed.data.ForexTradeLists.Code, period }),
    { kind: 'success', textKey: 'trade:confirmed' },
    context,
  )
}

function refusal(message: string, isUncertain: boolean, status: number) {
  return data<PlaceOrderAnswer>({ placed: false, message, isUncertain }, { status })
}

async function unreadableText(context: SiteContext, field: PropertyKey | undefined): Promise<string> {
  const t = await fixedT(context.language)
  return t('public:error.PARAMETER_INVALID', { parameter: String(field ?? '') })
}
