/**
 * Intl for our language codes: the right tag, Latin digits and the Gregorian calendar everywhere. Persian digits, the Buddhist
 * year or lakh grouping would make a price or a date unreadable next to the chart, and differ between servers and browsers.
 *
 * Region names belong on the server only: Node and Chromium know different ones, which breaks hydration.
 */
import { type Language, languageFacts } from './language'

/** Tag for dates and numbers, e.g. `ar-u-ca-gregory-nu-latn`. */
export function intlTag(language: Language): string {
  return `${languageFacts(language).tag}-u-ca-gregory-nu-latn`
}

const kept = new Map<string, Intl.DateTimeFormat>()

/** A formatter for the language, made once for each set of options. */
export function dateTimeFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = kept.get(key)
  if (known) return known
  // 24 hours unless asked otherwise: AM and PM words differ between servers and browsers.
  const made = new Intl.DateTimeFormat(intlTag(language), { hourCycle: 'h23', ...options })
  kept.set(key, made)
  return made
}

/** Name of a country in the language; on the server only. */
export function regionName(language: Language, code: string): string {
  return new Intl.DisplayNames([languageFacts(language).tag, 'en'], { type: 'region' }).of(code) ?? code
}

/** "A, B and C" in the language; on the server only. Our English is British: no comma before the last. */
export function listOf(language: Language, items: readonly string[]): string {
  const { tag } = languageFacts(language)
  return new Intl.ListFormat(tag === 'en' ? 'en-GB' : tag, { type: 'conjunction' }).format(items)
}
