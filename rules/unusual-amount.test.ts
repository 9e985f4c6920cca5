import { expect, test } from 'vitest'
import { parseAmount } from './money'
import { isUnusualAmount } from './unusual-amount'

test.each([
  // amount, balance, asked for once more
  ['99999.99', '0', false],
  ['100000', '0', true],
  ['100000', '1000', true],
  ['100000', '1000.01', false],
  ['499999.99', '5000', false],
  ['500000', '5000', true],
  ['0', '0', false],
  ['100000', '-50', true],
])('an amount of %s beside a balance of %s is asked for once more: %s', (amount, balance, isAsked) => {
  expect(isUnusualAmount(parseAmount(amount), parseAmount(balance))).toBe(isAsked)
})
