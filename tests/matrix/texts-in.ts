/** The texts of one language as a visitor reads them, for telling whose language a page speaks. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../../contract/primitives'

type Texts = { readonly [key: string]: string | Texts }

const folder = (language: Language): string => fileURLToPath(new URL(`../../locales/${language}`, import.meta.url))

const read = new Map<Language, ReadonlyMap<string, string>>()

/** `group:path.of.text` → text. */
function textsIn(language: Language): ReadonlyMap<string, string> {
  const known = read.get(language)
  if (known !== undefined) return known
  const found = new Map<string, string>()
  const walk = (texts: Texts, place: string): void => {
    for (const [key, value] of Object.entries(texts)) {
      const here = place.endsWith(':') ? `${place}${key}` : `${place}.${key}`
      if (typeof value === 'string') found.set(here, value)
      else walk(value, here)
    }
  }
  for (const file of readdirSync(folder(language))) {
    walk(JSON.parse(readFileSync(`${folder(language)}/${file}`, 'utf8')) as Texts, `${file.replace(/\.json$/, '')}:`)
  }
  read.set(language, found)
  return found
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
/** `exactly` it, or anywhere in a longer text. */
function patternFor(text: string, exactly = false): RegExp {
  const parts = text.split(/\{\{[^}]*\}\}/).map(escaped)
  return new RegExp(exactly ? `^${parts.join('.+')}$` : parts.join('.+'))
}
const letters = (text: string): string => text.replace(/\{\{[^}]*\}\}/g, '')

interface EnglishTexts {
  readonly exact: ReadonlySet<string>
  readonly patterns: readonly RegExp[]
}

const englishBeside = new Map<Language, EnglishTexts>()

/** English texts of at least two words that say something else in this language. */
function englishFor(language: Language): EnglishTexts {
  const known = englishBeside.get(language)
  if (known !== undefined) return known
  const own = new Set([...textsIn(language).values()].map(plain))
  const english = [...textsIn('en').values()].map(plain).filter((text) => !own.has(text) && /\p{L}{2,}.*\s.*\p{L}{2,}/u.test(letters(text)))
  const made = {
    exact: new Set(english.filter((text) => !text.includes('{{'))),
    patterns: english.filter((text) => text.includes('{{')).map((text) => patternFor(text, true)),
  }
  englishBeside.set(language, made)
  return made
}

/** Words that carry no meaning and stand in every English sentence. */
const SMALL_WORDS = /\b(?:the|and|with|your|you|is|are|of|for|this|that|has|have|not|was|from)\b/gi

/** The texts that are English on a page in another language. */
export function englishAmong(texts: readonly string[], language: Language): string[] {
  if (language === 'en') return []
  const { exact, patterns } = englishFor(language)
  return texts.filter(
    (text) => exact.has(text) || patterns.some((pattern) => pattern.test(text)) || new Set(text.toLowerCase().match(SMALL_WORDS)).size >= 3,
  )
}

const GROUP_AND_KEY = /(?:^|\s)[a-z]{3,}:[a-zA-Z]+(?:\.\w+)*(?:$|\s)/
const groups = new Set(['mail', ...readdirSync(folder('en')).map((file) => file.replace(/\.json$/, ''))])
/** `name.of.text`, but not `aurora.example` or `12.5`. */
const KEY_ALONE = /^[a-z]+[a-zA-Z]*(?:\.[a-zA-Z]\w*)+$/
const NAME_OF_A_PLACE = /\.(?:example|localhost|com|org|net|json|pdf|csv|jpe?g|png)$/

/** Names of texts instead of texts, and places that were not filled in. */
export function unfilledAmong(texts: readonly string[]): string[] {
  return texts.filter((text) => {
    if (/\{\{|\}\}|\bundefined\b|\[object |\bNaN\b/.test(text)) return true
    if (KEY_ALONE.test(text) && !NAME_OF_A_PLACE.test(text)) return true
    const [named] = text.match(GROUP_AND_KEY) ?? []
    return named !== undefined && groups.has(named.trim().split(':')[0] ?? '')
  })
}

/** What a text looks like on a page, whatever its places are filled with. */
export function patternOf(key: string, language: Language): RegExp {
  const text = textsIn(language).get(key)
  if (text === undefined) throw new Error(`no text ${key} in ${language}`)
  return patternFor(plain(text))
}
