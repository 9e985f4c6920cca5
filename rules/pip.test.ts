import { expect, test } from 'vitest'
import { formatFixedShort, parseFixed } from './decimal'
import { pipSize, pointSize, priceStep } from './pip'

test.each([
  [5, '0.00001', '0.0001'],
  [3, '0.001', '0.01'],
  [2, '0.01', '0.1'],
  [1, '0.1', '1'],
  [0, '1', '10'],
])('with %i decimals a point is %s and a pip %s', (precision, point, pip) => {
  expect([formatFixedShort(pointSize(precision)), formatFixedShort(pipSize(precision))]).toEqual([point, pip])
})

test.each([
  ['EUR/USD', 5, '1.16428', '0.0001'],
  ['AUD/USD', 5, '0.64815', '0.0001'],
  ['USD/JPY', 3, '156.842', '0.01'],
  ['WTI', 3, '59.842', '0.01'],
  ['gold', 2, '4078.35', '0.1'],
  ['BTC/USDT', 2, '91284.50', '1'],
  ['US500', 1, '6642.3', '0.1'],
  ['DOGE/USDT', 5, '0.14212', '0.0001'],
])('one step of a price of %s is a pip or about a ten-thousandth', (_, precision, price, step) => {
  expect(formatFixedShort(priceStep(precision, parseFixed(price)))).toBe(step)
})
