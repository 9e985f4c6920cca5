/** Instruments, quotes and accounts that the tests of the trade screen share. */
import type { Instrument } from '../../../../contract/market'
import type { AccountFigures, Order } from '../../../../contract/orders'
import type { DrawnInstrument } from '../../market/drawn-instrument'
import { instrumentExample } from '../../market/instrument-examples'
import { orderExample } from '../../orders/order-examples'

/** Without a spread: one price on either side. */
const quotations: Instrument['ForexQuotations'] = {
  Open: '1.16031',
  Close: '1.16428',
  Change: '+0.34',
  Bid: '1.16428',
  Ask: '1.16428',
  High: '1.16492',
  Low: '1.15986',
  Time: 1_795_010_400_000,
}

export const eurUsd: DrawnInstrument = instrumentExample({
  Id: '1',
  MaxLots: '100',
  HasForexMultiple: [{ Value: '100' }, { Value: '20' }, { Value: '50' }, { Value: '200' }],
  ForexFeeRate: '7',
  NextClose: 1_795_212_000_000,
  ForexQuotations: quotations,
})

export const usdJpy: DrawnInstrument = {
  ...eurUsd,
  Id: '2',
  Code: 'USDJPY',
  ShowCode: 'USD/JPY',
  PricePrecision: 3,
  QuoteCurrency: 'JPY',
  // 1 ÷ 156.842 cut at 20 decimals, as the broker sends it.
  QuoteToUsdt: '0.00637584320526389614',
  ForexQuotations: { ...quotations, Open: '157.488', Close: '156.842', Bid: '156.842', Ask: '156.842', High: '157.9', Low: '156.1' },
}

export const btcUsdt: DrawnInstrument = {
  ...eurUsd,
  Id: '3',
  Code: 'BTCUSDT',
  ShowCode: 'BTC/USDT',
  PricePrecision: 2,
  ForexContNum: '1',
  QuoteCurrency: 'USDT',
  HasForexMultiple: [{ Value: '20' }, { Value: '50' }],
  ForexQuotations: { ...quotations, Open: '93071.40', Close: '91284.50', Bid: '91284.50', Ask: '91284.50', High: '93100', Low: '91000' },
}

/** One lot binds 250 USDT, whatever the price. */
export const fixedMargin: DrawnInstrument = {
  ...eurUsd,
  Id: '4',
  Code: 'XPTUSD',
  ShowCode: 'XPT/USD',
  MarginMode: 1,
  ForexContNum: '250',
  HasForexMultiple: [],
}

export const figures: AccountFigures = {
  all_fact_profits: '0.00000000',
  balance: '10000.00000000',
  net_value: '10000.00000000',
  total_margin: '0.00000000',
  free_margin: '10000.00000000',
  risk_rate: '',
}

export function holdingOrder(instrument: Instrument, change: Partial<Order> = {}): Order {
  const { Id, Code, ShowCode, PricePrecision, Logo, ForexContNum, QuoteCurrency } = instrument
  return orderExample({
    Id: '100',
    ForexTradeLists: { Id, Code, ShowCode, PricePrecision, Logo },
    StopOutPrice: '0.68',
    ContractSize: ForexContNum,
    QuoteCurrency,
    CreateTimeHandler: '',
    ...change,
  })
}
