/** Countries and calling codes for the pickers, and phone numbers as the wire writes them. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { listAreaCodes } from '../../../contract/companies'
import { intlTag, regionName } from '../../language/intl'
import type { SiteContext } from '../../visitor/load-context.server'
import type { AreaChoice, Areas } from './sign-in-data'

const NO_AREAS: Areas = { list: [], usual: '' }

/** The company's own country and the visitor's stand first; the others follow by their names. */
export async function loadAreas(context: SiteContext): Promise<Areas> {
  const answer = await context.broker.as(null).call(listAreaCodes, {})
  if (!answer.ok) return NO_AREAS
  const { language } = context
  // The second entry is the client's default, as the contract says; it may name the company's own country once more.
  const usual = answer.data[1] ?? answer.data[0]
  if (usual === undefined) return NO_AREAS
  const choices = answer.data
    .filter((area) => area.id === usual.id || area.code !== usual.code)
    .map(({ id, code, global_code }): AreaChoice => {
      const name = regionName(language, code)
      const english = regionName('en', code)
      return { id, country: code, name, alias: english === name ? '' : english, globalCode: global_code }
    })
  const first = choices.filter(({ id }) => id === usual.id || id === answer.data[0]?.id)
  const collator = new Intl.Collator(intlTag(language))
  const others = choices.filter((choice) => !first.includes(choice)).sort((a, b) => collator.compare(a.name, b.name))
  return { list: [...first, ...others], usual: usual.id }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/**
 * E.164 digits of a number as people write it: national or international, with spaces, dashes and the national leading zero.
 * What the numbering plan does not understand goes on as digits, and the broker judges it.
 */
export function wireMobile(area: Pick<AreaChoice, 'country' | 'globalCode'> | undefined, typed: string): string {
  const country: CountryCode | undefined = area !== undefined && isSupportedCountry(area.country) ? area.country : undefined
  const number = parsePhoneNumberFromString(typed, country)
  if (number !== undefined) return digitsOf(number.number)
  if (typed.trim().startsWith('+')) return digitsOf(typed)
  return digitsOf(area?.globalCode ?? '') + digitsOf(typed).replace(/^0+/, '')
}

/** The area of a number in E.164 digits; undefined where the plan does not know it. */
export function areaOfMobile({ list }: Areas, mobile: string): AreaChoice | undefined {
  const number = parsePhoneNumberFromString(`+${digitsOf(mobile)}`)
  if (number === undefined) return undefined
  return list.find(({ country }) => country === number.country) ?? list.find(({ globalCode }) => globalCode === number.countryCallingCode)
}
