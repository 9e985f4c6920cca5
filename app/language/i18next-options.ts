/** i18next as the server sets it up. The browser says the same texts by `page-texts.ts`. */
import type { i18n as I18n, InitOptions, Resource, TFunction } from 'i18next'
import { type Language, languageFacts } from './language'
import { DEFAULT_NAMESPACE, NAMESPACES } from './namespaces'

export function i18nextOptions(language: Language, resources: Resource): InitOptions {
  return {
    lng: language,
    resources,
    // Texts that a language lacks were filled from English when its resource was made, so nothing is looked up twice.
    fallbackLng: false,
    supportedLngs: false,
    ns: [...NAMESPACES],
    defaultNS: DEFAULT_NAMESPACE,
    fallbackNS: DEFAULT_NAMESPACE,
    load: 'currentOnly',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
  }
}

/**
 * Plural forms by the real language: i18next would ask for the rules of "hk" or "kr" and get English ones. And each language stands
 * for itself, as the options say; i18next would work that out anew for every text of a page. Call once, after `init`.
 */
export function settleLanguages(instance: I18n): void {
  instance.services.languageUtils.toResolveHierarchy = (code: string) => [code]
  const resolver = instance.services.pluralResolver
  const ruleOf = resolver.getRule.bind(resolver)
  resolver.getRule = (code: string, options?: object) => ruleOf(languageFacts(code as Language)?.tag ?? code, options)
}

/**
 * A page asks for the same few hundred texts again and again, and most of them have nothing to fill in: those are looked up once.
 * What is remembered goes when the language or its texts change. Call once, after `init`.
 */
export function rememberTexts(instance: I18n): void {
  const known = new Map<string, TFunction>()
  const getFixedT = instance.getFixedT.bind(instance)
  instance.getFixedT = ((...of: Parameters<typeof getFixedT>) => {
    const key = JSON.stringify(of)
    const before = known.get(key)
    if (before !== undefined) return before
    const t = remembering(getFixedT(...of))
    known.set(key, t)
    return t
  }) as typeof instance.getFixedT
  const forget = () => known.clear()
  instance.on('languageChanged', forget)
  instance.store.on('added', forget)
  instance.store.on('removed', forget)
}

function remembering<T extends TFunction>(t: T): T {
  const plain = new Map<string, unknown>()
  const look = (...asked: readonly unknown[]): unknown => {
    const [key] = asked
    if (asked.length !== 1 || typeof key !== 'string') return Reflect.apply(t, undefined, asked)
    if (!plain.has(key)) plain.set(key, t(key))
    return plain.get(key)
  }
  return Object.assign(look, t) as T
}
