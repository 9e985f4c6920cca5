/**
 * The product's fonts as a document takes them. A file is opened with the first letter that needs it.
 *
 * Invariant: the letters are found by the fonts of the site and by none of the machine, so a page is the same everywhere.
 */
import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import { decompress } from 'wawoff2'

/** Beside the sources and beside the built program alike. */
const FOLDER = new URL('../../public/fonts/', import.meta.url)
const LATIN = ['inter-latin', 'inter-latin-ext', 'inter-vietnamese', 'inter-cyrillic'] as const
const CJK = { hk: 'noto-sans-hk', jp: 'noto-sans-jp', kr: 'noto-sans-kr' } as const
const OWN: Readonly<Record<string, string>> = { ...CJK, hi: 'noto-sans-devanagari', th: 'noto-sans-thai' }

export interface PaperFont {
  readonly name: string
  readonly bytes: Buffer
  readonly font: Font
}

const open = new Map<string, Promise<PaperFont>>()

function openFont(name: string): Promise<PaperFont> {
  const known = open.get(name) ?? readFont(name)
  open.set(name, known)
  return known
}

async function readFont(name: string): Promise<PaperFont> {
  const bytes = Buffer.from(await decompress(await readFile(new URL(`${name}.woff2`, FOLDER))))
  return { name, bytes, font: create(bytes) as Font }
}

/** The files that may have a letter, the likeliest first. */
function filesOf(letter: string, language: string): readonly string[] {
  if (/\p{Script=Arabic}/u.test(letter)) return ['vazirmatn-arabic']
  if (/\p{Script=Thai}/u.test(letter)) return ['noto-sans-thai']
  if (/\p{Script=Devanagari}/u.test(letter)) return ['noto-sans-devanagari']
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u30ff\uff00-\uffef]/u.test(letter)) {
    const own = CJK[language as keyof typeof CJK]
    const others = Object.values(CJK).filter((name) => name !== own)
    return own === undefined ? others : [own, ...others]
  }
  // Signs that several scripts share, such as the stroke that ends a sentence in Hindi.
  return [...LATIN, OWN[language] ?? 'vazirmatn-arabic']
}

/** The font of each letter of a text; null where none has it. */
export async function fontsFor(text: string, language: string): Promise<Map<string, PaperFont | null>> {
  const found = new Map<string, PaperFont | null>()
  for (const letter of new Set(text)) found.set(letter, await fontWith(letter, language))
  return found
}

async function fontWith(letter: string, language: string): Promise<PaperFont | null> {
  const code = letter.codePointAt(0) ?? 0
  for (const name of filesOf(letter, language)) {
    const opened = await openFont(name)
    if (opened.font.hasGlyphForCodePoint(code)) return opened
  }
  return null
}
