import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import graphite from '../../themes/graphite.json'
import { contrastProblems, ratioText } from './contrast.server'
import { finishColours, finishPalette } from './finish-palette.server'

const themesDir = new URL('../../themes/', import.meta.url)

describe('contrast of a brand', () => {
  test.each(readdirSync(themesDir))('%s has every pair at AA', (file) => {
    expect(contrastProblems(finishPalette(JSON.parse(readFileSync(new URL(file, themesDir), 'utf8'))).modes)).toEqual([])
  })

  test('a value of the tenant is judged on every surface it stands on', () => {
    const problems = contrastProblems(finishColours(graphite.modes, { light: { 'brand-text': '#ffd600' }, dark: {} }))
    expect(problems.map(({ pair }) => pair)).toContain('brand-text on bg-surface')
    expect(problems.every(({ mode, ratio, needed }) => mode === 'light' && ratio < needed)).toBe(true)
  })

  test('a colour one can see through, and one that is missing, counts as unreadable', () => {
    const { focus: _gone, ...dark } = graphite.modes.dark
    const theme = { modes: { light: { ...graphite.modes.light, 'text-1': 'rgb(0 0 0 / .5)' }, dark } }
    const problems = contrastProblems(theme.modes)
    expect(problems).toContainEqual({ mode: 'light', pair: 'text-1 on bg-canvas', ratio: 0, needed: 4.5 })
    expect(problems).toContainEqual({ mode: 'dark', pair: 'focus on bg-canvas', ratio: 0, needed: 3 })
  })

  test.each([
    [4.499, '4.49'],
    [21, '21.00'],
    [3, '3.00'],
  ])('a ratio of %d is written %s: never rounded up to what it misses', (ratio, text) => {
    expect(ratioText(ratio)).toBe(text)
  })
})
