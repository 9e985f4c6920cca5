import { expect, test } from 'vitest'
import { readCookie as readCookieOfSite } from '../../app/cookies/cookies'
import { readCookie } from './read-cookie'

test.each([
  ['lng=en', 'lng', 'en'],
  ['mode=dark; company_id=aurora', 'company_id', 'aurora'],
  ['company_id=aurora;lng=en', 'lng', 'en'],
  ['lng="en"', 'lng', 'en'],
  ['lng= en ; mode=dark', 'lng', 'en'],
  ['lng=%65n', 'lng', 'en'],
  ['company_id="north%2Dwind"', 'company_id', 'north-wind'],
  ['company_id=north%E0%A4%A', 'company_id', 'north%E0%A4%A'],
  ['lng=en; lng=de', 'lng', 'en'],
  ['lng=', 'lng', ''],
  ['xlng=en', 'lng', undefined],
  ['lng', 'lng', undefined],
  ['', 'lng', undefined],
  [undefined, 'lng', undefined],
] as const)('of %o the site and the broker read %s alike: %o', (header, name, value) => {
  expect(readCookie(header, name)).toBe(value)
  expect(readCookieOfSite(header ?? null, name) ?? undefined).toBe(value)
})
