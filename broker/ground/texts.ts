/**
 * The texts that the broker itself speaks: the message of an answer in the caller's language.
 * They live in `locales/<language>/`; a language without a text falls back to English, then to the default.
 *
 * Not here: texts of the site, which reads the same files through its own i18n.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import i18next, { type i18n as I18n, type Resource } from 'i18next'
import type { DeskEndpointName } from '../../contract/desk'
import { errorValues } from '../../contract/error-values'
import { type ErrorName, errorTextKey } from '../../contract/errors'
import type { EndpointName } from '../../contract/index'
import { LANGUAGE_TAGS } from '../../contract/language-tags'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../contract/primitives'
import type { OwnTexts } from '../../contract/tenant/own-texts'

/** A number chooses a plural form; by the name `count` alone. */
export type TextValues = Readonly<Record<string, string | number>>

export interface Texts {
  /** Text of an error; `details` fill its placeholders, and the one that counts chooses the form. */
  error(language: Language, name: ErrorName, details?: Readonly<Record<string, string>>): string
  /** Text that the client shows after a call succeeded; empty for the calls after which nothing is said. */
  success(language: Language, name: EndpointName | DeskEndpointName): string
  /** Any other text by its key, `public` unless it names another namespace (`product:category.forex`); the key itself when no language has it. */
  text(language: Language, key: string, values?: TextValues): string
  /** The same with what the company puts in its own words. */
  of(brand: BrandTexts): Texts
}

/** A company, as far as its texts go. */
export interface BrandTexts {
  readonly texts: OwnTexts
}

/** `public` holds the broker's own words, `product` the names of what is traded, `mail` what mails and texts say, the others the names of states and fields. */
const NAMESPACES = ['public', 'product', 'mail', 'bank', 'withdraw', 'notice', 'wallet'] as const

export async function loadTexts(localesDir: string): Promise<Texts> {
  const resources: Resource = Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const files = NAMESPACES.map((namespace) => [namespace, path.join(localesDir, language, `${namespace}.json`)] as const)
      const present = files.filter(([, file]) => existsSync(file))
      return [[language, Object.fromEntries(present.map(([namespace, file]) => [namespace, JSON.parse(readFileSync(file, 'utf8'))]))]]
    }),
  )
  return textsOf(resources)
}

function speakerOf(resources: Resource): I18n {
  const instance = i18next.createInstance()
  // Everything is at hand, so nothing is waited for.
  void instance.init({
    resources,
    supportedLngs: [...LANGUAGES],
    fallbackLng: ['en', DEFAULT_LANGUAGE],
    ns: [...NAMESPACES],
    defaultNS: NAMESPACES[0],
    // The message is plain text inside JSON; whoever shows it escapes it there.
    // A value that is missing leaves a gap, never a `{{name}}` on the screen.
    interpolation: { escapeValue: false, skipOnVariables: true },
    missingInterpolationHandler: () => '',
    initImmediate: false,
  })
  // Plural forms by the real language: i18next would ask for the rules of "hk" or "kr" and get English ones.
  const resolver = instance.services.pluralResolver
  const ruleOf = resolver.getRule.bind(resolver)
  resolver.getRule = (code: string, options?: object) => ruleOf(LANGUAGE_TAGS[code as Language] ?? code, options)
  return instance
}

/** @param own laid over the resources, which must be the caller's own: they are written into. */
function textsOf(resources: Resource, own: OwnTexts = {}): Texts {
  const instance = speakerOf(resources)
  for (const language of LANGUAGES) {
    for (const [name, words] of Object.entries(own[language] ?? {})) {
      const [group = '', key = ''] = name.split(':')
      instance.addResource(language, group, key, words)
    }
  }
  const text: Texts['text'] = (language, key, values) => instance.t(key, { lng: language, ...values })
  // A file that is read anew has another object; what was made for the old one goes with it.
  const brands = new WeakMap<OwnTexts, Texts>()
  const texts: Texts = {
    text,
    error: (language, name, details) => text(language, errorTextKey(name), errorValues(name, details)),
    success: (language, name) => instance.t(`success.${name}`, { lng: language, defaultValue: '' }),
    of: ({ texts: brand }) => {
      if (Object.keys(brand).length === 0) return texts
      // A copy down to the last word, so that no company ever speaks another's.
      const known = brands.get(brand) ?? textsOf(structuredClone(resources), brand)
      brands.set(brand, known)
      return known
    },
  }
  return texts
}
