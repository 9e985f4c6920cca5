/**
 * The 21 language codes of the product and what the rest of the world calls them. `hk`, `jp`, `kr`, `vn`, `spa` and `my`
 * are not BCP 47 tags (`my` would be Burmese, `kr` Kanuri), so every use outside our own files goes through this table.
 */
// A type only: the contract's schemas would bring their whole library into the browser.
import { LANGUAGE_TAGS } from '../../contract/language-tags'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'

export type { Language }

interface LanguageFacts {
  /** BCP 47 tag: for <html lang>, Intl and plural rules. */
  readonly tag: string
  readonly ownName: string
  readonly englishName: string
  /** ISO 3166 code of the flag that the specification shows beside the language. */
  readonly flag: string
}

const FACTS: Readonly<Record<Language, LanguageFacts>> = {
  hk: { tag: LANGUAGE_TAGS.hk, ownName: '繁體中文', englishName: 'Traditional Chinese', flag: 'hk' },
  en: { tag: LANGUAGE_TAGS.en, ownName: 'English', englishName: 'English', flag: 'gb' },
  jp: { tag: LANGUAGE_TAGS.jp, ownName: '日本語', englishName: 'Japanese', flag: 'jp' },
  kr: { tag: LANGUAGE_TAGS.kr, ownName: '한국어', englishName: 'Korean', flag: 'kr' },
  th: { tag: LANGUAGE_TAGS.th, ownName: 'ไทย', englishName: 'Thai', flag: 'th' },
  vn: { tag: LANGUAGE_TAGS.vn, ownName: 'Tiếng Việt', englishName: 'Vietnamese', flag: 'vn' },
  fr: { tag: LANGUAGE_TAGS.fr, ownName: 'Français', englishName: 'French', flag: 'fr' },
  de: { tag: LANGUAGE_TAGS.de, ownName: 'Deutsch', englishName: 'German', flag: 'de' },
  ru: { tag: LANGUAGE_TAGS.ru, ownName: 'Русский', englishName: 'Russian', flag: 'ru' },
  spa: { tag: LANGUAGE_TAGS.spa, ownName: 'Español', englishName: 'Spanish', flag: 'es' },
  pt: { tag: LANGUAGE_TAGS.pt, ownName: 'Português', englishName: 'Portuguese', flag: 'pt' },
  ar: { tag: LANGUAGE_TAGS.ar, ownName: 'العربية', englishName: 'Arabic', flag: 'sa' },
  it: { tag: LANGUAGE_TAGS.it, ownName: 'Italiano', englishName: 'Italian', flag: 'it' },
  tr: { tag: LANGUAGE_TAGS.tr, ownName: 'Türkçe', englishName: 'Turkish', flag: 'tr' },
  id: { tag: LANGUAGE_TAGS.id, ownName: 'Bahasa Indonesia', englishName: 'Indonesian', flag: 'id' },
  my: { tag: LANGUAGE_TAGS.my, ownName: 'Bahasa Melayu', englishName: 'Malay', flag: 'my' },
  hi: { tag: LANGUAGE_TAGS.hi, ownName: 'हिन्दी', englishName: 'Hindi', flag: 'in' },
  cs: { tag: LANGUAGE_TAGS.cs, ownName: 'Čeština', englishName: 'Czech', flag: 'cz' },
  fa: { tag: LANGUAGE_TAGS.fa, ownName: 'فارسی', englishName: 'Persian', flag: 'ir' },
  fi: { tag: LANGUAGE_TAGS.fi, ownName: 'Suomi', englishName: 'Finnish', flag: 'fi' },
  et: { tag: LANGUAGE_TAGS.et, ownName: 'Eesti', englishName: 'Estonian', flag: 'ee' },
}

/** In the order in which they are offered; a test keeps it equal to the contract's list. */
export const LANGUAGES = Object.keys(FACTS) as readonly Language[]

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

interface LanguageWish {
  /** `?lng=` of the address. */
  query: string | null
  /** The cookie `lng` as js-cookie wrote it. */
  cookie: string | null
  acceptLanguage: string | null
}

/** What the company says about languages; the main site, which has no company, offers all and asks the browser. */
export type LanguageTerms = Pick<Tenant, 'languages' | 'defaultLanguage' | 'firstLanguage'>

const HOUSE_TERMS: LanguageTerms = { languages: LANGUAGES as Language[], defaultLanguage: 'hk', firstLanguage: 'browser' }

/**
 * An explicit wish counts before the visitor's earlier choice. On a first visit the browser's language is taken, unless the company
 * always begins in its own.
 */
export function chooseLanguage({ query, cookie, acceptLanguage }: LanguageWish, terms: LanguageTerms | null): Language {
  const { languages: offered, defaultLanguage, firstLanguage } = terms ?? HOUSE_TERMS
  const isOffered = (code: string | null): code is Language => isLanguage(code) && offered.includes(code)
  if (isOffered(query)) return query
  if (isOffered(cookie)) return cookie
  const ofBrowser = firstLanguage === 'own' ? undefined : languagesFromAcceptHeader(acceptLanguage).find(isOffered)
  return ofBrowser ?? defaultLanguage
}
