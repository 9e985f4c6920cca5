/**
 * The words of the page in the browser: as much of i18next as the screens use, behind react-i18next. The server writes the page with
 * i18next itself, and a test says every text of every language with both: nested keys, `group:key`, `{{value}}`, plural forms.
 * i18next is a tenth of what every page would load.
 *
 * Not here, because no text needs it: contexts, nesting, formats, other languages to fall back to (see `i18next-options.ts`).
 */
import type { i18n as I18n, ResourceLanguage } from 'i18next'
import { directionOf, type Language, languageFacts } from './language'
import { DEFAULT_NAMESPACE } from './namespaces'

type Values = Readonly<Record<string, unknown>> & { readonly count?: unknown; readonly ns?: string | readonly string[] }
type Groups = string | readonly string[] | undefined

const firstOf = (groups: Groups): string | undefined => (typeof groups === 'object' ? groups[0] : groups)

class PageTexts {
  readonly isInitialized = true
  readonly options = { defaultNS: DEFAULT_NAMESPACE, react: { useSuspense: false } }
  /** Of i18next's parts the one that texts with elements in them need. */
  readonly services = { interpolator: { interpolate: fillIn } }
  languages: readonly Language[]
  private readonly texts = new Map<string, ResourceLanguage>()
  private readonly listeners = new Set<() => void>()
  private plurals: Intl.PluralRules

  constructor(
    public language: Language,
    texts: ResourceLanguage,
  ) {
    this.texts.set(language, texts)
    this.languages = [language]
    this.plurals = pluralsOf(language)
  }

  readonly t = (key: string, values?: Values): string => this.say(key, undefined, values)

  getFixedT(_language: string | null, groups: Groups): (key: string, values?: Values) => string {
    const t = (key: string, values?: Values) => this.say(key, groups, values)
    return Object.assign(t, { ns: groups })
  }

  exists(key: string): boolean {
    return this.find(key, undefined, undefined) !== undefined
  }

  dir(): 'ltr' | 'rtl' {
    return directionOf(this.language)
  }

  hasLoadedNamespace(): boolean {
    return true
  }

  hasResourceBundle(language: string, group: string): boolean {
    return this.texts.get(language)?.[group] !== undefined
  }

  addResourceBundle(language: string, group: string, bundle: ResourceLanguage[string]): void {
    this.texts.set(language, { ...this.texts.get(language), [group]: bundle })
  }

  async changeLanguage(language: Language): Promise<void> {
    this.language = language
    this.languages = [language]
    this.plurals = pluralsOf(language)
    for (const tell of this.listeners) tell()
  }

  /** Only the change of the language is ever told. */
  on(_event: string, listener: () => void): void {
    this.listeners.add(listener)
  }

  off(_event: string, listener: () => void): void {
    this.listeners.delete(listener)
  }

  private say(key: string, groups: Groups, values: Values | undefined): string {
    const text = this.find(key, values?.ns ?? groups, values?.count) ?? key.slice(key.indexOf(':') + 1)
    return values === undefined ? text : fillIn(text, values)
  }

  private find(key: string, groups: Groups, count: unknown): string | undefined {
    const colon = key.indexOf(':')
    const group = colon === -1 ? (firstOf(groups) ?? DEFAULT_NAMESPACE) : key.slice(0, colon)
    const path = key.slice(colon + 1).split('.')
    const last = path.pop() ?? ''
    const texts = this.texts.get(this.language)
    for (const name of [group, DEFAULT_NAMESPACE]) {
      let place: unknown = texts?.[name]
      for (const part of path) place = isTexts(place) ? place[part] : undefined
      if (!isTexts(place)) continue
      const text = (typeof count === 'number' ? this.pluralOf(place, last, count) : undefined) ?? place[last]
      if (typeof text === 'string') return text
    }
    return undefined
  }

  /** A form of its own for none goes before the language's own. */
  private pluralOf(place: Readonly<Record<string, unknown>>, key: string, count: number): unknown {
    return (count === 0 ? place[`${key}_zero`] : undefined) ?? place[`${key}_${this.plurals.select(count)}`]
  }
}

const pluralsOf = (language: Language): Intl.PluralRules => new Intl.PluralRules(languageFacts(language).tag)

const isTexts = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** What stands in braces is said as it is; a name that nobody spoke of stays, so that it is seen. */
function fillIn(text: string, values: Values): string {
  if (!text.includes('{{')) return text
  return text.replace(/\{\{(.+?)\}\}/g, (written, name: string) => (name in values ? String(values[name] ?? '') : written))
}

/** @param texts all texts of the language that the page was written in */
export const createPageTexts = (language: Language, texts: ResourceLanguage): I18n => new PageTexts(language, texts) as unknown as I18n
