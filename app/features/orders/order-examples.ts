/** Orders for tests. */
import type { AccountFigures } from '../../terms/account'
import type { Order } from '../../terms/order'

export function orderExample(change: Partial<Order> = {}): Order {
  return {
    id: '881236',
    instrument: { id: '101', code: 'EURUSD', symbol: 'EUR/USD', pricePrecision: 5, logo: '/instruments/eu-us.svg' },
    side: 'buy',
    lots: '0.20',
    leverage: '100',
    askedPrice: '1.16340',
    entryPrice: '1.16340',
    price: '1.16428',
    profit: '17.60000000',
    margin: '232.68000000',
    fee: '1.40000000',
    funding: null,
    stopLoss: '1.16050',
    takeProfit: '1.16900',
    status: 'open',
    underWay: null,
    waitsFor: null,
    fills: [],
    kind: 'market',
    closeReason: null,
    cancelReason: null,
    trailingDistance: '0',
    parentId: '',
    stopOutPrice: '',
    contractSize: '100000',
    quoteCurrency: 'USD',
    placedTime: '18 Nov 11:02:47',
    closedTime: '',
    placedAt: 1_795_000_000_000,
    openedAt: 1_795_000_000_000,
    closedAt: null,
    ...change,
  }
}

export const FIGURES: AccountFigures = {
  floatingProfit: '17.60000000',
  balance: '9767.32000000',
  equity: '10017.60000000',
  usedMargin: '232.68000000',
  freeMargin: '9784.92000000',
  marginLevel: '4305.31',
}
