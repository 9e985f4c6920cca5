import { expect, test } from 'vitest'
import { areaOf, numberInArea, wholeNumber } from './phone-number'

test.each([
  ['HK', 'HK'],
  ['HK.default', 'HK'],
  ['GB', 'GB'],
  ['hk', undefined],
  ['1', undefined],
  ['XX', undefined],
  ['HK.other', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
])('area %s: %s', (id, country) => {
  expect(areaOf(id)?.country).toBe(country)
})

test.each([
  ['HK', '91234567', '85291234567'],
  ['HK', '9123 4567', '85291234567'],
  ['HK', '85291234567', '85291234567'],
  ['HK', '+852 9123-4567', '85291234567'],
  ['HK', '٩١٢٣٤٥٦٧', '85291234567'],
  ['HK', '९१२३४५६७', undefined],
  ['HK', '123', undefined],
  ['HK', '+86 138 0013 8000', undefined],
  ['HK', '8613800138000', undefined],
  ['HK', '9123456７', '85291234567'],
  ['HK', '91234567 ext 12', undefined],
  ['HK', 'tel:+85291234567', undefined],
  ['HK', '91234567\r\nBcc: x', undefined],
  ['HK', '91234567,98765432', undefined],
  ['GB', '07912 345678', '447912345678'],
  ['GB', '(0)7912 345678', '447912345678'],
  ['GB', '447912345678', '447912345678'],
  ['GB', '0909 879 0000', undefined],
  ['US', '2025550123', '12025550123'],
  ['US', '12025550123', '12025550123'],
  ['IT', '333 1234567', '393331234567'],
  ['IT', '393331234567', '393331234567'],
  ['DE', '015112345678', '4915112345678'],
  ['DE', '4915112345678', '4915112345678'],
  ['RU', '79123456789', '79123456789'],
  ['AE', '0501234567', '971501234567'],
] as const)('%s, %j: %s', (areaId, written, digits) => {
  const area = areaOf(areaId)
  expect(area && numberInArea(written, area)?.digits).toBe(digits)
})

test('the number knows its country where calling codes are shared', () => {
  const area = areaOf('US')
  expect(area && numberInArea('6135550123', area)?.country).toBe('CA')
  expect(wholeNumber('77011234567')?.country).toBe('KZ')
  expect(wholeNumber('79123456789')?.country).toBe('RU')
})

test('a whole number is taken with and without its plus, and nothing else is', () => {
  expect(wholeNumber('+85291234567')?.digits).toBe('85291234567')
  expect(wholeNumber('85291234567')?.digits).toBe('85291234567')
  for (const other of ['', '91234567', 'x', '+', '0', "' or 1=1", '9'.repeat(64)]) expect(wholeNumber(other)).toBeUndefined()
})
