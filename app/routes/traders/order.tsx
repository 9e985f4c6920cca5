import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, type MetaFunction, useLoaderData } from '@remix-run/react'
import { loadOrders } from '~/features/orders/load-orders.server'
import { type OrderAnswer, readIntent } from '~/features/orders/orders-data'
import { OrdersPage } from '~/features/orders/orders-page'
import { runOrderAction } from '~/features/orders/run-order-action.server'
import { TAB_HANDLES } from '~/features/shell/tab-handles'
import { sendForm } from '~/forms/send-form'
import type { RouteHandle } from '~/page/route-handle'
import { requireTrader } from '~/visitor/guards.server'
import { pageTitle } from '~/visitor/page-title'

export const handle: RouteHandle = TAB_HANDLES.order

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireTrader(context)
  return loadOrders(context, new URL(request.url))
}

export async function action({ request, context }: ActionFunctionArgs) {
  return runOrderAction(context, request)
}

/** What was not sent is an answer too: the screen stays. */
export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(
    args,
    ({ text, message }): OrderAnswer => ({
      done: false,
      intent: readIntent(text('intent')),
      message,
    }),
  )
}

export default function Orders() {
  return <OrdersPage data={useLoaderData<typeof loader>()} />
}
