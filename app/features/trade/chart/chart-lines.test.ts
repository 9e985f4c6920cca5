import { describe, expect, test } from 'vitest'
import { parseFixed } from '../../../../rules/decimal'
import type { Order } from '../../../terms/order'
import { eurUsd, holdingOrder, usdJpy } from '../ticket/ticket-fixtures'
import { chartLines, type LineQuestion, type LineWords, movedLine, withMovedLine } from './chart-lines'

const words: LineWords = {
  entry: (side, lots) => `${side} ${lots}`,
  target: ({ side, kind }, lots) => `${side === 'buy' ? 'buy' : 'sell'} ${kind} ${lots}`,
  takeProfit: (lots) => `TP ${lots}`,
  stopLoss: (lots) => `SL ${lots}`,
  stopOut: 'stop-out',
  ask: 'ask',
}
const question = {
  instrument: eurUsd,
  quote: { bid: '1.16428', ask: '1.16428', quoteToUsdt: '1' },
  profitOf: (order: Order) => order.profit,
  stopOutPrice: null,
  words,
}
const linesOf = (orders: Order[], change: Partial<LineQuestion> = {}) =>
  chartLines({ ...question, ...change, orders }).map(
    ({ label, priceText, result }) => `${label} @ ${priceText}${result ? ` ${result}` : ''}`,
  )

const long = holdingOrder(eurUsd)

describe('lines of an order', () => {
  test('a position has its entry with the live result, and its stops with what they would bring', () => {
    expect(linesOf([long])).toEqual(['buy 0.20 @ 1.16340 +17.60', 'TP 0.20 @ 1.16900 +112.00', 'SL 0.20 @ 1.16050 −58.00'])
  })

  test('a waiting order shows its kind at its target, and its stops from there', () => {
    const order: Order = { ...long, status: 'pending', kind: 'limit', entryPrice: '0', askedPrice: '1.16000', stopLoss: '0' }
    expect(linesOf([order])).toEqual(['buy limit 0.20 @ 1.16000', 'TP 0.20 @ 1.16900 +180.00'])
  })

  test('stops that are not set have no line', () => {
    expect(linesOf([{ ...long, stopLoss: '0', takeProfit: '0.00000' }])).toEqual(['buy 0.20 @ 1.16340 +17.60'])
  })

  test('a stop loss that follows the price is marked', () => {
    const lines = chartLines({ ...question, orders: [{ ...long, trailingDistance: '0.00300' }] })
    expect(lines.filter(({ isTrailing }) => isTrailing).map(({ kind }) => kind)).toEqual(['stop-loss'])
  })

  test('in yen the estimate follows the rate of that price', () => {
    const order = holdingOrder(usdJpy, { entryPrice: '156.000', takeProfit: '160.000', stopLoss: '0', profit: '0' })
    expect(linesOf([order], { instrument: usdJpy })[1]).toBe('TP 0.20 @ 160.000 +500.00')
  })
})

describe('lines of account and market', () => {
  test('the ask has a line where it is not the bid', () => {
    expect(linesOf([])).toEqual([])
    expect(linesOf([], { quote: { ...question.quote, ask: '1.16440' } })).toEqual(['ask @ 1.16440'])
  })

  test('the stop-out price is shown while there is a position', () => {
    const stopOutPrice = parseFixed('1.1')
    const waiting: Order = { ...long, status: 'pending', stopLoss: '0', takeProfit: '0' }
    expect(linesOf([waiting], { stopOutPrice })).toHaveLength(1)
    expect(linesOf([long], { stopOutPrice }).at(-1)).toBe('stop-out @ 1.10000')
  })
})

describe('a moved line', () => {
  const lines = chartLines({ ...question, orders: [long] })

  test('takes the place of the one it moves', () => {
    const moved = movedLine(long, 'stopLoss', '1.16100', question)
    expect(withMovedLine(lines, moved).map(({ priceText }) => priceText)).toEqual(['1.16340', '1.16900', '1.16100'])
    expect(moved.result).toBe('−48.00')
  })

  test('is added where the order has none yet', () => {
    const bare = { ...long, stopLoss: '0' }
    const moved = movedLine(bare, 'stopLoss', '1.16100', question)
    expect(withMovedLine(chartLines({ ...question, orders: [bare] }), moved)).toHaveLength(3)
  })
})
