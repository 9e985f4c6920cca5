import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ThemeFile } from '../../contract/tenant'
import { baseTokensCss } from '../ui/base-tokens'
import { token } from '../ui/token'
import { brandCss, paletteCss } from './brand-css.server'

const folder = join(import.meta.dirname, '../../themes')
const themes = readdirSync(folder).map((file): [string, ThemeFile] => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))])

function leaves(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as Record<string, unknown>).flatMap(leaves)
}

describe.each(themes)('%s', (file, theme) => {
  test('is named after its file and sets the same tokens in both modes', () => {
    expect(`${theme.name}.json`).toBe(file)
    expect(Object.keys(theme.modes.dark)).toEqual(Object.keys(theme.modes.light))
  })

  test('every token that components read has a value', () => {
    const css = baseTokensCss + paletteCss(theme)
    const missing = leaves(token)
      .map((leaf) => /^var\((--[a-z0-9-]+)\)$/.exec(leaf)?.[1] ?? leaf)
      .filter((name) => !css.includes(`${name}:`))
    expect(missing).toEqual([])
  })

  test('prints both modes and the choice of the system', () => {
    const css = paletteCss(theme)
    for (const part of ['[data-mode="light"]', '[data-mode="dark"]', 'prefers-color-scheme:dark', 'color-scheme:dark'])
      expect(css).toContain(part)
  })
})

test('raw price hues are not named for components', () => {
  expect(leaves(token).filter((leaf) => /--(green|red|blue|orange)/.test(leaf))).toEqual([])
})

describe('a theme value', () => {
  const theme = (value: string): ThemeFile => ({ name: 'x', modes: { light: { brand: value }, dark: { brand: value } }, shape: {} })

  test.each(['red;}body{display:none', '</style>', 'url(https://evil.example/x)', '@import', '\\3c'])('%s is refused', (value) => {
    expect(() => paletteCss(theme(value))).toThrow('theme value refused: brand')
  })
})

test('the text of a palette is made once for each set of fonts, and holds the palette after the rules of every page', () => {
  const [, palette] = themes[0] as [string, ThemeFile]
  expect(brandCss(palette, [])).toBe(brandCss(palette, []))
  expect(brandCss(palette, [])).not.toBe(brandCss(palette))
  expect(
    brandCss(palette).endsWith(
      `@media (prefers-color-scheme:dark){:root[data-mode="system"]{color-scheme:dark;${Object.entries(palette.modes.dark)
        .map(([name, value]) => `--${name}:${value}`)
        .join(';')}}}`,
    ),
  ).toBe(true)
})
