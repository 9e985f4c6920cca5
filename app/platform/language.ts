/**
 * The 21 language codes of the product and what the rest of the world calls them. `hk`, `jp`, `kr`, `vn`, `spa` and `my`
 * are not BCP 47 tags (`my` would be Burmese, `kr` Kanuri), so every use outside our own files goes through this table.
 */
import { LANGUAGES, type Language } from '../../contract/primitives'

export type { Language }
export { LANGUAGES }

interface LanguageFacts {
  /** BCP 47 tag: for <html lang>, Intl and plural rules. */
  readonly tag: string
  readonly ownName: string
  readonly englishName: string
  /** ISO 3166 code of the flag that the specification shows beside the language. */
  readonly flag: string
}

const FACTS: Readonly<Record<Language, LanguageFacts>> = {
  hk: { tag: 'zh-Hant-HK', ownName: '繁體中文', englishName: 'Traditional Chinese', flag: 'hk' },
  en: { tag: 'en', ownName: 'English', englishName: 'English', flag: 'gb' },
  jp: { tag: 'ja', ownName: '日本語', englishName: 'Japanese', flag: 'jp' },
  kr: { tag: 'ko', ownName: '한국어', englishName: 'Korean', flag: 'kr' },
  th: { tag: 'th', ownName: 'ไทย', englishName: 'Thai', flag: 'th' },
  vn: { tag: 'vi', ownName: 'Tiếng Việt', englishName: 'Vietnamese', flag: 'vn' },
  fr: { tag: 'fr', ownName: 'Français', englishName: 'French', flag: 'fr' },
  de: { tag: 'de', ownName: 'Deutsch', englishName: 'German', flag: 'de' },
  ru: { tag: 'ru', ownName: 'Русский', englishName: 'Russian', flag: 'ru' },
  spa: { tag: 'es', ownName: 'Español', englishName: 'Spanish', flag: 'es' },
  pt: { tag: 'pt', ownName: 'Português', englishName: 'Portuguese', flag: 'pt' },
  ar: { tag: 'ar', ownName: 'العربية', englishName: 'Arabic', flag: 'sa' },
  it: { tag: 'it', ownName: 'Italiano', englishName: 'Italian', flag: 'it' },
  tr: { tag: 'tr', ownName: 'Türkçe', englishName: 'Turkish', flag: 'tr' },
  id: { tag: 'id', ownName: 'Bahasa Indonesia', englishName: 'Indonesian', flag: 'id' },
  my: { tag: 'ms', ownName: 'Bahasa Melayu', englishName: 'Malay', flag: 'my' },
  hi: { tag: 'hi', ownName: 'हिन्दी', englishName: 'Hindi', flag: 'in' },
  cs: { tag: 'cs', ownName: 'Čeština', englishName: 'Czech', flag: 'cz' },
  fa: { tag: 'fa', ownName: 'فارسی', englishName: 'Persian', flag: 'ir' },
  fi: { tag: 'fi', ownName: 'Suomi', englishName: 'Finnish', flag: 'fi' },
  et: { tag: 'et', ownName: 'Eesti', englishName: 'Estonian', flag: 'ee' },
}

export function languageFacts(language: Language): LanguageFacts {
  return FACTS[language]
}

export function isLanguage(code: string | null | undefined): code is Language {
  return code != null && Object.hasOwn(FACTS, code)
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' || language === 'fa' ? 'rtl' : 'ltr'
}

const CODE_BY_BASE_TAG: Readonly<Record<string, Language>> = {
  zh: 'hk',
  yue: 'hk',
  ...Object.fromEntries(LANGUAGES.filter((code) => code !== 'hk').map((code) => [FACTS[code].tag, code])),
}

/** The languages of an Accept-Language header that we have, best first; `zh-TW` and plain `zh` both mean `hk`. */
export function languagesFromAcceptHeader(header: string | null): Language[] {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
      const quality = weight === undefined ? 1 : Number(weight.slice(2))
      return { base: tag.split('-')[0] ?? '', quality: Number.isFinite(quality) ? quality : 0 }
    })
    .filter((entry) => entry.quality > 0)
    .sort((left, right) => right.quality - left.quality)
  const found = wanted.flatMap(({ base }) => (Object.hasOwn(CODE_BY_BASE_TAG, base) ? [CODE_BY_BASE_TAG[base] as Language] : []))
  return [...new Set(found)]
}

export interface LanguageWish {
  /** `?lng=` of the address. */
  query: string | null
  /** The cookie `lng` as js-cookie wrote it. */
  cookie: string | null
  acceptLanguage: string | null
  offered: readonly Language[]
  fallback: Language
}

/** An explicit wish counts before the visitor's earlier choice, that before the browser's, and the company's default is last. */
export function chooseLanguage({ query, cookie, acceptLanguage, offered, fallback }: LanguageWish): Language {
  const isOffered = (code: string | null): code is Language => isLanguage(code) && offered.includes(code)
  if (isOffered(query)) return query
  if (isOffered(cookie)) return cookie
  return languagesFromAcceptHeader(acceptLanguage).find(isOffered) ?? fallback
}
