/** Hands a value to the browser as a file of canonical JSON (RFC 8785): what anybody can check to the byte. */
import canonicalize from 'canonicalize'
import { saveFile } from './save-file'

/** @throws TypeError for what JSON cannot say. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('nothing to write as canonical JSON')
  return text
}

/** Hands the file to the browser. */
export function downloadJson(name: string, value: unknown): void {
  saveFile(name, new Blob([canonicalText(value)], { type: 'application/json' }))
}
