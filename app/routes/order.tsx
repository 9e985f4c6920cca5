import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadOrders } from '~/features/orders/load-orders.server'
import { type OrderAnswer, readIntent } from '~/features/orders/orders-data'
import { OrdersPage } from '~/features/orders/orders-page'
import { runOrderAction } from '~/features/orders/run-order-action.server'
import { requireTrader } from '~/platform/guards.server'
import { pageTitle } from '~/platform/page-title'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['order', 'public'], shell: 'tabs', bar: 'title', titleKey: 'order:title' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireTrader(context)
  return loadOrders(context, new URL(request.url))
}

export async function action({ request, context }: ActionFunctionArgs) {
  return runOrderAction(context, request)
}

/** A broken network is an answer too: the screen stays, and the same key is used when it is sent again. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData()
  try {
    return await serverAction<typeof action>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    const answer: OrderAnswer = { done: false, intent: readIntent(form.get('intent')), message: '', isUncertain: true }
    // With its status, so that nothing is read anew over the same broken network.
    return Response.json(answer, { status: 503 })
  }
}

export default function Orders() {
  return <OrdersPage data={useLoaderData<typeof loader>()} />
}
