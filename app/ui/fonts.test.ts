import { readdirSync, readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { fontsCss, fontsOf, LINES } from './fonts'

const folder = new URL('../../public/fonts/', import.meta.url)
const fileOf = (name: string) => readFileSync(new URL(`${name}.woff2`, folder))
const served = [...fontsCss.matchAll(/url\(\/fonts\/([\w-]+)\.woff2\)/g)].map(([, name = '']) => name)

describe('fonts', () => {
  test('every face has its file, and no file of a face lies there unused', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.woff2'))
    expect(files.map((file) => file.replace('.woff2', '')).sort()).toEqual([...new Set(served)].sort())
  })

  test.each(Object.entries(LINES))('what stands in for %s has its line: nothing moves when it comes', (name, { ascent, descent }) => {
    const { hhea, unitsPerEm } = create(fileOf(name)) as Font & { hhea: { ascent: number; descent: number } }
    expect(hhea.ascent / unitsPerEm).toBeCloseTo(ascent, 3)
    expect(-hhea.descent / unitsPerEm).toBeCloseTo(descent, 3)
  })

  test.each([
    ['en', ['inter-latin']],
    ['hk', ['inter-latin']],
    ['cs', ['inter-latin', 'inter-latin-ext']],
    ['ru', ['inter-latin', 'inter-cyrillic']],
    ['vn', ['inter-latin', 'inter-vietnamese']],
    ['ar', ['inter-latin', 'vazirmatn-arabic']],
    ['fa', ['inter-latin', 'vazirmatn-arabic']],
    ['th', ['inter-latin', 'noto-sans-thai']],
    ['hi', ['inter-latin', 'noto-sans-devanagari']],
    // Theirs come only where the machine has none.
    ['jp', ['inter-latin']],
    ['kr', ['inter-latin']],
  ])('a page in %s asks beforehand for the letters of its language only', (language, files) => {
    expect(fontsOf(language)).toEqual(files.map((file) => `/fonts/${file}.woff2`))
  })

  test('a brand’s own heading font is asked for where it has the letters', () => {
    const serif = '"Source Serif 4", var(--font-serif-fallback)'
    expect(fontsOf('en', serif)).toContain('/fonts/source-serif-4-latin.woff2')
    expect(fontsOf('ru', serif)).toContain('/fonts/source-serif-4-cyrillic.woff2')
    expect(fontsOf('ar', serif)).toEqual(fontsOf('ar'))
  })

  test('every letter of the texts of a script that a machine may lack is in the file of its language', () => {
    for (const [language, name, script] of [
      ['th', 'noto-sans-thai', /\p{Script=Thai}/u],
      ['hi', 'noto-sans-devanagari', /\p{Script=Devanagari}/u],
      ['hk', 'noto-sans-hk', /\p{Script=Han}/u],
      ['jp', 'noto-sans-jp', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
      ['kr', 'noto-sans-kr', /\p{Script=Hangul}/u],
    ] as const) {
      const font = create(fileOf(name)) as Font
      const texts = new URL(`../../locales/${language}/`, import.meta.url)
      const letters = new Set(readdirSync(texts).flatMap((file) => [...readFileSync(new URL(file, texts), 'utf8')]))
      const missing = [...letters].filter((letter) => script.test(letter) && !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
      expect(missing).toEqual([])
    }
  })
})
