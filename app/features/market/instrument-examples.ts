/** Instruments for tests. */
import { type DrawnInstrument, drawn } from './drawn-instrument'

export function instrumentExample(change: Partial<DrawnInstrument> = {}): DrawnInstrument {
  const example = drawn({
    Id: '101',
    Code: 'EURUSD',
    ShowCode: 'EUR/USD',
    Logo: '/instruments/eu-us.svg',
    CategoryId: '1',
    MarketStatus: 1,
    PricePrecision: 5,
    Pip: '0.01',
    ForexMinCont: '0.01',
    MaxLots: '50',
    MinStopDistance: '0',
    ForexContNum: '100000',
    MarginMode: 2,
    HasForexMultiple: [{ Value: '100' }],
    ForexFeeRate: '0.006',
    BaseAsset: 'EUR',
    QuoteCurrency: 'USD',
    QuoteToUsdt: '1',
    Source: 'simulated',
    NextOpen: null,
    NextClose: null,
    Spark: [1.16, 1.162, 1.164],
    ForexQuotations: {
      Open: '1.16031',
      Close: '1.16428',
      Change: '+0.34',
      Bid: '1.16427',
      Ask: '1.16429',
      High: '1.16492',
      Low: '1.15986',
      Time: 1_000,
    },
  })
  return { ...example, ...change }
}
