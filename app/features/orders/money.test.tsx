import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Balance, Cost, costText, inUsdt, Profit, profitText } from './money'

afterEach(cleanup)
const shown = (node: React.ReactElement) => render(node).container.textContent

test.each([
  ['232.67200001', '232.672001', '232.68'],
  ['0.00000001', '0.000001', '0.01'],
  ['1164.28', '1,164.280000', '1,164.28'],
])('a margin of %s is %s as an order’s own figure and %s at a glance, in text and on the screen', (value, own, glance) => {
  expect([costText(value, 'own'), costText(value, 'glance')]).toEqual([own, glance])
  expect([shown(<Cost value={value} form="own" />), shown(<Cost value={value} form="glance" />)]).toEqual([own, glance])
})

test.each([
  ['17.6', '+17.600000', '+17.60'],
  ['-0.0549999', '−0.055000', '−0.05'],
  ['0', '0.000000', '0.00'],
])('a profit of %s is %s as an order’s own figure and %s at a glance, in text and on the screen', (value, own, glance) => {
  expect([profitText(value, 'own'), profitText(value, 'glance')]).toEqual([own, glance])
  expect([shown(<Profit value={value} form="own" />), shown(<Profit value={value} form="glance" />)]).toEqual([own, glance])
})

test('a balance is never shown larger than it is', () => {
  expect(shown(<Balance value="-0.001" />)).toBe('−0.01')
  expect(shown(<Balance value="12480.369" />)).toBe('12,480.36')
})

test('without a value there is a dash and no unit', () => {
  expect(inUsdt(costText(null, 'own'))).toBe('–')
  expect(shown(<Profit value={undefined} form="own" />)).toBe('–')
})
