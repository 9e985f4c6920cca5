import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { languageFacts, LANGUAGES as SITE_LANGUAGES } from '../../app/language/language'
import { DEFAULT_NAMESPACE, NAMESPACES } from '../../app/language/namespaces'
import { COUNTED_DETAIL } from '../../contract/error-values'
import { ERRORS } from '../../contract/errors'
import { LANGUAGES, type Language, PERIODS } from '../../contract/primitives'
import { filesUnder, isTest, root, withoutComments } from './source-files'

/** The site's groups, and the one that only the broker reads. */
const GROUPS: readonly string[] = [...NAMESPACES, 'mail']

type Texts = { [key: string]: string | Texts }

function textsOf(language: string, group: string): Map<string, string> {
  const file = path.join(root, 'locales', language, `${group}.json`)
  const flat = new Map<string, string>()
  if (!existsSync(file)) return flat
  const collect = (texts: Texts, prefix: string): void => {
    for (const [key, value] of Object.entries(texts)) {
      if (typeof value === 'string') flat.set(`${group}:${prefix}${key}`, value)
      else collect(value, `${prefix}${key}.`)
    }
  }
  collect(JSON.parse(readFileSync(file, 'utf8')) as Texts, '')
  return flat
}

const allTexts = (language: string): Map<string, string> => new Map(GROUPS.flatMap((group) => [...textsOf(language, group)]))
const PLURAL = /_(zero|one|two|few|many|other)$/
const baseKey = (key: string): string => key.replace(PLURAL, '')
const baseKeys = (texts: Map<string, string>): Set<string> => new Set([...texts.keys()].map(baseKey))
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{\s*([\w.]+)/g)].map((match) => match[1] ?? '').sort()
const tags = (text: string): string[] => [...text.matchAll(/<\/?([a-zA-Z]\w*)>/g)].map((match) => match[1] ?? '').sort()

/** The placeholder that an error's forms count. */
const countedDetail = (key: string): string | undefined =>
  (COUNTED_DETAIL as Readonly<Record<string, string>>)[baseKey(key).replace('public:error.', '')]

const english = allTexts('en')

describe('languages', () => {
  test('the site offers the languages of the contract, in their order', () => {
    expect([...SITE_LANGUAGES]).toEqual([...LANGUAGES])
  })

  test('every language has a name, a flag file and a tag that Intl knows', () => {
    for (const language of LANGUAGES) {
      const { flag, ownName, tag } = languageFacts(language)
      expect(existsSync(path.join(root, 'public/flags', `${flag}.svg`)), flag).toBe(true)
      expect(ownName).not.toBe('')
      expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
      expect(Intl.DateTimeFormat.supportedLocalesOf(tag)).toHaveLength(1)
    }
  })
})

