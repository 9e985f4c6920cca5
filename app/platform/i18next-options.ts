/** i18next as the server and the browser both set it up: the same options, so the same words on both sides. */
import type { i18n as I18n, InitOptions, Resource } from 'i18next'
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
