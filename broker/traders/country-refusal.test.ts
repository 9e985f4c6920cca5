import { expect, test } from 'vitest'
import { ANNOUNCED_COUNTRIES, type Tenant } from '../../contract/tenant'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { countryName, refusedCountry } from './country-refusal'

const [tenant] = testTenants() as [Tenant, ...Tenant[]]

test('the five countries of the announcement are refused, whichever signal names them', () => {
  for (const country of ANNOUNCED_COUNTRIES) {
    expect(refusedCountry(tenant, [country, undefined, ''])).toBe(country)
    expect(refusedCountry(tenant, ['HK', undefined, country])).toBe(country)
  }
  expect(refusedCountry(tenant, ['HK', undefined, '', 'US'])).toBeUndefined()
})

test.each([
  ['KP', 'en', 'North Korea'],
  ['KP', 'hk', '北韓'],
  ['IL', 'ar', 'إسرائيل'],
  ['CN', 'spa', 'China'],
  ['VU', 'jp', 'バヌアツ'],
] as const)('%s in %s is %s', (country, language, name) => {
  expect(countryName(country, language)).toBe(name)
})
