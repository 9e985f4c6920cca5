/**
 * What the rest of the world calls our language codes (BCP 47). `hk`, `jp`, `kr`, `vn`, `spa` and `my` are not tags
 * (`my` would be Burmese), so every use of Intl goes through this one table. Plain data: safe in the browser's bundle.
 */
import type { Language } from './primitives'

export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = {
  hk: 'zh-Hant-HK',
  en: 'en',
  jp: 'ja',
  kr: 'ko',
  th: 'th',
  vn: 'vi',
  fr: 'fr',
  de: 'de',
  ru: 'ru',
  spa: 'es',
  pt: 'pt',
  ar: 'ar',
  it: 'it',
  tr: 'tr',
  id: 'id',
  my: 'ms',
  hi: 'hi',
  cs: 'cs',
  fa: 'fa',
  fi: 'fi',
  et: 'et',
}

/**
 * Tag for dates and numbers of a BCP 47 tag, e.g. `ar-u-ca-gregory-nu-latn`: Latin digits and the Gregorian calendar everywhere. Persian
 * digits, the Buddhist year or lakh grouping would make a price or a date unreadable next to the chart, and differ between servers and
 * browsers. Our English is British: plain `en` writes the month first.
 */
export function dateTag(tag: string): string {
  return `${tag === 'en' ? 'en-GB' : tag}-u-ca-gregory-nu-latn`
}
