/** Looks for secrets in bytes, in every spelling in which a program might have written them down. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export interface Secret {
  /** What it is, for the report; the secret itself is never printed. */
  readonly name: string
  readonly value: string | Buffer
}

/** Plain, JSON-escaped, percent-encoded, base64, base64url, hex: whatever differs from the plain spelling. */
function spellingsOf(value: string | Buffer): Buffer[] {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value, 'utf8')
  const texts = Buffer.isBuffer(value) ? [] : [JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]
  // Base64 of a text inside a longer one begins at one of three offsets; the middle part is the same each time.
  const shifted = [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const inner = encoded.slice(Math.ceil((shift * 4) / 3) + (shift > 0 ? 1 : 0), -2)
    return inner.length < 12 ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const hex = bytes.toString('hex')
  return [...[...new Set([...texts, ...shifted, hex, hex.toUpperCase()])].map((text) => Buffer.from(text, 'utf8')), bytes]
}

/** Names of the secrets of which a trace stands in `bytes`. */
export function tracesIn(bytes: Buffer, secrets: readonly Secret[]): string[] {
  return secrets.filter(({ value }) => spellingsOf(value).some((spelling) => bytes.includes(spelling))).map(({ name }) => name)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(place) : entry.isFile() ? [place] : []
  })
}

interface FolderScan {
  readonly files: number
  readonly bytes: number
  /** `secret in file`. */
  readonly found: readonly string[]
}

export function scanFolder(folder: string, secrets: readonly Secret[]): FolderScan {
  const files = filesBelow(folder)
  const found = files.flatMap((file) => tracesIn(readFileSync(file), secrets).map((name) => `${name} in ${path.relative(folder, file)}`))
  return { files: files.length, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0), found }
}
