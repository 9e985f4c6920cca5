import { expect, test } from 'vitest'
import { dateTimeFormat, intlTag, regionName } from './intl'
import { LANGUAGES } from './language'

const NOON = Date.UTC(2026, 10, 21, 12, 5)

test.each([...LANGUAGES])('dates in %s have Latin digits, the Gregorian year and 24 hours', (language) => {
  const text = dateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(NOON)
  expect(text).toContain('2026')
  expect(text).toMatch(/12[:.]05/)
  expect(text).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/)
})

test('numbers are grouped in thousands and written with Latin digits in every language', () => {
  for (const language of LANGUAGES) {
    expect(new Intl.NumberFormat(intlTag(language)).resolvedOptions().numberingSystem, language).toBe('latn')
  }
})

test('our codes are not taken for the languages that BCP 47 knows under them', () => {
  expect(intlTag('my')).toMatch(/^ms-/)
  expect(intlTag('kr')).toMatch(/^ko-/)
  expect(intlTag('hk')).toMatch(/^zh-Hant-HK-/)
  expect(regionName('spa', 'DE')).toBe('Alemania')
})
