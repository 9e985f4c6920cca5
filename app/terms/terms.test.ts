import { expect, test } from 'vitest'
import type { BrokerStatement } from '../../contract/companies'
import { readBrokerStatement } from './broker-statement'
import { readInstrument } from './instrument'
import { readClosedList, readOrder, readOrderList } from './order'
import { inOwnNames } from './own-names'
import { readWithdrawTerms } from './payout'
import { readNotice, readOrderEvents } from './pushes'
import { exactPrices, readMarketRows } from './quote'
import { readRankingProfile } from './ranking'
import { moneyStatusNumber, readMoneyStatus, readPaperStatus } from './review'
import { wireInstrument, wireOrder } from './wire-examples'

test.each([
  ['a position', {}, { side: 'buy', kind: 'market', status: 'open' }],
  ['a waiting sell limit', { OrderType: 2, Status: 0, PendingKind: 'limit' }, { side: 'sell', kind: 'limit', status: 'pending' }],
  ['a position that a buy stop became', { PendingKind: 'stop' }, { side: 'buy', kind: 'stop', status: 'open' }],
  ['one that has ended', { Status: 3, CloseReason: 'stop_loss' }, { status: 'closed', closeReason: 'stop_loss' }],
] as const)('%s is told in our own words', (_, wire, told) => {
  expect(readOrder(wireOrder(wire))).toMatchObject(told)
})

test('every number of an order comes through as it was written', () => {
  expect(readOrder(wireOrder())).toMatchObject({
    id: '881236',
    instrument: { id: '101', code: 'EURUSD', symbol: 'EUR/USD', pricePrecision: 5 },
    lots: '0.20',
    leverage: '100',
    askedPrice: '1.16340',
    entryPrice: '1.16340',
    price: '1.16428',
    profit: '17.60000000',
    margin: '232.68000000',
    fee: '1.40000000',
    stopLoss: '1.16050',
    takeProfit: '1.16900',
  })
})

const LIST = {
  all_fact_profits: '12.00000000',
  balance: '100.00000000',
  net_value: '175.00000000',
  total_margin: '70.00000000',
  free_margin: '105.00000000',
  risk_rate: '250.00',
  data: [wireOrder()],
  total: 1,
}

test('with open orders the broker tells what floats, with closed ones their result; what floats is known either way', () => {
  expect(readOrderList(LIST)).toMatchObject({ realised: null, figures: { floatingProfit: '12.00000000', equity: '175.00000000' } })
  expect(readClosedList(LIST)).toMatchObject({ realised: '12.00000000', figures: { floatingProfit: '5.00000000' } })
})

test('an instrument has its offered leverages as a list, and says whether it is open', () => {
  const many = readInstrument(wireInstrument({ HasForexMultiple: [{ Value: '20' }, { Value: '100' }], MarketStatus: 0 }))
  expect(many).toMatchObject({ leverages: ['20', '100'], isOpen: false, marginMode: 'leveraged', quote: { last: '1.16428' } })
  expect(readInstrument(wireInstrument({ MarginMode: 1 })).marginMode).toBe('fixed')
})

test('a push speaks the same words as a load', () => {
  const { ForexQuotations: quote } = wireInstrument()
  expect(readMarketRows([{ ...quote, Id: '101', MarketStatus: 1, QuoteToUsdt: '1' }])).toMatchObject([
    { id: '101', isOpen: true, last: '1.16428' },
  ])
  const { Id, CloseReason, CancelReason, UpdatePrice, FactProfits, CompleteTimeHandler } = wireOrder({ CloseReason: 'manual' })
  const event = { Id, Status: 3, CloseReason, CancelReason, UpdatePrice, FactProfits, CompleteTimeHandler } as const
  expect(readOrderEvents(event)).toMatchObject([{ id: Id, status: 'closed', closeReason: 'manual', price: UpdatePrice }])
  expect(readNotice({ Kind: 'notice', Id: '5', Notice: 'deposit-completed', At: 1 })).toEqual({
    listed: { id: '5', kind: 'deposit-completed' },
  })
})

test('of a push that is none nothing is told', () => {
  expect([readMarketRows(null), readOrderEvents([null, {}]), readNotice('no'), readNotice({ Kind: 'newer' })]).toEqual([[], [], {}, {}])
})

test('a quote is read into exact numbers once', () => {
  const quote = { bid: '1.16427', ask: '1.16429', last: '1.16428', quoteToUsdt: '1' }
  expect(exactPrices(quote)).toMatchObject({ bid: 116_427_000n, ask: 116_429_000n, last: 116_428_000n })
  expect(exactPrices(quote)).toBe(exactPrices(quote))
})

test('names of the wire become our own however deep they stand; what an answer lists by code, and every value, stays', () => {
  const wire = { created_at: 1, p50_minutes: null, max_leverage: { EURUSD: 100, BTC_PERP: 20 }, lines: [{ first_approved_by: 'a_b' }] }
  expect(inOwnNames(wire)).toEqual({
    createdAt: 1,
    p50Minutes: null,
    maxLeverage: { EURUSD: 100, BTC_PERP: 20 },
    lines: [{ firstApprovedBy: 'a_b' }],
  })
})

test('numbers that stand for a state become words, and go back as they came', () => {
  expect([0, 1, 2, 3].map(readMoneyStatus)).toEqual(['unchecked', 'completed', 'rejected', 'invalid'])
  expect([0, 1, 2, 3].map((number) => moneyStatusNumber(readMoneyStatus(number)))).toEqual(['0', '1', '2', '3'])
  expect([0, 1, 2, 3].map(readPaperStatus)).toEqual(['none', 'unchecked', 'completed', 'rejected'])
  expect([readRankingProfile({ shows_name: 1, name: 'A' }), readRankingProfile({ shows_name: 0, name: '' })]).toEqual([
    { showsName: true, name: 'A' },
    { showsName: false, name: '' },
  ])
})

test('what may be taken out comes apart from how long it takes', () => {
  const figures = { balance: '10', withdrawable: '4', open_losses: '6' }
  const clock = { promised_hours: 24, p50_minutes: 9, p95_minutes: null, measured: 3, waiting: 1 }
  expect(readWithdrawTerms({ ...figures, limited_by: 'open_losses', ...clock })).toEqual({
    terms: { balance: '10', withdrawable: '4', openLosses: '6', limitedBy: 'open-losses' },
    clock: { promisedHours: 24, p50Minutes: 9, p95Minutes: null, measured: 3, waiting: 1 },
  })
})

test('a statement says its fees in words', () => {
  const withdrawals = [
    { type: 1, code: 'USDT', protocol: 'TRC20', fee_type: 1, rate: '1' },
    { type: 2, code: 'EUR', protocol: '', fee_type: 2, rate: '0.5' },
  ]
  const fees = { trade_fee_type: 2, rates: { EURUSD: '0.006' }, spread: {}, overnight: null, deposit: '0', withdrawals }
  const { fees: told } = readBrokerStatement({ fees } as unknown as BrokerStatement)
  expect(told).toMatchObject({
    tradeFee: 'share-of-margin',
    rates: { EURUSD: '0.006' },
    withdrawals: [{ fee: 'fixed' }, { fee: 'percent' }],
  })
})
