import { describe, expect, test } from 'vitest'
import { derivePalette } from '../../app/palette/derive-palette.server'
import graphite from '../../themes/graphite.json'
import { tableLines, tableRows } from './contrast-table'
import { jsonText } from './tenant-json'
import { withPalette } from './theme'

function yellow() {
  const derived = derivePalette('#ffd600', graphite)
  if (!derived.ok) throw new Error(derived.reasons.join())
  return derived.palette
}

describe('the contrast table', () => {
  test('tells the hardest pair of each colour and what was mended', () => {
    const lines = tableLines(tableRows('#ffd600', yellow(), graphite.modes))
    const links = lines.filter((line) => line.includes('brand-text on'))
    expect(links).toHaveLength(2)
    expect(links[0]).toMatch(/4\.\d\d of 4\.5 .* mended, was 1\.\d\d/)
    expect(links[1]).not.toContain('mended')
  })

  test('shows every pair when asked', () => {
    const rows = tableRows('#ffd600', yellow(), graphite.modes)
    expect(tableLines(rows, true)).toHaveLength(rows.length + 2)
    expect(rows.every(({ ratio, needed }) => ratio >= needed)).toBe(true)
  })
})

describe('a palette laid into a file', () => {
  const file = { name: 'Nova', theme: { defaultMode: 'dark', light: { 'text-1': '#101010', brand: '#222222' } }, listed: false }

  test('takes the place of the old colours and leaves everything else', () => {
    const written = JSON.parse(withPalette(file, yellow(), graphite))
    expect(written).toMatchObject({ name: 'Nova', listed: false, theme: { name: 'graphite', defaultMode: 'dark' } })
    expect(written.theme.light).toMatchObject({ 'text-1': '#101010', brand: '#ffd600' })
  })

  test('is refused where another colour of the brand does not go with it', () => {
    const pale = { ...file, theme: { light: { 'text-1': '#dddddd' } } }
    expect(() => withPalette(pale, yellow(), graphite)).toThrow(/nothing was written.*text-1 on bg-canvas reaches 1\.\d\d of 4\.5/s)
  })
})

test('a file is written a key a line, and a short list on one', () => {
  const value = {
    name: 'Nova "N"',
    hosts: ['a.example', 'b.example'],
    theme: {},
    many: Array.from({ length: 30 }, (_, index) => `host-${index}`),
  }
  const text = jsonText(value)
  expect(JSON.parse(text)).toEqual(value)
  expect(text).toContain('\n  "hosts": ["a.example", "b.example"],\n')
  expect(text).toContain('\n    "host-0",\n')
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(140)
})
