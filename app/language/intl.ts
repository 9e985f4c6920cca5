/**
 * Intl for our language codes.
 *
 * Region names belong on the server only: Node and Chromium know different ones, which breaks hydration.
 */
import { dateTag } from '../../contract/language-tags'
import { type Language, languageFacts } from './language'

/** Tag for dates and numbers of one of our languages. */
export function intlTag(language: Language): string {
  return dateTag(languageFacts(language).tag)
}

const kept = new Map<string, Intl.DateTimeFormat>()

/** A formatter for a tag of `intlTag` or `dateTag`, made once for each set of options: making one takes longer than a hundred uses. */
export function formatOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`
  const known = kept.get(key)
  if (known) return known
  // 24 hours unless asked otherwise: AM and PM words differ between servers and browsers.
  const made = new Intl.DateTimeFormat(tag, { hourCycle: 'h23', ...options })
  kept.set(key, made)
  return made
}

export function dateTimeFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatOf(intlTag(language), options)
}

/** Name of a country in the language; on the server only. */
export function regionName(language: Language, code: string): string {
  return new Intl.DisplayNames([languageFacts(language).tag, 'en'], { type: 'region' }).of(code) ?? code
}

/** Name of one of our languages in a reader's. A browser may know another name than the server: what shows it says so to React. */
export function languageName(reader: Language, language: Language): string {
  const { language: base, script } = new Intl.Locale(languageFacts(language).tag)
  const tag = script === undefined ? base : `${base}-${script}`
  return new Intl.DisplayNames([languageFacts(reader).tag, 'en'], { type: 'language' }).of(tag) ?? languageFacts(language).ownName
}

/** "A, B and C" in the language; on the server only. Our English is British: no comma before the last. */
export function listOf(language: Language, items: readonly string[]): string {
  const { tag } = languageFacts(language)
  return new Intl.ListFormat(tag === 'en' ? 'en-GB' : tag, { type: 'conjunction' }).format(items)
}
