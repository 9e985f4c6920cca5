import { expect, test } from 'vitest'
import { declaredInUsdt, isAboveDeclared } from './credited-amount'
import { parseFixed } from './decimal'

test('what was declared is worth its amount at the rate, down to the cent', () => {
  expect(declaredInUsdt(parseFixed('100.01'), parseFixed('1.08651234'))).toBe(parseFixed('108.66'))
  expect(declaredInUsdt(parseFixed('90000000000'), parseFixed('1000000'))).toBe(parseFixed('90000000000000000'))
})

test.each([
  // declared, credited, above
  ['1', '5000', true],
  ['100', '101', false],
  ['100', '101.01', true],
  ['100', '99', false],
  ['0.01', '0.01', false],
  ['0.01', '0.02', true],
])('of %s declared, %s is above by more than the bound: %s', (declared, credited, isAbove) => {
  expect(isAboveDeclared(parseFixed(credited), parseFixed(declared))).toBe(isAbove)
})
