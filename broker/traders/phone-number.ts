/**
 * Phone numbers: what a visitor typed, judged by the numbering plan and written as E.164 digits without `+`.
 *
 * Invariant: one number has one spelling, so that two accounts never hold the same phone and a code goes where it was asked for.
 */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  type PhoneNumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/** A country of the area list. */
export interface Area {
  readonly country: CountryCode
  readonly callingCode: string
}

export interface KnownNumber {
  /** E.164 without `+`. */
  readonly digits: string
  /** Country of the number; undefined for the few numbers that belong to none. */
  readonly country: string | undefined
}

/** Digits of any script, and what people write between them. */
const WRITTEN_NUMBER = /^\+?[\p{Nd}\s().\-\u2010-\u2015]{4,32}$/u
/** Numbers that cost whoever calls or texts them: a free way to burn a company's money. */
const COSTLY: ReadonlySet<PhoneNumberType> = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'VOICEMAIL', 'PAGER'])
const REACHED_BY_TEXT: ReadonlySet<PhoneNumberType> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** The country behind an id of the area list, where the second entry may be the first one again under another id. */
export function areaOf(areaId: string): Area | undefined {
  const country = areaId.replace(/\.default$/, '')
  return isSupportedCountry(country) ? { country, callingCode: getCountryCallingCode(country) } : undefined
}

/**
 * Reads a number of an area: as it is dialled there, or with the area's calling code before it. Where both readings are numbers,
 * the one that can receive a text is meant.
 */
export function numberInArea(written: string, area: Area): KnownNumber | undefined {
  const text = written.trim()
  if (!WRITTEN_NUMBER.test(text)) return undefined
  const readings = [parse(text, area.country), parse(text.startsWith('+') ? text : `+${text}`)].filter(
    (reading) => reading !== undefined && reading.countryCallingCode === area.callingCode && isUsable(reading),
  )
  const meant = readings.find((reading) => REACHED_BY_TEXT.has(reading?.getType() ?? 'UAN')) ?? readings[0]
  return meant === undefined ? undefined : knownNumber(meant)
}

/** Reads a whole number: calling code and number, with or without `+`. */
export function wholeNumber(written: string): KnownNumber | undefined {
  const text = written.trim()
  if (!WRITTEN_NUMBER.test(text)) return undefined
  const reading = parse(text.startsWith('+') ? text : `+${text}`)
  return reading !== undefined && isUsable(reading) ? knownNumber(reading) : undefined
}

function parse(text: string, country?: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, { extract: false, ...(country !== undefined && { defaultCountry: country }) })
}

function isUsable(reading: PhoneNumber): boolean {
  const type = reading.getType()
  return reading.isValid() && (type === undefined || !COSTLY.has(type))
}

function knownNumber(reading: PhoneNumber): KnownNumber {
  return { digits: reading.number.slice(1), country: reading.country }
}
