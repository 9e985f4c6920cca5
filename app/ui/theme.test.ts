import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { baseTokensCss } from './base-tokens'
import { overrideTheme, type Theme, themeCss } from './theme'
import { token } from './token'

const folder = join(import.meta.dirname, '../../themes')
const themes = readdirSync(folder).map((file): [string, Theme] => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))])

function leaves(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as Record<string, unknown>).flatMap(leaves)
}

describe.each(themes)('%s', (file, theme) => {
  test('is named after its file and sets the same tokens in both modes', () => {
    expect(`${theme.name}.json`).toBe(file)
    expect(Object.keys(theme.modes.dark)).toEqual(Object.keys(theme.modes.light))
  })

  test('every token that components read has a value', () => {
    const css = baseTokensCss + themeCss(theme)
    const missing = leaves(token)
      .map((leaf) => /^var\((--[a-z0-9-]+)\)$/.exec(leaf)?.[1] ?? leaf)
      .filter((name) => !css.includes(`${name}:`))
    expect(missing).toEqual([])
  })

  test('prints both modes and the choice of the system', () => {
    const css = themeCss(theme)
    for (const part of ['[data-mode="light"]', '[data-mode="dark"]', 'prefers-color-scheme:dark', 'color-scheme:dark'])
      expect(css).toContain(part)
  })
})

test('raw price hues are not named for components', () => {
  expect(leaves(token).filter((leaf) => /--(green|red|blue|orange)/.test(leaf))).toEqual([])
})

describe('a theme value', () => {
  const theme = (value: string): Theme => ({ name: 'x', modes: { light: { brand: value }, dark: { brand: value } }, shape: {} })

  test.each(['red;}body{display:none', '</style>', 'url(https://evil.example/x)', '@import', '\\3c'])('%s is refused', (value) => {
    expect(() => themeCss(theme(value))).toThrow('theme value refused: brand')
  })

  test('of a tenant takes the place of the theme, and an unknown name is refused', () => {
    const base = theme('#000000')
    expect(overrideTheme(base, { dark: { brand: '#ffffff' } }).modes).toEqual({ light: { brand: '#000000' }, dark: { brand: '#ffffff' } })
    expect(() => overrideTheme(base, { light: { brnd: '#ffffff' } })).toThrow('brnd')
  })
})
