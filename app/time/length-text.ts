/** A length of time by itself, and no part of a sentence. */
import { intlTag } from '../language/intl'
import type { Language } from '../language/language'

/**
 * The two largest units of a time, as the language shortens them: `2 days 9 hr`.
 *
 * @param minutes whole, not below 0
 */
export function lengthText(minutes: number, language: Language): string {
  const unit = (value: number, name: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(intlTag(language), { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const parts: readonly (readonly [number, 'day' | 'hour' | 'minute'])[] =
    days > 0
      ? [
          [days, 'day'],
          [hours, 'hour'],
        ]
      : hours > 0
        ? [
            [hours, 'hour'],
            [rest, 'minute'],
          ]
        : [[rest, 'minute']]
  return parts
    .filter(([value], index) => index === 0 || value > 0)
    .map(([value, name]) => unit(value, name))
    .join(' ')
}
