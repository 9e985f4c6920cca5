/** Countries from which no account is opened: the announcement names five, and a company may add to them. */
import { LANGUAGE_TAGS } from '../../contract/language-tags'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'

/** The first of the signals that is refused: residence as declared, country of a number, country of the address. Empty ones count for nothing. */
export function refusedCountry(tenant: Tenant, signals: readonly (string | undefined)[]): string | undefined {
  const { refusedCountries } = tenant.registration
  return signals.find((country) => country !== undefined && refusedCountries.includes(country))
}

/** What the caller's language calls a country, for the text of COUNTRY_REFUSED. */
export function countryName(country: string, language: Language): string {
  return new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'region' }).of(country) ?? country
}
