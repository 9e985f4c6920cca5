import { expect, test } from 'vitest'
import { formatFixedShort, parseFixed } from '../../../../rules/decimal'
import { readTerms } from '../scene/ticket-terms'
import { btcUsdt, eurUsd, usdJpy } from './ticket-fixtures'
import {
  distanceOf,
  fieldText,
  limitOf,
  lowestLots,
  quickLots,
  suggestedPrice,
  suggestedTarget,
  suggestedTrailing,
  unitStep,
} from './ticket-steps'

const terms = readTerms(eurUsd)

test('quick lots are multiples of the minimum up to the maximum', () => {
  expect(quickLots(terms)).toEqual(['0.01', '0.10', '0.20', '0.50', '1.00'])
  expect(quickLots({ ...terms, maxLots: parseFixed('0.3') })).toEqual(['0.01', '0.10', '0.20'])
})

test.each([
  ['the minimum', '0.10', '0.01', '0.1'],
  ['one step where the minimum is smaller', '0.01', '0.05', '0.05'],
])('lots cannot be stepped below %s', (_, minimum, step, lowest) => {
  expect(formatFixedShort(lowestLots(readTerms({ ...eurUsd, minLots: minimum, lotStep: step })))).toBe(lowest)
})

test.each([
  ['takeProfit', 5, '1.16428', '1.16890'],
  ['stopLoss', 5, '1.16428', '1.16080'],
  ['takeProfit', 2, '91284.50', '91650.00'],
  ['stopLoss', 3, '156.842', '156.370'],
] as const)('a suggested %s price lies on a whole step', (name, precision, last, price) => {
  expect(suggestedPrice(name, precision, parseFixed(last))).toBe(price)
})

test.each([
  [5, '1.16428', '1.16200', '35.0'],
  [3, '156.842', '156.530', '48.0'],
  [2, '91284.50', '91102.00', '2740.0'],
])('with %i decimals at %s a target starts at %s and a trailing stop at %s pips', (precision, last, target, trailing) => {
  expect(suggestedTarget(precision, parseFixed(last))).toBe(target)
  expect(suggestedTrailing(precision, parseFixed(last))).toBe(trailing)
})

test.each([
  ['EUR/USD', eurUsd, 'price', '0.0001', 5],
  ['EUR/USD', eurUsd, 'pips', '1', 1],
  ['BTC/USDT', btcUsdt, 'pips', '10', 1],
  ['EUR/USD', eurUsd, 'money', '1', 2],
  ['EUR/USD', eurUsd, 'percent', '0.1', 2],
] as const)('a stop of %s has the step of its unit', (_, instrument, unit, step, decimals) => {
  expect(unitStep(unit, readTerms(instrument))).toEqual({ step, decimals })
})

test.each([
  ['pips', '-37.8', '37.8'],
  ['money', '-75.605', '75.60'],
  ['percent', '0.756', '0.76'],
  ['price', '1.1605', '1.16050'],
] as const)('%s of %s stands in its field as %s', (unit, value, text) => {
  expect(fieldText(unit, parseFixed(value), terms)).toBe(text)
})

test.each([
  ['pips', '37.8', '0.00378'],
  ['price', '0.00378', '0.00378'],
] as const)('a trailing distance of %s %s is %s in price', (unit, value, distance) => {
  expect(formatFixedShort(distanceOf(unit, parseFixed(value), 5) ?? 0n)).toBe(distance)
})

test.each([
  ['pips', '37.84'],
  ['pips', '0.00000001'],
  ['price', '0.003781'],
] as const)('a trailing distance of %s %s lies between two points, and is none', (unit, value) => {
  expect(distanceOf(unit, parseFixed(value), 5)).toBeNull()
})

test.each([
  ['EUR/USD', eurUsd, '0.0005'],
  ['USD/JPY', usdJpy, '0.05'],
  ['BTC/USDT', btcUsdt, '25'],
  ['gold', { ...btcUsdt, quote: { ...btcUsdt.quote, last: '4078.35' } }, '1'],
])('five steps of slippage of %s are a few ten-thousandths of its price', (_, instrument, distance) => {
  expect(formatFixedShort(limitOf('5', readTerms(instrument)) ?? 0n)).toBe(distance)
  expect(limitOf('any', readTerms(instrument))).toBeNull()
})
