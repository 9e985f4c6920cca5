import { describe, expect, test } from 'vitest'
import aurora from '../../themes/aurora.json'
import { contrastProblems } from './contrast.server'
import { finishPalette, NEUTRAL } from './finish-palette.server'

const PLAIN = { light: {}, dark: {} }
const honest = (colours: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(colours).filter(([name]) => name.startsWith('honest-')))
const pairsOf = (own: typeof PLAIN) => contrastProblems(finishPalette(aurora, own).modes).map(({ pair }) => pair)

describe('a finished palette', () => {
  test("is the theme with the brand's own colours, corners and font over it, the same in every mode that it does not change", () => {
    const { modes, shape } = finishPalette(aurora, { light: { brand: '#123456' }, dark: {}, radius: { md: '3px' }, font: 'system' })
    expect(modes.light).toMatchObject({ ...aurora.modes.light, brand: '#123456' })
    expect(modes.dark).toMatchObject(aurora.modes.dark)
    expect(shape).toEqual({
      ...aurora.shape,
      'r-md': '3px',
      'font-display': 'system-ui, sans-serif',
      'display-weight': '600',
      'display-track': '0',
    })
  })

  test('says what no brand may hide in colours of its own where they can be read, else in neutral ones', () => {
    const { light, dark } = aurora.modes
    expect(honest(finishPalette(aurora).modes.light)).toEqual({
      'honest-ground': light['bg-surface'],
      'honest-ink': light['text-1'],
      'honest-ink-2': light['text-2'],
      'honest-alarm': light['danger-fill'],
      'honest-on-alarm': light['on-fill'],
    })
    const hidden = finishPalette(aurora, {
      light: { 'text-2': light['bg-surface'] },
      dark: { 'danger-fill': dark['on-fill'], 'honest-ink': '#000000' },
    })
    expect(hidden.modes.light).toMatchObject({ 'honest-ground': NEUTRAL.modes.light['bg-surface'], 'honest-alarm': light['danger-fill'] })
    expect(hidden.modes.dark).toMatchObject({ 'honest-ink': dark['text-1'], 'honest-alarm': NEUTRAL.modes.dark['danger-fill'] })
  })

  test('is judged as it is seen: a colour that hides a text is found, and what was corrected is not', () => {
    const pairs = pairsOf({ light: { 'text-1': aurora.modes.light['bg-surface'] }, dark: { 'danger-fill': '#ffffff' } } as typeof PLAIN)
    expect(pairs).toContain('text-1 on bg-surface')
    expect(pairs).toContain('on-fill on danger-fill')
    expect(pairs.filter((pair) => pair.startsWith('honest-'))).toEqual([])
    expect(contrastProblems({ ...aurora.modes }).map(({ pair }) => pair)).toContain('honest-ink on honest-ground')
  })
})
