/**
 * The words of the site on the server. All locale files are part of the server build; a language is its own texts laid over
 * the English ones, what a company puts in its own words is laid over each, and the browser gets exactly that as one immutable,
 * hashed resource of the company's own host.
 */
import { createHash } from 'node:crypto'
import { createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { RemixI18Next } from 'remix-i18next/server'
import type { OwnTexts } from '../../contract/tenant/own-texts'
import { paths } from '../addresses/paths'
import { i18nextOptions, rememberTexts, settleLanguages } from './i18next-options'
import { isLanguage, LANGUAGES, type Language } from './language'
import { DEFAULT_NAMESPACE, NAMESPACES } from './namespaces'

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

/** The company of a request, as far as its texts go; null on the main site and at the desk. */
interface BrandTexts {
  readonly texts: OwnTexts
}

function textsOf(language: Language, brand: BrandTexts | null): Record<string, Texts> {
  const file = (code: Language, group: string) =>
    layOver(FILES[`../../locales/${code}/${group}.json`] ?? {}, ownTexts(brand?.texts[code] ?? {}, group))
  return Object.fromEntries(NAMESPACES.map((group) => [group, layOver(file('en', group), language === 'en' ? {} : file(language, group))]))
}

/** `{"auth:captcha.label": "…"}` as the tree of the group `auth`. The keys were checked against the English ones when they were read. */
function ownTexts(own: Readonly<Record<string, string>>, group: string): Texts {
  return Object.entries(own)
    .filter(([key]) => key.startsWith(`${group}:`))
    .map(([key, text]) =>
      key
        .slice(group.length + 1)
        .split('.')
        .reduceRight<string | Texts>((below, part) => ({ [part]: below }), text),
    )
    .reduce<Texts>((texts, tree) => (typeof tree === 'string' ? texts : layOver(texts, tree)), {})
}

interface LocaleResource {
  readonly texts: Record<string, Texts>
  readonly json: string
  readonly hash: string
}
type Resources = Map<Language, LocaleResource>
const house: Resources = new Map()
/** By the texts of a company's file: read anew they are another object, and what was made for the old ones goes with them. */
const brands = new WeakMap<OwnTexts, Resources>()

function resourcesOf(brand: BrandTexts | null): Resources {
  if (!hasOwnTexts(brand)) return house
  const known = brands.get(brand.texts) ?? new Map()
  brands.set(brand.texts, known)
  return known
}

function hasOwnTexts(brand: BrandTexts | null): brand is BrandTexts {
  return brand !== null && Object.keys(brand.texts ?? {}).length > 0
}

export function localeResource(language: Language, brand: BrandTexts | null = null): LocaleResource {
  const made = resourcesOf(brand)
  const known = made.get(language)
  if (known) return known
  const texts = textsOf(language, hasOwnTexts(brand) ? brand : null)
  const json = JSON.stringify(texts)
  const resource = { texts, json, hash: createHash('sha256').update(json).digest('hex').slice(0, 16) }
  made.set(language, resource)
  return resource
}

/** Address of the language's texts; it changes with every change of a text and may be cached for ever. */
export function localeUrl(language: Language, brand: BrandTexts | null = null): string {
  return paths.locale(language, localeResource(language, brand).hash)
}

/** By their texts: nothing of a request is in them. */
const instances = new WeakMap<LocaleResource, Promise<I18n>>()

/** The words that pages of this language and brand are written with, made once. */
export function serverI18n(language: Language, brand: BrandTexts | null = null): Promise<I18n> {
  const resource = localeResource(language, brand)
  const known = instances.get(resource) ?? makeI18n(language, resource)
  instances.set(resource, known)
  return known
}

async function makeI18n(language: Language, { texts }: LocaleResource): Promise<I18n> {
  const instance = createInstance()
  await instance.use(initReactI18next).init(i18nextOptions(language, { [language]: texts }))
  settleLanguages(instance)
  rememberTexts(instance)
  return instance
}

/** Texts for loaders and actions. The language of a request was already chosen when it came in; nothing is detected twice. */
function loaderTexts(language: Language, { texts }: LocaleResource) {
  const words = new RemixI18Next({
    detection: {
      supportedLanguages: [...LANGUAGES],
      fallbackLanguage: 'hk',
      order: ['searchParams', 'custom'],
      findLocale: async () => null,
    },
    i18next: {
      resources: { [language]: texts },
      fallbackLng: false,
      ns: [...NAMESPACES],
      defaultNS: DEFAULT_NAMESPACE,
      interpolation: { escapeValue: false },
    },
  })
  return words.getFixedT(language, [...NAMESPACES])
}

/** By their texts, too. */
const spoken = new WeakMap<LocaleResource, ReturnType<typeof loaderTexts>>()

/** What of a request decides its words: `context` in loaders and actions. */
interface Reader {
  readonly language: Language
  readonly tenant: BrandTexts | null
}

/** @param reader the request's context; a language alone reads the house's own words. */
export function fixedT(reader: Reader | Language): ReturnType<typeof loaderTexts> {
  const { language, tenant } = typeof reader === 'string' ? { language: reader, tenant: null } : reader
  const known = isLanguage(language) ? language : 'hk'
  const resource = localeResource(known, tenant)
  const t = spoken.get(resource) ?? loaderTexts(known, resource)
  spoken.set(resource, t)
  return t
}
