import { describe, expect, test } from 'vitest'
import { formatFixedShort } from '../../../../rules/decimal'
import type { Order } from '../../../terms/order'
import { eurUsd, holdingOrder, usdJpy } from '../ticket/ticket-fixtures'
import type { LinePart } from './chart-lines'
import { allowedPrices, partTowards, readLine, sentStopsFor, snapPrice, startPrice } from './line-reading'

const market = { bid: '1.16420', ask: '1.16430', quoteToUsdt: '1', minStopDistance: '0.00050' }
const long = holdingOrder(eurUsd, { stopLoss: '0', takeProfit: '0' })
const short = { ...long, side: 'sell' as const }
const pending = (side: 'buy' | 'sell', kind: 'limit' | 'stop', askedPrice: string, change: Partial<Order> = {}): Order => ({
  ...long,
  status: 'pending',
  entryPrice: '0',
  side,
  kind,
  askedPrice,
  ...change,
})
const buyLimit = pending('buy', 'limit', '1.16000')
const sellStop = pending('sell', 'stop', '1.16000')

describe('where a line may be put', () => {
  test.each<[string, Order, LinePart, string, string | null, string]>([
    ['a long’s stop loss under the bid', long, 'stopLoss', '1.16370', null, 'at-most 1.1637'],
    ['a long’s stop loss too near', long, 'stopLoss', '1.16371', 'STOP_LOSS_TOO_CLOSE', 'at-most 1.1637'],
    ['a long’s stop loss over the bid', long, 'stopLoss', '1.16425', 'STOP_LOSS_WRONG_SIDE', 'at-most 1.1637'],
    ['a long’s take profit over the bid', long, 'takeProfit', '1.16470', null, 'at-least 1.1647'],
    ['a short’s stop loss over the ask', short, 'stopLoss', '1.16480', null, 'at-least 1.1648'],
    ['a short’s take profit over the ask', short, 'takeProfit', '1.16500', 'TAKE_PROFIT_WRONG_SIDE', 'at-most 1.1638'],
    ['a waiting order’s stop loss under its target', buyLimit, 'stopLoss', '1.15950', null, 'at-most 1.1595'],
    ['a waiting order’s stop loss over its target', buyLimit, 'stopLoss', '1.16100', 'STOP_LOSS_WRONG_SIDE', 'at-most 1.1595'],
    ['a buy limit under the ask', buyLimit, 'target', '1.16380', null, 'at-most 1.1638'],
    ['a buy limit too near', buyLimit, 'target', '1.16400', 'TARGET_TOO_CLOSE', 'at-most 1.1638'],
    ['a buy limit over the ask would be a stop', buyLimit, 'target', '1.16500', 'TARGET_WRONG_SIDE', 'at-most 1.1638'],
    ['a buy limit at the ask', buyLimit, 'target', '1.16430', 'TARGET_IS_MARKET_PRICE', 'at-most 1.1638'],
    ['a sell stop under the bid', sellStop, 'target', '1.16370', null, 'at-most 1.1637'],
    ['a sell limit over the bid', pending('sell', 'limit', '1.17'), 'target', '1.16470', null, 'at-least 1.1647'],
  ])('%s', (_, order, part, price, problem, allowed) => {
    expect(readLine(order, part, price, market).problem?.code ?? null).toBe(problem)
    const range = allowedPrices(order, part, market)
    expect(`${range.bound} ${formatFixedShort(range.price)}`).toBe(allowed)
  })

  test.each(['1.163005', '', '0', 'x'])('%j is no price', (price) => {
    expect(readLine(long, 'stopLoss', price, market)).toMatchObject({ isReadable: false, problem: null })
  })

  test('a target that would pass its own stop loss names the stop loss and where it may stand', () => {
    const order = { ...buyLimit, stopLoss: '1.15900' }
    expect(readLine(order, 'target', '1.15800', market).problem).toEqual({
      field: 'stopLoss',
      code: 'STOP_LOSS_WRONG_SIDE',
      allowed: { bound: 'at-most', price: '1.15750' },
    })
  })

  test('sends the moved price and all others as the order has them', () => {
    expect(sentStopsFor({ ...long, stopLoss: '1.16100' }, 'takeProfit', '1.17000')).toEqual({
      takeProfit: '1.17000',
      stopLoss: '1.16100',
    })
    expect(sentStopsFor(buyLimit, 'target', '1.15900')).toEqual({ takeProfit: '0', stopLoss: '0', targetPrice: '1.15900' })
  })
})

describe('what a line would bring', () => {
  test.each([
    ['a long’s take profit', long, 'takeProfit', '1.16900', '112.00000000'],
    ['a short’s take profit', short, 'takeProfit', '1.15340', '200.00000000'],
    ['a waiting order counts from its target', buyLimit, 'stopLoss', '1.15900', '-20.00000000'],
    ['a target brings nothing by itself', buyLimit, 'target', '1.15900', null],
  ] as const)('%s', (_, order, part, price, result) => {
    expect(readLine(order, part, price, market).result).toBe(result)
  })

  test('a yen pair is converted at the moved price itself', () => {
    const order = holdingOrder(usdJpy, { entryPrice: '156.000', lots: '1' })
    const reading = readLine(order, 'takeProfit', '160.000', { ...market, bid: '156.842', ask: '156.842', quoteToUsdt: usdJpy.quoteToUsdt })
    expect(reading.result).toBe('2500.00000000')
  })

  test('the distance is signed, from the price that counts', () => {
    expect(formatFixedShort(readLine(long, 'stopLoss', '1.16320', market).distance)).toBe('-0.001')
    expect(formatFixedShort(readLine(buyLimit, 'target', '1.16330', market).distance)).toBe('-0.001')
    expect(formatFixedShort(readLine(buyLimit, 'takeProfit', '1.16100', market).distance)).toBe('0.001')
  })
})

describe('a drag from the entry', () => {
  test.each([
    ['above the bid a long takes profit', long, '1.16500', 'takeProfit'],
    ['under the bid a long stops, in profit too', long, '1.16400', 'stopLoss'],
    ['above the ask a short stops', short, '1.16500', 'stopLoss'],
    ['under the ask a short takes profit', short, '1.16400', 'takeProfit'],
  ] as const)('%s', (_, order, price, part) => {
    expect(partTowards(order, price, market)).toBe(part)
  })
})

test.each([
  [1.163456, 5, '1.16346'],
  [156.8424, 3, '156.842'],
  [-0.2, 5, '0.00000'],
  [91284, 2, '91284.00'],
])('%f snaps to the grid of %i decimals', (price, precision, text) => {
  expect(snapPrice(price, precision)).toBe(text)
})

test('a line that an order does not have yet starts where it is allowed', () => {
  for (const order of [long, short, buyLimit]) {
    for (const part of ['takeProfit', 'stopLoss'] as const) {
      expect(readLine(order, part, startPrice(order, part, market), market).problem).toBeNull()
    }
  }
  expect(startPrice({ ...long, stopLoss: '1.16050' }, 'stopLoss', market)).toBe('1.16050')
})
