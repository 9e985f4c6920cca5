/** The risk desk's calls that only look: the view of the house, and the quote of the last hour. */
import type { getRisk, getRiskQuote } from '../../contract/desk/risk'
import { standingBrakes } from '../brakes/brake-store'
import { done, refused } from '../calls/handler'
import type { RiskDesk } from '../risk/open-risk'
import { shownBrakes } from './brakes-shown'
import type { DeskHandler, SomeDeskHandlers } from './desk-handler'
import type { DeskServices } from './desk-services'

const QUOTE_MINUTES = 60

type RiskServices = Pick<DeskServices, 'market'> & { readonly risk: RiskDesk }

export function riskHandlers(services: RiskServices) {
  return { getRisk: viewHandler(services), getRiskQuote: quoteHandler(services) } satisfies SomeDeskHandlers
}

function viewHandler({ risk }: RiskServices): DeskHandler<typeof getRisk> {
  return async ({ tx, tenant, operator, now }) =>
    done({ ...(await risk.view(tx, tenant)), brakes: shownBrakes(await standingBrakes(tx, tenant.id), operator, now) })
}

function quoteHandler({ market }: RiskServices): DeskHandler<typeof getRiskQuote> {
  return async ({ input }) => {
    if (market.instrument(input.code)?.code !== input.code) return refused('INSTRUMENT_NOT_FOUND')
    const minutes = await market.candles(input.code, '1min', { limit: QUOTE_MINUTES })
    return done(minutes.map(({ Time, Open, High, Low, Close }) => ({ at: Time, open: Open, high: High, low: Low, close: Close })))
  }
}
