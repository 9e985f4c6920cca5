import { dateTimeFormat } from '../language/intl'
import type { Language } from '../language/language'
import { MOMENT, type Moment } from './local-time'

export function momentOf(at: number, language: Language): Moment {
  return { at, text: `${dateTimeFormat(language, { ...MOMENT, timeZone: 'UTC' }).format(at)} UTC` }
}
