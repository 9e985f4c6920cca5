import { fc, test as property } from '@fast-check/vitest'
import { differenceEuclidean, oklch, wcagContrast } from 'culori'
import { describe, expect, test } from 'vitest'
import aurora from '../../themes/aurora.json'
import graphite from '../../themes/graphite.json'
import meridian from '../../themes/meridian.json'
import saffron from '../../themes/saffron.json'
import { contrastProblems, MODES } from './contrast.server'
import { derivePalette, GREY_CHROMA } from './derive-palette.server'
import { finishColours } from './finish-palette.server'

const distance = differenceEuclidean('oklab')
const NEAR_BLACK = '#111111'
const YELLOW = '#ffd600'
const PINK = '#ff4d9d'
const NAVY = '#14213d'
const GREY = '#808080'

function paletteOf(colour: string, theme = graphite) {
  const derived = derivePalette(colour, theme)
  if (!derived.ok) throw new Error(`${colour}: ${derived.reasons.join('; ')}`)
  return derived.palette
}

/** Degrees between the hues of two colours, the short way round. */
function hueTurn(one: string, other: string): number {
  const turn = Math.abs((oklch(one)?.h ?? 0) - (oklch(other)?.h ?? 0))
  return Math.min(turn, 360 - turn)
}

/** One step of a screen's 255 turns the hue of a nearly grey or nearly black colour far: it is judged where it can be seen. */
const hasHue = (colour: string): boolean => (oklch(colour)?.c ?? 0) >= 2 * GREY_CHROMA

function checkPalette(colour: string, theme = graphite): void {
  const palette = paletteOf(colour, theme)
  expect(contrastProblems(finishColours(theme.modes, palette))).toEqual([])
  for (const mode of MODES) {
    const { brand = '', 'brand-text': words = '', 'brand-mark': mark = '' } = palette[mode]
    for (const shown of [brand, words, mark]) {
      if (hasHue(colour) && hasHue(shown)) expect(hueTurn(colour, shown)).toBeLessThan(8)
      if ((oklch(colour)?.c ?? 0) < GREY_CHROMA) expect(oklch(shown)?.c).toBeLessThan(GREY_CHROMA)
    }
    for (const price of ['green-fill', 'red-fill'] as const) expect(distance(brand, theme.modes[mode][price])).toBeGreaterThanOrEqual(0.1)
    expect(distance(brand, theme.modes[mode]['bg-surface'])).toBeGreaterThanOrEqual(0.1)
    // A switch that is on against one that is off.
    expect(distance(mark, theme.modes[mode]['line-3'])).toBeGreaterThanOrEqual(0.07)
  }
}

describe('a palette from one colour', () => {
  test.each([NEAR_BLACK, YELLOW, PINK, NAVY, GREY, '#ffffff', '#000000'])('%s has every pair at AA, in its own hue', (colour) => {
    checkPalette(colour)
  })

  const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  property.prop([anyColour], { numRuns: 500 })(
    'any colour has every pair at AA, in its own hue, over the neutral theme',
    (colour) => {
      checkPalette(colour)
    },
    60_000,
  )

  property.prop([anyColour, fc.constantFrom(aurora, meridian, saffron)], { numRuns: 60 })(
    'no derived pair is under AA over a tinted theme',
    (colour, theme) => {
      const derived = derivePalette(colour, theme)
      if (derived.ok) expect(contrastProblems(finishColours(theme.modes, derived.palette))).toEqual([])
      else expect(derived.reasons).not.toEqual([])
    },
  )

  test('a colour that reads well as it is stays as it is on the page it suits', () => {
    expect(paletteOf(NAVY).light.brand).toBe(NAVY)
    expect(paletteOf(NEAR_BLACK).light.brand).toBe(NEAR_BLACK)
    expect(paletteOf(YELLOW).light.brand).toBe(YELLOW)
    expect(paletteOf(YELLOW).dark.brand).toBe(YELLOW)
  })

  test('a dark brand is lifted on dark pages, and the move is told', () => {
    const { dark, moves } = paletteOf(NAVY)
    expect(wcagContrast(dark.brand ?? '', graphite.modes.dark['bg-surface'])).toBeGreaterThan(3)
    expect(moves).toContainEqual({ mode: 'dark', token: 'brand', from: NAVY, to: dark.brand })
  })

  test('the colour of a rising price is left to prices', () => {
    const rising = graphite.modes.light['green-fill']
    expect(paletteOf(rising).light.brand).not.toBe(rising)
  })

  test.each(['red', '#12345', '#gg0000', '', 'rgb(0 0 0)', '#12345678'])('%o is no colour of a brand', (colour) => {
    expect(derivePalette(colour, graphite)).toEqual({ ok: false, reasons: [`${colour} is not a colour: write it as #rrggbb`] })
  })

  test('a base theme on which no text can be read is refused with the pair', () => {
    const broken = { modes: { ...graphite.modes, light: { ...graphite.modes.light, 'green-text': '#ffffff' } } }
    const derived = derivePalette(NAVY, broken)
    expect(derived.ok).toBe(false)
  })
})
