import { expect, test } from 'vitest'
import { orderExample } from './order-examples'
import { isChanged, sentPrice, startDraft, stopStep, suggestedStop } from './stops-draft'

test('a fresh draft changes nothing, also when a stop is not set', () => {
  expect(isChanged(orderExample(), startDraft(orderExample()))).toBe(false)
  const bare = orderExample({ TargetLossPrice: '0', TargetProfitPrice: '0.00000' })
  expect(startDraft(bare)).toEqual({ stopLoss: { isOn: false, price: '' }, takeProfit: { isOn: false, price: '' } })
  expect(isChanged(bare, startDraft(bare))).toBe(false)
})

test('switching a stop off, on, or moving it is a change; writing the same number otherwise is not', () => {
  const order = orderExample({ TargetProfitPrice: '0' })
  const draft = startDraft(order)
  expect(isChanged(order, { ...draft, stopLoss: { ...draft.stopLoss, isOn: false } })).toBe(true)
  expect(isChanged(order, { ...draft, stopLoss: { isOn: true, price: '1.1605' } })).toBe(false)
  expect(isChanged(order, { ...draft, stopLoss: { isOn: true, price: '1.16051' } })).toBe(true)
  expect(isChanged(order, { ...draft, takeProfit: { isOn: true, price: '1.17000' } })).toBe(true)
  expect(isChanged(order, { ...draft, takeProfit: { isOn: true, price: '' } })).toBe(false)
})

test('a stop that is off or empty is sent as 0', () => {
  expect(sentPrice({ isOn: false, price: '1.16000' })).toBe('0')
  expect(sentPrice({ isOn: true, price: '' })).toBe('0')
  expect(sentPrice({ isOn: true, price: '1.16000' })).toBe('1.16000')
})

test.each([
  ['buy', 1, 'stopLoss', '1.15842'],
  ['buy', 1, 'takeProfit', '1.17006'],
  ['sell', 2, 'stopLoss', '1.17006'],
  ['sell', 2, 'takeProfit', '1.15842'],
] as const)('the first value of a %s’s stop stands on its right side', (_side, OrderType, name, price) => {
  expect(suggestedStop(orderExample({ OrderType }), name, '1.16424')).toBe(price)
})

test.each([
  [5, '0.00010'],
  [3, '0.010'],
  [2, '0.10'],
  [1, '1.0'],
  [0, '1'],
])('a step of an instrument with %i decimals is %s', (precision, step) => {
  expect(stopStep(precision)).toBe(step)
})
