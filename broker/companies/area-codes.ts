/**
 * Calling codes of all countries, from the numbering plan that libphonenumber carries.
 *
 * Invariant of the order (the client preselects the second entry): first the company's own country, then the country that
 * the client's language suggests, then all others by code.
 */
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import type { z } from 'zod'
import type { AreaCode } from '../../contract/companies'
import type { Language } from '../../contract/primitives'

const COUNTRY_OF_LANGUAGE = {
  hk: 'HK',
  en: 'GB',
  jp: 'JP',
  kr: 'KR',
  th: 'TH',
  vn: 'VN',
  fr: 'FR',
  de: 'DE',
  ru: 'RU',
  spa: 'ES',
  pt: 'PT',
  ar: 'AE',
  it: 'IT',
  tr: 'TR',
  id: 'ID',
  my: 'MY',
  hi: 'IN',
  cs: 'CZ',
  fa: 'IR',
  fi: 'FI',
  et: 'EE',
} as const satisfies Record<Language, CountryCode>

const COUNTRIES = [...getCountries()].sort()

export function areaCodes(companyCountry: string, language: Language): z.infer<typeof AreaCode>[] {
  const own = COUNTRIES.find((country) => country === companyCountry) ?? 'HK'
  const suggested = COUNTRY_OF_LANGUAGE[language]
  const rest = COUNTRIES.filter((country) => country !== own && country !== suggested)
  return [
    entry(own),
    // Where both are the same country it stands twice, so that the second entry always is the suggestion; ids stay unique.
    suggested === own ? { ...entry(suggested), id: `${suggested}.default` } : entry(suggested),
    ...rest.map(entry),
  ]
}

function entry(country: CountryCode) {
  return { id: country, code: country, global_code: getCountryCallingCode(country) }
}
