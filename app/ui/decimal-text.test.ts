import { describe, expect, test } from 'vitest'
import { clampDecimal, compareDecimals, decimalText, fixDecimal, groupDigits, priceParts, shareOf, stepDecimal } from './decimal-text'

describe('amounts as people read them', () => {
  test.each([
    ['0', { decimals: 2 }, '0.00'],
    ['12172.39', { decimals: 2 }, '12,172.39'],
    ['1234567.891', { decimals: 2 }, '1,234,567.89'],
    ['-28.4', { decimals: 6 }, '\u221228.400000'],
    ['17.6', { decimals: 6, signed: true }, '+17.600000'],
    ['0.00', { decimals: 2, signed: true }, '0.00'],
    ['-0.001', { decimals: 2, signed: true }, '0.00'],
    ['307.975', { decimals: 2, rounding: 'down' }, '307.97'],
    ['307.975', { decimals: 2, rounding: 'half-up' }, '307.98'],
    ['-307.975', { decimals: 2, rounding: 'half-up' }, '\u2212307.98'],
    ['999.999', { decimals: 2, rounding: 'half-up' }, '1,000.00'],
    ['0.1', {}, '0.1'],
    ['007.50', {}, '7.50'],
    ['90071992547409931234.12345678', { decimals: 8 }, '90,071,992,547,409,931,234.12345678'],
  ] as const)('%s %j is %s', (value, options, shown) => {
    expect(decimalText(value, options)).toBe(shown)
  })

  test('a missing or unreadable value is an en dash, never zero', () => {
    expect([decimalText(null), decimalText(undefined), decimalText(''), decimalText('1e5'), decimalText('NaN')]).toEqual(
      Array(5).fill('\u2013'),
    )
  })

  test('thousands are grouped by three from the right', () => {
    expect(['1', '12', '123', '1234', '123456', '1234567'].map(groupDigits)).toEqual(['1', '12', '123', '1,234', '123,456', '1,234,567'])
  })
})

describe('prices', () => {
  test.each([
    ['1.16428', 5, { style: 'pip', lead: '1.16', strong: '42', raised: '8', tail: '' }],
    ['156.842', 3, { style: 'pip', lead: '156.', strong: '84', raised: '2', tail: '' }],
    ['1.2', 5, { style: 'pip', lead: '1.20', strong: '00', raised: '0', tail: '' }],
    ['4078.35', 2, { style: 'whole', lead: '', strong: '4,078', raised: '', tail: '.35' }],
    ['6642.3', 1, { style: 'whole', lead: '', strong: '6,642', raised: '', tail: '.3' }],
    ['24310', 0, { style: 'whole', lead: '', strong: '24,310', raised: '', tail: '' }],
    ['0.1234', 4, { style: 'whole', lead: '', strong: '0', raised: '', tail: '.1234' }],
  ] as const)('%s with %i decimals', (value, precision, parts) => {
    expect(priceParts(value, precision)).toMatchObject(parts)
  })
})

describe('steps', () => {
  test('thirty steps of 0.01 are exactly 0.30', () => {
    let value = '0.00'
    for (let count = 0; count < 30; count++) value = stepDecimal(value, '0.01', 1, 2)
    expect(value).toBe('0.30')
  })

  test.each([
    ['0.20', '0.01', 10, 2, '0.30'],
    ['1.16428', '0.00001', -10, 5, '1.16418'],
    ['0.01', '0.01', -2, 2, '-0.01'],
    ['9.99', '0.01', 1, 2, '10.00'],
    ['1', '0.5', 1, 0, '1'],
  ] as const)('%s + %s × %i is %s', (value, step, times, precision, result) => {
    expect(stepDecimal(value, step, times, precision)).toBe(result)
  })

  test('a value outside its limits becomes the nearest limit', () => {
    expect([clampDecimal('0.001', '0.01', '50'), clampDecimal('50.01', '0.01', '50'), clampDecimal('3', '0.01', '50')]).toEqual([
      '0.01',
      '50',
      '3',
    ])
  })

  test('comparison is by value, not by text', () => {
    expect([compareDecimals('1.10', '1.1'), compareDecimals('-2', '1'), compareDecimals('10', '9.99999999')]).toEqual([0, -1, 1])
  })

  test('the wire form has fixed decimals and no separators', () => {
    expect(fixDecimal('1234.5', 2)).toBe('1234.50')
  })
})

test('a drawn share stays between 0 and 100', () => {
  expect([
    shareOf('5', '0', '10'),
    shareOf('-1', '0', '10'),
    shareOf('11', '0', '10'),
    shareOf('1', '1', '1'),
    shareOf('2.5', '10', '0'),
  ]).toEqual([50, 0, 100, 50, 75])
})
