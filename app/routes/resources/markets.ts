/** All instruments of the company with their prices: what the first document of the market leaves out. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadWholeMarket } from '~/features/market/load-home.server'

export async function loader({ context }: LoaderFunctionArgs) {
  return loadWholeMarket(context)
}
