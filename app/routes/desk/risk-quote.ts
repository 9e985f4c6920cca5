/** The quote of the last hour of one instrument, for the risk page. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadRiskQuote } from '~/features/desk/risk/risk.server'

export const loader = async ({ request, context }: LoaderFunctionArgs) => Response.json(await loadRiskQuote(request, context))
