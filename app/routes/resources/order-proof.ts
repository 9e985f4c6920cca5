/** What proves an order: its signed receipts, or the ticks around its events. Read when somebody asks to see them. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { askEventTicks, askReceiptProofs } from '~/broker-client/ask-orders.server'
import { refusalStatus } from '~/broker-client/refusal-status.server'
import type { ProofAnswer } from '~/features/orders/orders-data'
import { listReceipts } from '../../../contract/orders'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id, what } = Object.fromEntries(new URL(request.url).searchParams)
  const input = listReceipts.input.safeParse({ id })
  if (!input.success) return answer({ code: 'PARAMETER_INVALID' }, 400)
  const options = { initial: true, signal: request.signal }
  if (what === 'ticks') {
    const ticks = await askEventTicks(context.broker, input.data.id, options)
    return ticks.ok ? answer({ ticks: ticks.data }, 200) : answer({ code: ticks.error.name }, refusalStatus(ticks.error))
  }
  const [receipts, proofs] = await Promise.all([
    context.broker.call(listReceipts, input.data, options),
    askReceiptProofs(context.broker, input.data.id, options),
  ])
  if (!receipts.ok) return answer({ code: receipts.error.name }, refusalStatus(receipts.error))
  // Receipts stand without their proofs, too.
  return answer({ receipts: receipts.data, proofs: proofs.ok ? proofs.data : [] }, 200)
}

function answer(body: ProofAnswer, status: number): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