describe.each(LANGUAGES)('texts in %s', (language) => {
  const texts = allTexts(language)

  test('every English text has its counterpart, and there is none too many', () => {
    const own = baseKeys(texts)
    const wanted = baseKeys(english)
    expect([...wanted].filter((key) => !own.has(key))).toEqual([])
    expect([...own].filter((key) => !wanted.has(key))).toEqual([])
  })

  test('every plural has the forms that the language needs', () => {
    const forms = new Intl.PluralRules(languageFacts(language).tag).resolvedOptions().pluralCategories
    const plurals = new Set([...texts.keys()].filter((key) => PLURAL.test(key)).map(baseKey))
    for (const key of plurals) {
      const have = [...texts.keys()].filter((other) => baseKey(other) === key && PLURAL.test(other)).map((other) => PLURAL.exec(other)?.[1])
      expect(have, key).toEqual(expect.arrayContaining(forms))
    }
  })

  test('no text is empty, and placeholders and tags are those of the English text', () => {
    const wrong = [...texts].filter(([key, text]) => {
      const model = english.get(`${baseKey(key)}_other`) ?? english.get(key)
      if (text.trim() === '') return true
      if (model === undefined) return true
      // One form of a language may say the number in words.
      const counted = PLURAL.test(key) ? ['count', countedDetail(key)] : []
      const missing = placeholders(model).filter((name) => !counted.includes(name) && !placeholders(text).includes(name))
      const unknown = placeholders(text).filter((name) => !placeholders(model).includes(name))
      return missing.length > 0 || unknown.length > 0 || tags(model).join() !== tags(text).join()
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  test('the periods of the chart stand side by side on a phone', () => {
    const labels = PERIODS.map((period) => texts.get(`trade:period.${period}`) ?? '')
    expect(labels.filter((label) => label === '' || [...label].length > 4)).toEqual([])
  })

  test('every error of the contract has its text', () => {
    const own = baseKeys(texts)
    expect(Object.keys(ERRORS).filter((name) => !own.has(`public:error.${name}`))).toEqual([])
  })
})

/** Scripts in which the text of a language is written; figures, names and symbols are Latin everywhere. */
const SCRIPTS: Partial<Record<Language, RegExp>> = {
  hk: /\p{Script=Han}/u,
  jp: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  kr: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
  ru: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
}

/** A sentence: three words of a Latin script at least, without its placeholders and tags. */
const isSentence = (text: string): boolean => (text.replaceAll(/\{\{.*?\}\}|<.*?>/g, ' ').match(/\p{Script=Latin}{2,}/gu) ?? []).length >= 3

describe.each(LANGUAGES.filter((language) => language !== 'en'))('nothing is left in English: %s', (language) => {
  const texts = allTexts(language)

  test('no sentence is the English one', () => {
    expect(
      [...texts].filter(([key, text]) => isSentence(text) && english.get(key) === text).map(([key, text]) => `${key} ${text}`),
    ).toEqual([])
  })

  test('every sentence is in the script of the language, with Latin digits', () => {
    const script = SCRIPTS[language]
    const foreign = script === undefined ? [] : [...texts].filter(([, text]) => isSentence(text) && !script.test(text))
    expect(foreign.map(([key, text]) => `${key} ${text}`)).toEqual([])
    expect([...texts].filter(([, text]) => /(?![0-9])\p{Nd}/u.test(text)).map(([key]) => key)).toEqual([])
  })
})

test('every text key that the sources name exists', () => {
  const known = baseKeys(english)
  const unknown = filesUnder(['app', 'broker'])
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      [...withoutComments(file.text).matchAll(/['"`]((?:[a-z]+):[a-zA-Z][\w-]*(?:\.[\w-]+)*)['"`]/g)]
        .map((match) => match[1] ?? '')
        .filter((key) => GROUPS.some((group) => key.startsWith(`${group}:`)) && !known.has(key))
        // A prefix that is completed with a value is checked where it is used.
        .filter((key) => ![...known].some((other) => other.startsWith(`${key}.`)))
        .map((key) => `${file.path} ${key}`),
    )
  expect(unknown).toEqual([])
})

test('every text that a component asks its own group for is there', () => {
  const known = baseKeys(english)
  const unknown = filesUnder(['app'])
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const text = withoutComments(file.text)
      const named = [...text.matchAll(/useTranslation\(\s*'([a-z]+)'/g)].map((match) => match[1] ?? '')
      // Where the function comes from elsewhere, any group may be meant.
      const groups = named.length === 0 || /\bt:/.test(text) ? GROUPS : [...named, DEFAULT_NAMESPACE]
      return [...text.matchAll(/\bt\(\s*'([a-zA-Z][\w-]*(?:\.[\w-]+)*)'/g)]
        .map((match) => match[1] ?? '')
        .filter((key) => !groups.some((group) => known.has(`${group}:${key}`)))
        .map((key) => `${file.path} ${key}`)
    })
  expect(unknown).toEqual([])
})

interface ShippedArticle {
  readonly id: string
  readonly title: Partial<Record<Language, string>>
  readonly desc: Partial<Record<Language, string>>
  readonly content: Partial<Record<Language, string>>
}

const readTenant = <Content>(tenant: string, file: string): Content =>
  JSON.parse(readFileSync(path.join(root, 'tenants', tenant, file), 'utf8')) as Content
const shippedTenants = readdirSync(path.join(root, 'tenants'), { withFileTypes: true }).filter((entry) => entry.isDirectory())

test.each(shippedTenants.map(({ name }) => name))('the articles of %s are told in every language of its site', (tenant) => {
  const { languages } = readTenant<{ languages: Language[] }>(tenant, 'tenant.json')
  const wrong = readTenant<ShippedArticle[]>(tenant, 'news.json').flatMap(({ id, ...texts }) =>
    (['title', 'desc', 'content'] as const).flatMap((part) =>
      languages.filter((language) => !isTranslated(language, texts[part][language], texts[part].en)).map((each) => `${id} ${part} ${each}`),
    ),
  )
  expect(languages.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

function isTranslated(language: Language, text = '', model = ''): boolean {
  const isOwn = language === 'en' || (text !== model && (SCRIPTS[language]?.test(text) ?? true))
  return text !== '' && isOwn && tags(text).join() === tags(model).join() && !/(?![0-9])\p{Nd}/u.test(text)
}
