/**
 * The words of the site on the server. All locale files are part of the server build; a language is its own texts laid over
 * the English ones, and the browser gets exactly that as one immutable, hashed resource.
 */
import { createHash } from 'node:crypto'
import { createInstance, type i18n as I18n, type Resource } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { RemixI18Next } from 'remix-i18next/server'
import { i18nextOptions, setPluralRulesOfTheLanguage } from './i18next-options'
import { isLanguage, LANGUAGES, type Language } from './language'
import { DEFAULT_NAMESPACE, NAMESPACES } from './namespaces'
import { paths } from './paths'

type Texts = { [key: string]: string | Texts }
const FILES = import.meta.glob<Texts>('../../locales/*/*.json', { eager: true, import: 'default' })

function layOver(base: Texts, over: Texts): Texts {
  const merged: Texts = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = typeof value === 'object' && typeof below === 'object' ? layOver(below, value) : value
  }
  return merged
}

function textsOf(language: Language): Record<string, Texts> {
  const file = (code: string, group: string) => FILES[`../../locales/${code}/${group}.json`] ?? {}
  return Object.fromEntries(NAMESPACES.map((group) => [group, layOver(file('en', group), language === 'en' ? {} : file(language, group))]))
}

interface LocaleResource {
  readonly texts: Record<string, Texts>
  readonly json: string
  readonly hash: string
}
const made = new Map<Language, LocaleResource>()

export function localeResource(language: Language): LocaleResource {
  const known = made.get(language)
  if (known) return known
  const texts = textsOf(language)
  const json = JSON.stringify(texts)
  const resource = { texts, json, hash: createHash('sha256').update(json).digest('hex').slice(0, 16) }
  made.set(language, resource)
  return resource
}

/** Address of the language's texts; it changes with every change of a text and may be cached for ever. */
export function localeUrl(language: Language): string {
  return paths.locale(language, localeResource(language).hash)
}

export async function createServerI18n(language: Language): Promise<I18n> {
  const instance = createInstance()
  await instance.use(initReactI18next).init(i18nextOptions(language, { [language]: localeResource(language).texts }))
  setPluralRulesOfTheLanguage(instance)
  return instance
}

const allResources: Resource = Object.fromEntries(LANGUAGES.map((language) => [language, localeResource(language).texts]))

/** Texts for loaders and actions. The language of a request was already chosen when it came in; nothing is detected twice. */
const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...LANGUAGES],
    fallbackLanguage: 'hk',
    order: ['searchParams', 'custom'],
    findLocale: async () => null,
  },
  i18next: {
    resources: allResources,
    fallbackLng: false,
    ns: [...NAMESPACES],
    defaultNS: DEFAULT_NAMESPACE,
    interpolation: { escapeValue: false },
  },
})

export function fixedT(language: Language) {
  return remixI18n.getFixedT(isLanguage(language) ? language : 'hk', [...NAMESPACES])
}
