/** The market's calls: categories, the instrument list, candles. Anyone may read them. */
import type { Candle, getCandles, getRecentCandles, listInstruments } from '../../contract/market'
import type { Period } from '../../contract/primitives'
import { done, forTenant, type Outcome, refused, type SomeHandlers, type TenantHandler } from '../calls/handler'
import type { Texts } from '../ground/texts'
import { CATEGORIES } from './catalogue'
import type { Pricing } from './pricing'
import type { TenantMarket } from './tenant-market'

const DEFAULT_CANDLES = 500
const RECENT_CANDLES = 60

interface MarketHandlerOptions {
  readonly market: TenantMarket
  readonly pricing: Pricing
  readonly texts: Texts
  /** Candles that start before `end`, ascending, at most `limit`, the one under way included. */
  candles(code: string, period: Period, range: { readonly end?: number; readonly limit: number }): Promise<Candle[]>
}

export function marketHandlers(options: MarketHandlerOptions) {
  const { market, pricing, texts } = options
  const candlesOf = (
    tenant: Parameters<TenantHandler<typeof getCandles>>[0]['tenant'],
    id: string,
    period: Period,
    range: { end?: number; limit: number },
  ) => {
    const terms = pricing.findTermsById(tenant, id)
    return terms === undefined ? null : options.candles(terms.instrument.code, period, range)
  }
  const answer = async (candles: Promise<Candle[]> | null): Promise<Outcome<Candle[]>> =>
    candles === null ? refused('INSTRUMENT_NOT_FOUND') : done(await candles)

  const list: TenantHandler<typeof listInstruments> = async ({ tenant, input }) => done(market.instruments(tenant, input.searchCurrency))
  const all: TenantHandler<typeof getCandles> = ({ tenant, input }) =>
    answer(
      candlesOf(tenant, input.forex_id, input.period, {
        limit: Number(input.limit ?? DEFAULT_CANDLES),
        ...(input.end === undefined ? {} : { end: Number(input.end) }),
      }),
    )
  const recent: TenantHandler<typeof getRecentCandles> = ({ tenant, input }) =>
    answer(candlesOf(tenant, input.forex_id, input.period, { limit: RECENT_CANDLES }))

  return {
    getCategories: forTenant(async ({ tenant, language }) => {
      const offered = new Set([...pricing.termsOf(tenant).values()].map(({ instrument }) => instrument.categoryId))
      return done(
        CATEGORIES.filter(({ id }) => offered.has(id)).map(({ id, nameKey }) => ({
          Id: id,
          NameShowTrans: texts.of(tenant).text(language, nameKey),
        })),
      )
    }),
    listInstruments: forTenant(list),
    getCandles: forTenant(all),
    getRecentCandles: forTenant(recent),
  } satisfies SomeHandlers
}
