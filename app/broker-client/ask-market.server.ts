/** Questions about the market, answered in the site's own terms. */

import type { InputOf } from '../../contract/endpoint'
import { getCandles, getCategories, listInstruments } from '../../contract/market'
import { type Candle, readCandle } from '../terms/candle'
import { type Category, readCategories, readInstruments, type ToldInstrument } from '../terms/instrument'
import type { BoundBroker, BrokerResult, CallOptions } from './broker.server'
import { inTerms } from './in-terms.server'

const instrumentsOf = inTerms(readInstruments)
const categoriesOf = inTerms(readCategories)
const candlesOf = inTerms((wire: Parameters<typeof readCandle>[0][]) => wire.map(readCandle))

/** @param search what was typed; empty for all of them */
export async function askInstruments(
  broker: BoundBroker,
  options: CallOptions = {},
  search = '',
): Promise<BrokerResult<readonly ToldInstrument[]>> {
  return instrumentsOf(await broker.call(listInstruments, search === '' ? {} : { searchCurrency: search }, options))
}

export async function askCategories(broker: BoundBroker, options: CallOptions = {}): Promise<BrokerResult<readonly Category[]>> {
  return categoriesOf(await broker.call(getCategories, {}, options))
}

export async function askCandles(
  broker: BoundBroker,
  asked: InputOf<typeof getCandles>,
  options: CallOptions,
): Promise<BrokerResult<readonly Candle[]>> {
  return candlesOf(await broker.call(getCandles, asked, options))
}
