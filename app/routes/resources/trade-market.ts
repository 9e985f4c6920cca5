/** All instruments of the company as the trade screen needs them: what its first document leaves out. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadTradeMarket } from '~/features/trade/load-trade.server'

export async function loader({ context }: LoaderFunctionArgs) {
  return loadTradeMarket(context)
}
