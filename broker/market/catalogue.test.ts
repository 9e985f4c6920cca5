import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { conversionPair } from '../../rules/conversion'
import { isOnGrid, parseFixed } from '../../rules/decimal'
import { weeklyActivity } from '../../rules/simulated/market-model'
import { recordedDataFolder } from '../../tests/fixtures/recorded-data'
import { CATALOGUE, CATEGORIES } from './catalogue'

describe('the catalogue', () => {
  test('has at least 26 instruments in 5 categories, each category with several', () => {
    expect(CATALOGUE.length).toBeGreaterThanOrEqual(26)
    for (const { id } of CATEGORIES) expect(CATALOGUE.filter(({ categoryId }) => categoryId === id).length).toBeGreaterThanOrEqual(3)
    expect(CATALOGUE.every(({ categoryId }) => CATEGORIES.some(({ id }) => id === categoryId))).toBe(true)
  })

  test('ids are digits, ids and codes are unique', () => {
    expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length)
    expect(new Set(CATALOGUE.map(({ code }) => code)).size).toBe(CATALOGUE.length)
    for (const { id, code } of CATALOGUE)
      expect([id, code]).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^[A-Z0-9]{3,16}$/)])
  })

  test.each(
    CATALOGUE,
  )('$code: lots fit their step, the price its grid, and the smallest order is affordable on a demo account', (instrument) => {
    const { minLots, maxLots, lotStep, referencePrice, pricePrecision, contractSize, leverages, marginMode } = instrument
    expect([minLots % lotStep, maxLots % lotStep]).toEqual([0n, 0n])
    expect(minLots > 0n && maxLots > minLots).toBe(true)
    expect(isOnGrid(referencePrice, pricePrecision)).toBe(true)
    expect(leverages.length).toBeGreaterThan(0)
    expect([...leverages].sort((a, b) => a - b)).toEqual([...leverages])
    const notional = (Number(minLots) / 1e8) * (Number(contractSize) / 1e8) * (marginMode === 'fixed' ? 1 : Number(referencePrice) / 1e8)
    expect(notional / (leverages.at(-1) ?? 1)).toBeLessThan(2_500)
  })

  test('at least one instrument has a fixed margin a lot', () => {
    expect(CATALOGUE.some(({ marginMode }) => marginMode === 'fixed')).toBe(true)
  })

  test('every quote currency can be converted to USDT by an instrument of the catalogue', () => {
    for (const { quoteCurrency } of CATALOGUE) {
      const pair = conversionPair(quoteCurrency)
      if (pair) expect(CATALOGUE.map(({ code }) => code)).toContain(pair.code)
    }
  })

  test('the activity of a week averages to one, so volatilities mean what they say', () => {
    for (const profile of ['forex', 'crypto', 'us', 'europe', 'asia', 'energy'] as const) {
      const week = weeklyActivity(profile)
      expect(week).toHaveLength(168)
      expect(week.reduce((sum, hour) => sum + hour, 0) / 168).toBeCloseTo(1, 10)
    }
  })
})

const folder = recordedDataFolder('the oracle of tick and lot sizes')

/** Our code → the recorded table's market and symbol. */
const SYMBOLS: Record<string, [market: string, symbol: string]> = {
  ...Object.fromEntries(CATALOGUE.filter(({ categoryId }) => ['1', '2'].includes(categoryId)).map(({ code }) => [code, ['oanda', code]])),
  US500: ['oanda', 'SPX500USD'],
  NAS100: ['oanda', 'NAS100USD'],
  US30: ['oanda', 'US30USD'],
  GER40: ['oanda', 'DE30EUR'],
  UK100: ['oanda', 'UK100GBP'],
  JPN225: ['oanda', 'JP225USD'],
  HK50: ['oanda', 'HK33HKD'],
  WTI: ['oanda', 'WTICOUSD'],
  BRENT: ['oanda', 'BCOUSD'],
  NGAS: ['oanda', 'NATGASUSD'],
  BTCUSDT: ['coinbase', 'BTCUSDT'],
  ETHUSDT: ['coinbase', 'ETHUSDT'],
  SOLUSDT: ['coinbase', 'SOLUSDT'],
  XRPUSDT: ['binance', 'XRPUSDT'],
  LTCUSDT: ['binance', 'LTCUSDT'],
  ADAUSDT: ['binance', 'ADAUSDT'],
  DOGEUSDT: ['binance', 'DOGEUSDT'],
  BNBUSDT: ['binance', 'BNBUSDT'],
}

describe.skipIf(!folder)('agreement with the recorded symbol properties', () => {
  const lines = folder ? readFileSync(path.join(folder, 'symbol-properties-database.csv'), 'utf8').split('\n') : []

  test.each(CATALOGUE)("$code: price grid and smallest order are multiples of the exchange's, and so is the quote currency", ({
    code,
    quoteCurrency,
    pricePrecision,
    lotStep,
    contractSize,
  }) => {
    const [market, symbol] = SYMBOLS[code] ?? []
    const line = lines.find((one) => one.startsWith(`${market},${symbol},`))
    if (!line) throw new Error(`${market} ${symbol} is not in the oracle`)
    const [, , , , currency, , tickSize = '', lotSize = ''] = line.split(',')
    expect(currency).toBe(quoteCurrency)
    expect(Number(10n ** BigInt(8 - pricePrecision) % parseFixed(tickSize))).toBe(0)
    expect(Number(((lotStep * contractSize) / 10n ** 8n) % parseFixed(lotSize))).toBe(0)
  })
})
