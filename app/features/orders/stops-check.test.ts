import { expect, test } from 'vitest'
import { orderExample } from './order-examples'
import { breakEvenNeeds, editProblem } from './stops-check'

const quote = { bid: '1.16420', ask: '1.16430', quoteToUsdt: '1' }
const long = orderExample({ side: 'buy' })
const short = orderExample({ side: 'sell' })
const told = (problem: ReturnType<typeof editProblem>) =>
  problem === null ? null : `${problem.code} ${problem.allowed === null ? '' : `${problem.allowed.bound} ${problem.allowed.price}`}`.trim()

test.each([
  ['no stops', long, '0', '0', null],
  ['both on their sides', long, '1.16000', '1.17000', null],
  ['exactly at the minimum distance', long, '1.16370', '1.16470', null],
  ['a stop loss at the bid', long, '1.16420', '0', 'STOP_LOSS_WRONG_SIDE at-most 1.16370'],
  ['a stop loss too close', long, '1.16371', '0', 'STOP_LOSS_TOO_CLOSE at-most 1.16370'],
  ['a take profit at the bid', long, '0', '1.16420', 'TAKE_PROFIT_WRONG_SIDE at-least 1.16470'],
  ['a take profit too close', long, '0', '1.16469', 'TAKE_PROFIT_TOO_CLOSE at-least 1.16470'],
  ['a short’s stop loss under the ask', short, '1.16429', '0', 'STOP_LOSS_WRONG_SIDE at-least 1.16480'],
  ['a short’s take profit too close', short, '0', '1.16390', 'TAKE_PROFIT_TOO_CLOSE at-most 1.16380'],
  ['off the price grid', long, '1.160001', '0', 'PRICE_OFF_GRID'],
] as const)('an edit of a position: %s', (_, order, stopLoss, takeProfit, problem) => {
  expect(told(editProblem(order, { stopLoss, takeProfit }, quote, '0.00050'))).toBe(problem)
})

test.each([
  ['buy limit, still below', 'buy', 'limit', '1.16000', null],
  ['buy limit above the ask', 'buy', 'limit', '1.17000', 'TARGET_WRONG_SIDE at-most 1.16380'],
  ['buy limit too close', 'buy', 'limit', '1.16400', 'TARGET_TOO_CLOSE at-most 1.16380'],
  ['buy limit at the market', 'buy', 'limit', '1.16430', 'TARGET_IS_MARKET_PRICE at-most 1.16380'],
  ['buy stop below the ask', 'buy', 'stop', '1.16000', 'TARGET_WRONG_SIDE at-least 1.16480'],
  ['sell limit below the bid', 'sell', 'limit', '1.16000', 'TARGET_WRONG_SIDE at-least 1.16470'],
  ['sell stop, still below', 'sell', 'stop', '1.16000', null],
  ['sell stop above the bid', 'sell', 'stop', '1.17000', 'TARGET_WRONG_SIDE at-most 1.16370'],
] as const)('a new target keeps its kind: %s', (_, side, kind, targetPrice, problem) => {
  const order = orderExample({ status: 'pending', side, kind, askedPrice: '1.16100', entryPrice: '0' })
  expect(told(editProblem(order, { stopLoss: '0', takeProfit: '0', targetPrice }, quote, '0.00050'))).toBe(problem)
})

test('the stops of a pending order are judged on its target, not on the market', () => {
  const order = orderExample({ status: 'pending', kind: 'limit', askedPrice: '1.15000', entryPrice: '0' })
  expect(told(editProblem(order, { stopLoss: '1.16000', takeProfit: '0' }, quote, '0'))).toBe('STOP_LOSS_WRONG_SIDE at-most 1.14999')
  expect(told(editProblem(order, { stopLoss: '1.14900', takeProfit: '1.15100' }, quote, '0'))).toBeNull()
})

test('a trailing stop keeps the minimum distance', () => {
  const sent = { stopLoss: '1.16000', takeProfit: '0', trailingDistance: '0.00040' }
  expect(told(editProblem(long, sent, quote, '0.00050'))).toBe('TRAILING_TOO_CLOSE at-least 0.00050')
  expect(editProblem(long, { ...sent, trailingDistance: '0' }, quote, '0.00050')).toBeNull()
  expect(editProblem(long, { ...sent, trailingDistance: '0.00050' }, quote, '0.00050')).toBeNull()
})

test.each([
  ['a long in profit', long, '1.16420', null],
  ['a long too near to its entry', long, '1.16350', { bound: 'at-least', price: '1.16390' }],
  ['a long at a loss', long, '1.16000', { bound: 'at-least', price: '1.16390' }],
  ['a short at a loss', short, '1.16420', { bound: 'at-most', price: '1.16290' }],
] as const)('break-even of %s', (_, order, bid, needs) => {
  expect(breakEvenNeeds(order, { ...quote, bid, ask: bid }, '0.00050')).toEqual(needs)
})
