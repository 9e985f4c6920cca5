/** The instruments of a company, for its search screen. */
import { askInstruments } from '../../broker-client/ask-market.server'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { listInstrument } from './drawn-instrument'
import type { MarketSearchData } from './search-data'

export async function loadMarketSearch(context: SiteContext): Promise<MarketSearchData> {
  const [t, answer] = await Promise.all([fixedT(context), askInstruments(context.broker, { initial: true })])
  return {
    title: t('public:searchMarkets'),
    instruments: answer.ok ? answer.data.map(listInstrument) : [],
    failure: answer.ok ? null : answer.error.name,
  }
}
