/**
 * Every instrument the house can offer, in five categories. A tenant may offer fewer and set its own spread, fee, leverage and
 * lot bounds; it never changes what an instrument is. Contract sizes and grids are checked against a recorded table of symbol
 * properties in the test.
 *
 * Invariants: ids and codes are unique; lotStep divides minLots and maxLots; the reference price lies on the price grid.
 */
import { type Fixed, parseFixed } from '../../rules/decimal'
import type { CalendarName } from '../../rules/market-calendars'
import { annualVolatilityOf } from '../../rules/simulated/market-model'
import type { Category, Instrument, MarginMode } from './instrument'

export const CATEGORIES: readonly Category[] = [
  { id: '1', code: 'forex', nameKey: 'product:category.forex' },
  { id: '2', code: 'metals', nameKey: 'product:category.metals' },
  { id: '3', code: 'crypto', nameKey: 'product:category.crypto' },
  { id: '4', code: 'indices', nameKey: 'product:category.indices' },
  { id: '5', code: 'energies', nameKey: 'product:category.energies' },
]

interface Terms {
  categoryId: string
  contractSize: string
  minLots?: string
  lotStep?: string
  maxLots: string
  marginMode?: MarginMode
  leverages: readonly number[]
  feePerLot: string
  feeShareOfMargin: string
  calendar: CalendarName
  priceBand: number
}

const MAJOR_LEVERAGES = [10, 20, 50, 100, 200]
const METAL_LEVERAGES = [10, 20, 50, 100]
const INDEX_LEVERAGES = [10, 20, 50, 100]
const CRYPTO_LEVERAGES = [2, 5, 10, 20, 50]

const FX: Terms = {
  categoryId: '1',
  contractSize: '100000',
  maxLots: '50',
  leverages: MAJOR_LEVERAGES,
  feePerLot: '7',
  feeShareOfMargin: '0.006',
  calendar: 'forex',
  priceBand: 0.03,
}
const METAL: Terms = {
  ...FX,
  categoryId: '2',
  contractSize: '100',
  maxLots: '20',
  leverages: METAL_LEVERAGES,
  feePerLot: '12',
  feeShareOfMargin: '0.003',
  calendar: 'metals',
  priceBand: 0.05,
}
const CRYPTO: Terms = {
  ...FX,
  categoryId: '3',
  contractSize: '1',
  leverages: CRYPTO_LEVERAGES,
  feePerLot: '20',
  feeShareOfMargin: '0.005',
  calendar: 'crypto',
  priceBand: 0.1,
}
const INDEX: Terms = {
  ...FX,
  categoryId: '4',
  contractSize: '1',
  lotStep: '0.1',
  minLots: '0.1',
  maxLots: '100',
  leverages: INDEX_LEVERAGES,
  feePerLot: '3',
  feeShareOfMargin: '0.004',
  calendar: 'us-indices',
  priceBand: 0.05,
}
const ENERGY: Terms = {
  ...FX,
  categoryId: '5',
  contractSize: '1000',
  maxLots: '20',
  leverages: [10, 20, 50],
  feePerLot: '8',
  feeShareOfMargin: '0.004',
  calendar: 'energies',
  priceBand: 0.08,
}

type Overrides = Partial<Terms>

function pair(id: string, showCode: string, referencePrice: string, logo: string, terms: Terms, overrides: Overrides = {}): Instrument {
  const [base = '', quote = ''] = showCode.split('/')
  return instrument(id, showCode, base, quote, referencePrice, logo, { ...terms, ...overrides })
}

function namedInstrument(
  id: string,
  code: string,
  quote: string,
  referencePrice: string,
  logo: string,
  terms: Terms,
  overrides: Overrides = {},
): Instrument {
  return instrument(id, code, code, quote, referencePrice, logo, { ...terms, ...overrides })
}

/** The decimals written in the reference price are the instrument's price precision. */
function instrument(
  id: string,
  showCode: string,
  baseAsset: string,
  quoteCurrency: string,
  referencePrice: string,
  logo: string,
  terms: Terms,
): Instrument {
  return {
    id,
    code: showCode.replace('/', ''),
    showCode,
    categoryId: terms.categoryId,
    baseAsset,
    quoteCurrency,
    pricePrecision: referencePrice.split('.')[1]?.length ?? 0,
    lotStep: parseFixed(terms.lotStep ?? '0.01'),
    minLots: parseFixed(terms.minLots ?? '0.01'),
    maxLots: parseFixed(terms.maxLots),
    contractSize: parseFixed(terms.contractSize),
    marginMode: terms.marginMode ?? 'leveraged',
    leverages: terms.leverages,
    feePerLot: parseFixed(terms.feePerLot),
    feeShareOfMargin: parseFixed(terms.feeShareOfMargin),
    calendar: terms.calendar,
    referencePrice: parseFixed(referencePrice),
    annualVolatility: annualVolatilityOf(baseAsset, quoteCurrency),
    logo: pictureAddress(logo),
    priceBand: terms.priceBand,
  }
}

