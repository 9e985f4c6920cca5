import { expect, test } from 'vitest'
import type { Order } from '../../terms/order'
import { orderExample } from './order-examples'
import {
  closingPriceOf,
  closingSlippage,
  distanceText,
  endReasonKey,
  kindKey,
  lotsShare,
  lotsText,
  partProfit,
  profitAt,
  riskText,
  slippageOf,
  wasNeverFilled,
} from './order-facts'

const eurusd = orderExample({ side: 'buy', lots: '0.20', entryPrice: '1.16340', contractSize: '100000', quoteCurrency: 'USD' })
const usdjpy = orderExample({
  side: 'sell',
  lots: '0.10',
  entryPrice: '156.842',
  contractSize: '100000',
  quoteCurrency: 'JPY',
  instrument: { id: '103', code: 'USDJPY', symbol: 'USD/JPY', pricePrecision: 3, logo: '/instruments/us-jp.svg' },
})
const eurjpy: Order = { ...usdjpy, instrument: { ...usdjpy.instrument, code: 'EURJPY' }, entryPrice: '182.608' }

test.each([
  ['a buy gains when the price rises', eurusd, '1.16428', '1', '17.60000000'],
  ['a buy loses when the price falls', eurusd, '1.16050', '1', '-58.00000000'],
  ['a sell gains when the price falls, at the rate of that price', usdjpy, '156.000', '0.0064', '53.97435897'],
  ['a cross counts at the rate of now', eurjpy, '182.000', '0.00637584', '38.76510720'],
] as const)('%s', (_rule, order, price, rate, profit) => {
  expect(profitAt(order, price, rate)).toBe(profit)
})

test('without a rate or a price there is no estimate', () => {
  expect(profitAt(eurjpy, '182.000', undefined)).toBeNull()
  expect(profitAt(eurusd, '', '1')).toBeNull()
  expect(profitAt(eurusd, '0', '1')).toBeNull()
})

test('a buy closes at the bid, a sell at the ask', () => {
  const quote = { bid: '1.16420', ask: '1.16430', quoteToUsdt: '1' }
  expect(closingPriceOf(eurusd, quote)).toBe('1.16420')
  expect(closingPriceOf({ ...eurusd, side: 'sell' }, quote)).toBe('1.16430')
})

const figures = { floatingProfit: '0', equity: '10000', freeMargin: '9000', marginLevel: '1000.00' }
test.each([
  ['no margin is used', '10000', '0', null],
  ['5 %: level 1,000 % against a stop-out at 50 %', '9000', '1000', '5.0'],
  ['never shown safer than it is', '9000.01', '1000', '5.0'],
  ['at the stop-out', '-500', '1000', '100.0'],
  ['no equity left', '-1000', '1000', '999.0'],
] as const)('risk: %s', (_rule, balance, total_margin, risk) => {
  expect(riskText({ ...figures, balance, usedMargin: total_margin }, '50')).toBe(risk)
})

test('the distance of a target is told with its sign', () => {
  expect(distanceText('155.900', '156.842')).toBe('-0.60')
  expect(distanceText('3120', '3024.18')).toBe('3.16')
  expect(distanceText('0', '3024.18')).toBeNull()
})

test.each([
  ['0.1', '0.10'],
  ['10', '10.00'],
  ['0.125', '0.125'],
  ['0.20000000', '0.20'],
])('%s lots are written %s', (lots, text) => {
  expect(lotsText(lots)).toBe(text)
})

test.each([
  [
    'a cancelled order has the reason of its cancel',
    { status: 'closed', closeReason: 'cancelled', cancelReason: 'insufficient_margin' },
    true,
    'cancelReason.insufficient_margin',
  ],
  [
    'one that a demo reset took back',
    { status: 'closed', closeReason: 'demo_reset', cancelReason: 'demo_reset' },
    true,
    'cancelReason.demo_reset',
  ],
  [
    'a position that a demo reset closed was a trade',
    { status: 'closed', closeReason: 'demo_reset', cancelReason: null },
    false,
    'reason.demo_reset',
  ],
  ['a stopped position', { status: 'closed', closeReason: 'stop_loss', cancelReason: null }, false, 'reason.stop_loss'],
  ['an open one', { status: 'open', closeReason: null, cancelReason: null }, false, null],
] as const)('%s', (_, change, isNoTrade, key) => {
  const order = orderExample(change)
  expect([wasNeverFilled(order), endReasonKey(order)]).toEqual([isNoTrade, key])
})

test.each([
  ['buy', '1.16340', '1.16345', { requested: '1.16340', distance: '0.00005', isWorse: true }],
  ['buy', '1.16340', '1.16330', { requested: '1.16340', distance: '0.00010', isWorse: false }],
  ['sell', '1.16340', '1.16330', { requested: '1.16340', distance: '0.00010', isWorse: true }],
  ['sell', '1.16340', '1.16340', null],
  ['sell', '0', '1.16340', null],
] as const)('a %s asked at %s and filled at %s', (way, requested, filled, slippage) => {
  expect(slippageOf(requested, filled, way, 5)).toEqual(slippage)
})

test('a stop loss that was passed by a gap tells its slippage; a manual close asked for no price', () => {
  const gap = orderExample({ status: 'closed', closeReason: 'stop_loss', stopLoss: '1.16050', price: '1.16000' })
  expect(closingSlippage(gap)).toEqual({ requested: '1.16050', distance: '0.00050', isWorse: true })
  expect(closingSlippage({ ...gap, closeReason: 'manual' })).toBeNull()
})

test.each([
  ['0.20', 1, '0.05'],
  ['0.20', 3, '0.15'],
  ['0.03', 2, '0.01'],
  ['0.01', 2, ''],
  ['0.02', 1, ''],
] as const)('of %s lots %i quarters are %j', (Quantity, quarters, part) => {
  expect(lotsShare({ lots: Quantity }, quarters, { step: '0.01', least: '0.01' })).toBe(part)
})

test('what a part would bring is its share, by the same formula', () => {
  expect(partProfit(eurusd, '0.05', '1.16428', '1')).toBe('4.40000000')
  expect(partProfit(eurusd, '', '1.16428', '1')).toBeNull()
})

test('the kind of a pending order is named by side and kind', () => {
  expect(kindKey({ side: 'buy', kind: 'limit' })).toBe('kind.buy.limit')
  expect(kindKey({ side: 'sell', kind: 'stop' })).toBe('kind.sell.stop')
  expect(kindKey({ side: 'sell', kind: 'market' })).toBeNull()
})
