/** The words of the site in the browser: one resource a language, fetched before the page comes alive. */
import type { i18n as I18n, ResourceLanguage } from 'i18next'
import { i18nextOptions, setPluralRulesOfTheLanguage } from './i18next-options'
import type { Language } from './language'

/** The texts behind a hashed address. A failed fetch is tried once more; without texts the keys would be shown. */
export async function loadTexts(url: string): Promise<ResourceLanguage> {
  const get = async (): Promise<ResourceLanguage> => {
    const response = await fetch(url, { credentials: 'omit' })
    if (!response.ok) throw new Error(`texts: ${response.status}`)
    return (await response.json()) as ResourceLanguage
  }
  return get().catch(get)
}

export async function setUpBrowserI18n(instance: I18n, language: Language, texts: ResourceLanguage): Promise<void> {
  await instance.init(i18nextOptions(language, { [language]: texts }))
  setPluralRulesOfTheLanguage(instance)
}
