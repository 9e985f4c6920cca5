/** The newest pending orders, for the palette; read when it opens. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { askOrders } from '~/broker-client/ask-orders.server'
import { refusalStatus } from '~/broker-client/refusal-status.server'
import type { PendingAnswer } from '~/features/orders/orders-data'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const read = await askOrders(context.broker, 'pending', { page: '1' }, { initial: true, signal: request.signal })
  const answer: PendingAnswer = { orders: read.ok ? read.data.orders : null }
  return Response.json(answer, { status: read.ok ? 200 : refusalStatus(read.error), headers: { 'Cache-Control': 'no-store' } })
}