/** Where every site and the API host serve the picture: two flags `EU-US` as one, one flag `US`, or `coin:btc`. */
function pictureAddress(logo: string): string {
  const name = logo.toLowerCase()
  if (name.startsWith('coin:')) return `/coins/${name.slice('coin:'.length)}.svg`
  return name.includes('-') ? `/instruments/${name}.svg` : `/flags/${name}.svg`
}

export const CATALOGUE: readonly Instrument[] = [
  pair('101', 'EUR/USD', '1.16428', 'EU-US', FX),
  pair('102', 'GBP/USD', '1.31264', 'GB-US', FX),
  pair('103', 'USD/JPY', '156.842', 'US-JP', FX),
  pair('201', 'XAU/USD', '4078.35', 'coin:xau', METAL),
  pair('301', 'BTC/USDT', '91284.50', 'coin:btc', CRYPTO),
  pair('302', 'ETH/USDT', '3024.18', 'coin:eth', CRYPTO, { feePerLot: '2', maxLots: '500' }),
  namedInstrument('401', 'US500', 'USD', '6642.3', 'US', INDEX, { contractSize: '10', lotStep: '0.01', minLots: '0.01' }),
  namedInstrument('402', 'NAS100', 'USD', '24310.5', 'US', INDEX),
  namedInstrument('501', 'WTI', 'USD', '59.842', 'coin:wti', ENERGY),
  pair('104', 'AUD/USD', '0.64815', 'AU-US', FX),
  pair('105', 'USD/CHF', '0.80642', 'US-CH', FX),
  pair('202', 'XAG/USD', '50.418', 'coin:xag', METAL, { contractSize: '5000' }),
  pair('303', 'SOL/USDT', '138.42', 'coin:sol', CRYPTO, { contractSize: '10', feePerLot: '1', maxLots: '1000' }),
  namedInstrument('403', 'GER40', 'EUR', '23178.4', 'DE', INDEX, { calendar: 'germany-index' }),
  pair('106', 'USD/CAD', '1.40962', 'US-CA', FX),
  pair('304', 'XRP/USDT', '2.1842', 'coin:xrp', CRYPTO, { contractSize: '1000', feePerLot: '1.5', maxLots: '500' }),
  pair('107', 'NZD/USD', '0.56117', 'NZ-US', FX),
  pair('108', 'EUR/JPY', '182.608', 'EU-JP', FX),
  pair('109', 'GBP/JPY', '205.877', 'GB-JP', FX),
  pair('110', 'EUR/GBP', '0.88698', 'EU-GB', FX),
  pair('111', 'AUD/JPY', '101.657', 'AU-JP', FX),
  pair('112', 'USD/HKD', '7.78425', 'US-HK', FX, { leverages: [10, 20, 50] }),
  pair('203', 'XPT/USD', '1548.20', 'coin:xpt', METAL),
  pair('305', 'DOGE/USDT', '0.14385', 'coin:doge', CRYPTO, {
    contractSize: '10000',
    feePerLot: '1',
    leverages: [2, 5, 10, 20],
    maxLots: '500',
  }),
  pair('306', 'LTC/USDT', '82.47', 'coin:ltc', CRYPTO, {
    contractSize: '10',
    feePerLot: '0.8',
    leverages: [2, 5, 10, 20],
    maxLots: '1000',
  }),
  pair('307', 'BNB/USDT', '842.60', 'coin:bnb', CRYPTO, { feePerLot: '0.8', maxLots: '1000' }),
  pair('308', 'ADA/USDT', '0.4102', 'coin:ada', CRYPTO, {
    contractSize: '1000',
    feePerLot: '0.4',
    leverages: [2, 5, 10, 20],
    maxLots: '1000',
  }),
  namedInstrument('404', 'US30', 'USD', '46245.4', 'US', INDEX),
  namedInstrument('405', 'UK100', 'GBP', '9539.7', 'GB', INDEX, { calendar: 'uk-index' }),
  namedInstrument('406', 'JPN225', 'USD', '48625.9', 'JP', INDEX, { calendar: 'japan-index' }),
  namedInstrument('407', 'HK50', 'HKD', '25220.4', 'HK', INDEX, { contractSize: '10', calendar: 'hong-kong-index' }),
  namedInstrument('502', 'BRENT', 'USD', '63.914', 'coin:brent', ENERGY, { calendar: 'brent' }),
  // Gas moves too much for a choice of leverage: 10,000 USD a lot, whatever the price.
  namedInstrument('503', 'NGAS', 'USD', '4.562', 'coin:ngas', ENERGY, {
    contractSize: '10000',
    marginMode: 'fixed',
    leverages: [1],
    feeShareOfMargin: '0.0008',
    maxLots: '10',
    priceBand: 0.1,
  }),
]

/** Units of a lot in which the simulated volume of one tick is counted. */
export function volumeUnit(instrumentOf: Instrument): Fixed {
  return instrumentOf.categoryId === '3' ? parseFixed('0.01') : parseFixed('1')
}
