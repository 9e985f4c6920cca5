import { expect, test } from 'vitest'
import { parseFixed } from '../../../../rules/decimal'
import { readLeverages, readLots, startLeverage, startLots, writeChosen } from './chosen-by-code'

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
  const kept = writeChosen(readLeverages('EURUSD:50,BTCUSDT:5'), 'BTCUSDT', '10')
  expect(kept).toBe('BTCUSDT:10,EURUSD:50')
  expect(readLeverages(`${kept},<script>:1,XAUUSD:0,GBPUSD:1e9,__proto__`)).toEqual({ BTCUSDT: '10', EURUSD: '50' })
  const many = Array.from({ length: 40 }, (_, index) => `A${index}:5`).join(',')
  expect(writeChosen(readLeverages(many), 'EURUSD', '20').split(',')).toHaveLength(20)
  expect(readLeverages(null)).toEqual({})
})

test('the lots last ordered are ordered again, as long as the instrument takes them', () => {
  const terms = { minLots: parseFixed('0.01'), maxLots: parseFixed('50'), lotStep: parseFixed('0.01') }
  expect(startLots(terms, 2, undefined)).toBe('0.01')
  expect(startLots(terms, 2, '0.2')).toBe('0.20')
  for (const past of ['0', '0.005', '51', '0.015']) expect(startLots(terms, 2, past)).toBe('0.01')
})

test('kept lots are read back, and what is no number of lots is dropped', () => {
  const kept = writeChosen(readLots('EURUSD:0.20'), 'BTCUSDT', '0.005')
  expect(readLots(kept)).toEqual({ BTCUSDT: '0.005', EURUSD: '0.20' })
  expect(readLots('EURUSD:1e3,GBPUSD:-1,XAUUSD:,__proto__:x,USDJPY:1234567')).toEqual({})
})
