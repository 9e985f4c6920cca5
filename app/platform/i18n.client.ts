/** Sets i18next up in the browser with the texts the page was written with. */
import type { i18n as I18n, ResourceLanguage } from 'i18next'
import { i18nextOptions, rememberTexts, settleLanguages } from './i18next-options'
import type { Language } from './language'

export async function setUpBrowserI18n(instance: I18n, language: Language, texts: ResourceLanguage): Promise<void> {
  await instance.init(i18nextOptions(language, { [language]: texts }))
  settleLanguages(instance)
  rememberTexts(instance)
}
