import { expect, test } from 'vitest'
import { percentOf, rangeText } from './fact-rows'

test.each([
  ['0.006', '0.6'],
  ['0.01', '1'],
  ['1', '100'],
  ['0', '0'],
  ['0.000045', '0.0045'],
  ['12.5', '1250'],
])('a rate of %s is %s percent', (rate, percent) => {
  expect(percentOf(rate)).toBe(percent)
})

test.each([
  [['7'], '7'],
  [['7', '7'], '7'],
  [['10', '7', '9.5'], '7–10'],
  [[], '–'],
])('rates of %j are told as %s', (rates, text) => {
  expect(rangeText(rates)).toBe(text)
})
