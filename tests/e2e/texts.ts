/** The site's own texts, so that a journey presses the same button in every language. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../../app/language/language'

export type JourneyLanguage = 'en' | 'ar' | 'hk'
export type TextOf = (key: string, values?: Readonly<Record<string, string | number>>) => string

type Texts = { readonly [key: string]: string | Texts }

/** `key` is `namespace:path.of.text`. @throws when there is no such text. */
export function textsOf(language: Language): TextOf {
  const loaded = new Map<string, Texts>()
  const load = (namespace: string): Texts => {
    const file = fileURLToPath(new URL(`../../locales/${language}/${namespace}.json`, import.meta.url))
    const texts = loaded.get(namespace) ?? (JSON.parse(readFileSync(file, 'utf8')) as Texts)
    loaded.set(namespace, texts)
    return texts
  }
  return (key, values = {}) => {
    const [namespace = '', place = ''] = key.split(':')
    const text = place
      .split('.')
      .reduce<string | Texts | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), load(namespace))
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''))
  }
}
