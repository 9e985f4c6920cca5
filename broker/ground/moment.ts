/** Moments as text, for the wire fields that end in `Handler` or `Tran`: London time, Latin digits, the reader's words. */
import { dateTag, LANGUAGE_TAGS } from '../../contract/language-tags'
import type { Language } from '../../contract/primitives'

const formats = new Map<Language, Intl.DateTimeFormat>()

/** @param moment Unix milliseconds */
export function formatMoment(moment: number, language: Language): string {
  let format = formats.get(language)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(dateTag(LANGUAGE_TAGS[language]), {
      dateStyle: 'medium',
      timeStyle: 'medium',
      hourCycle: 'h23',
      timeZone: 'Europe/London',
    })
    formats.set(language, format)
  }
  return format.format(moment)
}
