/** Instruments, quotes and accounts that the tests of the trade screen share. */
import type { Instrument } from '../../../contract/market'
import type { AccountFigures, Order } from '../../../contract/orders'

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

export const eurUsd: Instrument = {
  Id: '1',
  Code: 'EURUSD',
  ShowCode: 'EUR/USD',
  Logo: 'EU-US',
  CategoryId: '1',
  MarketStatus: 1,
  PricePrecision: 5,
  Pip: '0.01',
  ForexMinCont: '0.01',
  MaxLots: '100',
  ForexContNum: '100000',
  MarginMode: 2,
  HasForexMultiple: [{ Value: '100' }, { Value: '20' }, { Value: '50' }, { Value: '200' }],
  ForexFeeRate: '7',
  BaseAsset: 'EUR',
  QuoteCurrency: 'USD',
  QuoteToUsdt: '1',
  Source: 'simulated',
  NextOpen: null,
  NextClose: 1_795_212_000_000,
  Spark: [],
  ForexQuotations: quotations,
}

export const usdJpy: Instrument = {
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

export const btcUsdt: Instrument = {
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
export const fixedMargin: Instrument = {
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
  return {
    Id: '100',
    ForexTradeLists: {
      Id: instrument.Id,
      Code: instrument.Code,
      ShowCode: instrument.ShowCode,
      PricePrecision: instrument.PricePrecision,
      Logo: instrument.Logo,
    },
    OrderType: 1,
    Quantity: '0.20',
    Multiple: '100',
    OriginPrice: '1.16340',
    Price: '1.16340',
    UpdatePrice: '1.16428',
    FactProfits: '17.60000000',
    CautionMoney: '232.68000000',
    TradeFee: '1.40000000',
    TargetLossPrice: '1.16050',
    TargetProfitPrice: '1.16900',
    Status: 1,
    PendingKind: null,
    CloseReason: null,
    StopOutPrice: '0.68',
    ConversionRate: '1',
    CloseConversionRate: '',
    ContractSize: instrument.ForexContNum,
    QuoteCurrency: instrument.QuoteCurrency,
    CreateTimeHandler: '',
    CompleteTimeHandler: '',
    CreatedAt: 1_795_000_000_000,
    CompletedAt: null,
    ...change,
  }
}
