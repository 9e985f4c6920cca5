/** Instruments for tests. */
import { type DrawnInstrument, drawInstrument } from './drawn-instrument'

export function instrumentExample(change: Partial<DrawnInstrument> = {}): DrawnInstrument {
  const example = drawInstrument({
    calendar: undefined,
    id: '101',
    code: 'EURUSD',
    symbol: 'EUR/USD',
    logo: '/instruments/eu-us.svg',
    categoryId: '1',
    isOpen: true,
    pricePrecision: 5,
    lotStep: '0.01',
    minLots: '0.01',
    maxLots: '50',
    minStopDistance: '0',
    contractSize: '100000',
    marginMode: 'leveraged',
    leverages: ['100'],
    feeRate: '0.006',
    funding: null,
    execution: null,
    baseAsset: 'EUR',
    quoteCurrency: 'USD',
    quoteToUsdt: '1',
    source: 'simulated',
    nextOpen: null,
    nextClose: null,
    spark: [1.16, 1.162, 1.164],
    quote: {
      open: '1.16031',
      last: '1.16428',
      change: '+0.34',
      bid: '1.16427',
      ask: '1.16429',
      high: '1.16492',
      low: '1.15986',
      time: 1_000,
    },
  })
  return { ...example, ...change }
}
