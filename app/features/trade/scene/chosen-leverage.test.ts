import { expect, test } from 'vitest'
import { readLeverages, startLeverage, writeLeverages } from './chosen-leverage'

test.each([
  [['20', '50', '100', '200'], '100'],
  [['200', '20', '100', '50'], '100'],
  [['2', '5', '10', '20'], '10'],
  [['1', '2'], '2'],
  [['5', '10', '20'], '10'],
  [['30'], '30'],
  [[], ''],
])('of %j a ticket starts with %s', (offered, leverage) => {
  expect(startLeverage(offered, undefined)).toBe(leverage)
})

test('what was chosen before is chosen again, as long as it is offered', () => {
  expect(startLeverage(['20', '50', '100', '200'], '20')).toBe('20')
  expect(startLeverage(['20', '50', '100', '200'], '500')).toBe('100')
})

test('choices are kept by instrument, the last one first, and what is not one of them is dropped', () => {
  const kept = writeLeverages(readLeverages('EURUSD:50,BTCUSDT:5'), 'BTCUSDT', '10')
  expect(kept).toBe('BTCUSDT:10,EURUSD:50')
  expect(readLeverages(`${kept},<script>:1,XAUUSD:0,GBPUSD:1e9,__proto__`)).toEqual({ BTCUSDT: '10', EURUSD: '50' })
  const many = Array.from({ length: 40 }, (_, index) => `A${index}:5`).join(',')
  expect(writeLeverages(readLeverages(many), 'EURUSD', '20').split(',')).toHaveLength(20)
  expect(readLeverages(null)).toEqual({})
})
