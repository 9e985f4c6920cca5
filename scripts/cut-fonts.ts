/**
 * Cuts the East Asian fonts of public/fonts to the letters that the site's texts need, besides those that stand in the files already:
 *
 *     npx tsx scripts/cut-fonts.ts NotoSansCJK-Regular.ttc
 *
 * Takes Noto Sans CJK as its makers publish it (one collection of all languages, SIL Open Font License) and `pyftsubset` of fonttools
 * with brotli. To be run when a text holds a letter that no file has: app/ui/fonts.test.ts says so.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { create, type Font } from 'fontkit'

const ROOT = path.join(import.meta.dirname, '..')
/** Where a language's font stands in the collection. */
const FONTS = { jp: 0, kr: 1, hk: 4 } as const
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u

const [collection] = process.argv.slice(2)
if (collection === undefined) throw new Error('Say where the collection is: npx tsx scripts/cut-fonts.ts NotoSansCJK-Regular.ttc')

const scratch = mkdtempSync(path.join(ROOT, 'public/fonts/.cut-'))
try {
  for (const [language, number] of Object.entries(FONTS)) {
    const file = path.join(ROOT, `public/fonts/noto-sans-${language}.woff2`)
    const before = (create(readFileSync(file)) as Font).characterSet
    const texts = path.join(ROOT, 'locales', language)
    const written = readdirSync(texts).flatMap((name) => [...readFileSync(path.join(texts, name), 'utf8')])
    const letters = new Set([...before.map((point) => String.fromCodePoint(point)), ...written.filter((letter) => EAST_ASIAN.test(letter))])
    if (letters.size === before.length) continue
    const list = path.join(scratch, `${language}.txt`)
    const cut = path.join(scratch, `${language}.woff2`)
    writeFileSync(list, [...letters].sort().join(''))
    execFileSync('pyftsubset', [
      collection,
      `--font-number=${number}`,
      `--text-file=${list}`,
      '--flavor=woff2',
      '--layout-features=',
      '--no-hinting',
      '--desubroutinize',
      '--drop-tables+=vhea,vmtx,VORG',
      `--output-file=${cut}`,
    ])
    renameSync(cut, file)
    console.log(`${language}: ${before.length} letters before, ${letters.size} now`)
  }
} finally {
  rmSync(scratch, { recursive: true })
}
