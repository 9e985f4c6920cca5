/**
 * Whether the texts that a brand puts in its own words can stand in for the originals: the key exists and is not protected, and
 * placeholders and tags are those of the English text, so that no name, figure or link is lost.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { OwnTexts } from '../../contract/tenant/own-texts'
import { protectionOf } from '../../contract/tenant/own-texts'
import { nearest } from './mend-problem.server'

/** English texts by `group:part.part`. */
type EnglishTexts = ReadonlyMap<string, string>

interface Texts {
  readonly [key: string]: string | Texts
}

interface TextProblem {
  readonly path: string
  readonly reason: string
  readonly mend: string
}

const PLURAL = /_(zero|one|two|few|many|other)$/
const read = new Map<string, EnglishTexts>()

/** Read once a folder: the house's own texts do not change while it runs. */
export function englishTexts(localesDir: string): EnglishTexts {
  const known = read.get(localesDir)
  if (known !== undefined) return known
  const texts = new Map<string, string>()
  const folder = path.join(localesDir, 'en')
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    collect(JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Texts, `${name.slice(0, -'.json'.length)}:`, texts)
  }
  read.set(localesDir, texts)
  return texts
}

function collect(from: Texts, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === 'string') into.set(prefix + key, value)
    else collect(value, `${prefix}${key}.`, into)
  }
}

export function textProblems(own: OwnTexts, english: EnglishTexts): TextProblem[] {
  return Object.entries(own).flatMap(([language, texts]) =>
    Object.entries(texts ?? {}).flatMap(([key, text]) => {
      const problem = textProblem(key, text, english)
      return problem === null ? [] : [{ path: `texts.${language}.${key}`, ...problem }]
    }),
  )
}

function textProblem(key: string, text: string, english: EnglishTexts): Omit<TextProblem, 'path'> | null {
  // A language may have more plural forms than English.
  const original = english.get(key) ?? (PLURAL.test(key) ? english.get(key.replace(PLURAL, '_other')) : undefined)
  if (original === undefined) {
    return { reason: 'there is no text of this name', mend: `${nearest(key, [...english.keys()])}the names are those of locales/en/` }
  }
  const why = protectionOf(key)
  if (why !== null) return { reason: `this text is the same on every site: ${why}`, mend: 'take it out' }
  const faults = [
    ...differences('the placeholder', placeholders(original), placeholders(text), PLURAL.test(key) ? ['{{count}}'] : []),
    ...differences('the tag', tags(original), tags(text), []),
  ]
  return faults.length === 0 ? null : { reason: faults.join('; '), mend: `the original is: ${original}` }
}

/** `mayLack`: the singular of a language may say the number in words. */
function differences(what: string, wanted: readonly string[], had: readonly string[], mayLack: readonly string[]): string[] {
  const missing = wanted.filter((one) => !had.includes(one) && !mayLack.includes(one))
  const added = had.filter((one) => !wanted.includes(one))
  return [...missing.map((one) => `${what} ${one} is missing`), ...added.map((one) => `${what} ${one} is not in the original`)]
}

function placeholders(text: string): string[] {
  const whole = [...text.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)].map(([, name]) => `{{${name}}}`)
  // What is left of braces after the whole placeholders are gone is a broken one.
  const rest = text.replace(/\{\{\s*[\w.]+\s*\}\}/g, '')
  return /\{\{|\}\}/.test(rest) ? [...whole, '{{…}}'] : whole
}

function tags(text: string): string[] {
  return [...text.matchAll(/<\/?[a-zA-Z]\w*\/?>/g)].map(([tag]) => tag)
}
