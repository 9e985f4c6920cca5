/** Instruments, quotes and accounts that the tests of the trade screen share. */

import type { AccountFigures } from '../../../terms/account'
import type { Instrument } from '../../../terms/instrument'
import type { Order } from '../../../terms/order'
import type { DrawnInstrument } from '../../market/drawn-instrument'
import { instrumentExample } from '../../market/instrument-examples'
import { orderExample } from '../../orders/order-examples'

/** Without a spread: one price on either side. */
const quotations: Instrument['quote'] = {
  open: '1.16031',
  last: '1.16428',
  change: '+0.34',
  bid: '1.16428',
  ask: '1.16428',
  high: '1.16492',
  low: '1.15986',
  time: 1_795_010_400_000,
}

export const eurUsd: DrawnInstrument = instrumentExample({
  id: '1',
  maxLots: '100',
  leverages: ['100', '20', '50', '200'],
  feeRate: '7',
  nextClose: 1_795_212_000_000,
  quote: quotations,
})

export const usdJpy: DrawnInstrument = {
  ...eurUsd,
  id: '2',
  code: 'USDJPY',
  symbol: 'USD/JPY',
  pricePrecision: 3,
  quoteCurrency: 'JPY',
  // 1 ÷ 156.842 cut at 20 decimals, as the broker sends it.
  quoteToUsdt: '0.00637584320526389614',
  quote: { ...quotations, open: '157.488', last: '156.842', bid: '156.842', ask: '156.842', high: '157.9', low: '156.1' },
}

export const btcUsdt: DrawnInstrument = {
  ...eurUsd,
  id: '3',
  code: 'BTCUSDT',
  symbol: 'BTC/USDT',
  pricePrecision: 2,
  contractSize: '1',
  quoteCurrency: 'USDT',
  leverages: ['20', '50'],
  quote: { ...quotations, open: '93071.40', last: '91284.50', bid: '91284.50', ask: '91284.50', high: '93100', low: '91000' },
}

/** One lot binds 250 USDT, whatever the price. */
export const fixedMargin: DrawnInstrument = {
  ...eurUsd,
  id: '4',
  code: 'XPTUSD',
  symbol: 'XPT/USD',
  marginMode: 'fixed',
  contractSize: '250',
  leverages: [],
}

export const figures: AccountFigures = {
  floatingProfit: '0.00000000',
  balance: '10000.00000000',
  equity: '10000.00000000',
  usedMargin: '0.00000000',
  freeMargin: '10000.00000000',
  marginLevel: '',
}

export function holdingOrder(instrument: Instrument, change: Partial<Order> = {}): Order {
  const { id, code, symbol, pricePrecision, logo, contractSize, quoteCurrency } = instrument
  return orderExample({
    id: '100',
    instrument: { id, code, symbol, pricePrecision, logo },
    stopOutPrice: '0.68',
    contractSize,
    quoteCurrency,
    placedTime: '',
    ...change,
  })
}
