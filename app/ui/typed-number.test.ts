import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { DECIMAL_IN } from '../../contract/primitives'
import { decimalText } from './decimal-text'
import { readTypedNumber, typedDecimal, WIRE_NUMBER, wireDecimal } from './typed-number'

const number = (value: string, isAmbiguous = false) => ({ kind: 'number', value, isAmbiguous })

describe('one reading of what is typed', () => {
  test.each([
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['1\u202f234,56', '1234.56'],
    ['1\u2009234.56', '1234.56'],
    ['1\u2019234.56', '1234.56'],
    ["1'234.56", '1234.56'],
    ['\u0661\u066c\u0662\u0663\u0664\u066b\u0665\u0666', '1234.56'],
    ['\u06f1\u066c\u06f2\u06f3\u06f4\u066b\u06f5\u06f6', '1234.56'],
    ['\u0967,\u0968\u0969\u096a.\u096b\u096c', '1234.56'],
    ['\u0e51,\u0e52\u0e53\u0e54.\u0e55\u0e56', '1234.56'],
    ['\uff11\uff0c\uff12\uff13\uff14\uff0e\uff15\uff16', '1234.56'],
    ['\u2066\u22121,234.50\u2069', '-1234.50'],
    ['1,5', '1.5'],
    ['0,01', '0.01'],
    ['0,005', '0.005'],
    ['1,08650', '1.08650'],
    ['1,2345', '1.2345'],
    ['1234,567', '1234.567'],
    ['1.234', '1.234'],
    ['1.234.567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    ['1,234,567', '1234567'],
    ['1,234,567.89', '1234567.89'],
    ['1 234 567', '1234567'],
    ['.5', '0.5'],
    ['5.', '5'],
    [',5', '0.5'],
    ['007.50', '7.50'],
    ['+3', '3'],
    ['\u22123', '-3'],
    ['-0', '0'],
    ['  1500  ', '1500'],
  ])('%s is %s', (text, value) => {
    expect(readTypedNumber(text)).toEqual(number(value))
  })

  test('one comma before three digits is read as thousands, and said to be so', () => {
    expect(readTypedNumber('1,234')).toEqual(number('1234', true))
    expect(readTypedNumber('156,842')).toEqual(number('156842', true))
  })

  test.each([
    '12,34,56',
    '1.2.3',
    '1,23,456.5',
    '1e9',
    '0x10',
    'abc',
    '1.234,567,8',
    '1,234.567.8',
    "1'23",
    '1 2',
    '12 34',
    '1..2',
    '--1',
    '1_000',
    '_1',
  ])('%s is refused', (text) => {
    expect(readTypedNumber(text)).toEqual({ kind: 'unreadable' })
  })

  test.each([
    '-',
    '.',
    ',',
    '+',
    '\u00bd',
    '\u4e00',
    '\u2163',
    '1\u00b2',
    'NaN',
    'Infinity',
    '0,123,456',
    `1${'0'.repeat(40)}`,
    '$5',
    '5 EUR',
  ])('%s is no number', (text) => {
    expect(readTypedNumber(text).kind).toBe('unreadable')
  })

  test.each(['', ' ', '\u00a0\t', '\u200e'])('%j is an empty field', (text) => {
    expect(readTypedNumber(text)).toEqual({ kind: 'empty' })
  })

  test("a field's own unit may come along, another may not, and the unit alone is no number", () => {
    expect(['1,234.50 USDT', 'usdt 1234.5', '1234.5USDT'].map((text) => typedDecimal(text, 'USDT'))).toEqual([
      '1234.50',
      '1234.5',
      '1234.5',
    ])
    expect(readTypedNumber('12 EUR', 'USDT').kind).toBe('unreadable')
    expect(readTypedNumber('USDT', 'USDT').kind).toBe('unreadable')
  })
})

describe('the wire', () => {
  test('takes the same numbers as the contract', () => {
    expect(WIRE_NUMBER.source).toBe(DECIMAL_IN.source)
  })

  test.each([
    ['-1', ''],
    ['1234567890123', ''],
    ['0.123456789', ''],
    ['1,5', '1.5'],
    ['', ''],
  ])('%s goes out as "%s"', (text, sent) => {
    expect(wireDecimal(text)).toBe(sent)
  })
})

/** Decimals as the product writes them: up to 14 digits, 0 to 8 decimals. */
const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.integer({ min: 0, max: 8 }), fc.bigInt({ min: 0n, max: 10n ** 8n - 1n }))
  .map(([isNegative, whole, places, fraction]) => {
    const tail = fraction.toString().padStart(8, '0').slice(0, places)
    return `${isNegative && (whole > 0n || /[1-9]/.test(tail)) ? '-' : ''}${whole}${tail === '' ? '' : `.${tail}`}`
  })

property.prop([decimal, fc.constantFrom('', '\u2066', '\u200e'), fc.boolean()])(
  'what the product shows can be typed or pasted back and is the same number',
  (value, mark, signed) => {
    const shown = `${mark}${decimalText(value, { signed })}${mark === '\u2066' ? '\u2069' : ''}`
    expect(typedDecimal(shown)).toBe(value)
  },
)

const SEPARATORS = [
  [',', '.'],
  ['.', ','],
  ['\u00a0', ','],
  ['\u202f', ','],
  [' ', '.'],
  ['\u2019', '.'],
  ['\u2019', ','],
  ['\u066c', '\u066b'],
] as const

property.prop([decimal, fc.constantFrom(...SEPARATORS)])(
  'a number grouped in any of the usual ways is the same number, or said to be ambiguous',
  (value, [group, point]) => {
    const [whole = '', fraction] = value.split('.')
    const written = `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, group)}${fraction === undefined ? '' : `${point}${fraction}`}`
    const read = readTypedNumber(written)
    // "1.234" is 1.234 and "1,234" is 1234 here, as the product shows them.
    const isOnePoint = /^-?\d{1,3}\.\d{3}$/.test(written)
    const isOneComma = /^-?[1-9]\d{0,2},\d{3}$/.test(written)
    const expected = isOnePoint ? written : isOneComma ? written.replace(',', '') : value
    expect(read).toEqual(number(expected, isOneComma))
  },
)

property.prop([fc.string({ maxLength: 80 })])('any text is a plain decimal, empty or refused', (text) => {
  const read = readTypedNumber(text)
  if (read.kind === 'number') expect(read.value).toMatch(/^-?\d+(\.\d+)?$/)
  else expect(['empty', 'unreadable']).toContain(read.kind)
})
