/** Candles for the chart: one page of history, newest first page or older pages by `end`. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { askCandles } from '~/broker-client/ask-market.server'
import { refusalStatus } from '~/broker-client/refusal-status.server'
import { getCandles } from '../../../contract/market'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { forex_id, period, end, limit } = Object.fromEntries(new URL(request.url).searchParams)
  const input = getCandles.input.safeParse({ forex_id, period, end, limit })
  if (!input.success) return Response.json({ candles: null, code: 'PARAMETER_INVALID' }, { status: 400 })
  const page = await askCandles(context.broker, input.data, { initial: true, signal: request.signal })
  if (!page.ok) {
    const status = page.error.name === 'INSTRUMENT_NOT_FOUND' ? 404 : refusalStatus(page.error)
    return Response.json({ candles: null, code: page.error.name }, { status })
  }
  return Response.json({ candles: page.data }, { headers: { 'Cache-Control': 'no-store' } })
}
