/** The signed-in trader's own receipts of a day, a page at a time, for the check in their browser. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { refusalStatus } from '~/broker-client/refusal-status.server'
import { listDayReceipts } from '../../../contract/receipts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const input = listDayReceipts.input.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!input.success) return answer({ code: 'PARAMETER_INVALID' }, 400)
  const receipts = await context.broker.call(listDayReceipts, input.data, { initial: true, signal: request.signal })
  return receipts.ok ? answer(receipts.data, 200) : answer({ code: receipts.error.name }, refusalStatus(receipts.error))
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
