/** Every position with its quote, for the stop-out map and the question before closing all; read when a sheet opens. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { askPositions } from '~/broker-client/ask-orders.server'
import { refusalStatus } from '~/broker-client/refusal-status.server'
import type { PositionsAnswer } from '~/features/orders/orders-data'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const read = await askPositions(context.broker, { initial: true, signal: request.signal })
  const answer: PositionsAnswer = read.ok ? { positions: read.data } : { positions: null, code: read.error.name }
  return Response.json(answer, { status: read.ok ? 200 : refusalStatus(read.error), headers: { 'Cache-Control': 'no-store' } })
}
