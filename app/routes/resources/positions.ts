/** Every position with its quote, for the stop-out map and the question before closing all; read when a sheet opens. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { refusalStatus } from '~/broker-client/refusal-status.server'
import type { PositionsAnswer } from '~/features/orders/orders-data'
import { listPositions } from '../../../contract/orders'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const read = await context.broker.call(listPositions, {}, { initial: true, signal: request.signal })
  const answer: PositionsAnswer = read.ok ? { positions: read.data } : { positions: null, code: read.error.name }
  return Response.json(answer, { status: read.ok ? 200 : refusalStatus(read.error), headers: { 'Cache-Control': 'no-store' } })
}
