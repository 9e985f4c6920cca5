/** The texts of a language as the files under locales/ have them: `group:key` and text, nested keys joined by points. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT_FOLDER as root } from '../../broker/ground/root-folder'

type Texts = { readonly [key: string]: string | Texts }

function flatten(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
}

export function readTexts(language: string): ReadonlyMap<string, string> {
  const folder = path.join(root, 'locales', language)
  return new Map(
    readdirSync(folder).flatMap((file) =>
      flatten(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Texts, `${path.basename(file, '.json')}:`),
    ),
  )
}

const PLURAL = /_(zero|one|two|few|many|other)$/

export const isPluralForm = (key: string): boolean => PLURAL.test(key)
export const withoutForm = (key: string): string => key.replace(PLURAL, '')
