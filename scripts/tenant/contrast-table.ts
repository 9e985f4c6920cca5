/** The contrast of a derived palette as lines to print: what the brand's colours meet, how well it reads, and what was mended. */
import { type ColoursByMode, type ContrastRow, contrastRows, MODES, ratioText } from '../../app/palette/contrast.server'
import type { Palette } from '../../app/palette/derive-palette.server'

interface TableRow extends ContrastRow {
  /** Ratio with the brand's colour as it was given, when that was under AA. */
  readonly before: number | null
}

/** Tokens that would simply be the brand's colour if nothing had to be readable. */
const PLAIN_BRAND = ['brand', 'brand-hover', 'brand-press', 'brand-text', 'brand-mark', 'focus'] as const

/** Every pair in which a derived colour stands, in both modes. */
export function tableRows(colour: string, palette: Palette, theme: ColoursByMode): TableRow[] {
  const plain = Object.fromEntries(PLAIN_BRAND.map((token) => [token, colour]))
  const laid = (own: ColoursByMode, over: Readonly<Record<string, string>>): ColoursByMode => ({
    light: { ...theme.light, ...own.light, ...over },
    dark: { ...theme.dark, ...own.dark, ...over },
  })
  const before = contrastRows(laid(palette, plain))
  return contrastRows(laid(palette, {})).flatMap((row, index) => {
    const [front = '', back = ''] = row.pair.replace(' under the sign', '').split(' on ')
    if (!(front in palette[row.mode] || back in palette[row.mode])) return []
    const was = before[index]?.ratio ?? row.ratio
    return [{ ...row, before: was < row.needed ? was : null }]
  })
}

/** One line a foreground and mode with its hardest background; `all` shows every pair. */
export function tableLines(rows: readonly TableRow[], all = false): string[] {
  return MODES.flatMap((mode) => {
    const ofMode = rows.filter((row) => row.mode === mode)
    const shown = all ? ofMode : hardest(ofMode)
    const width = Math.max(...shown.map(({ pair }) => pair.length))
    return [
      `${mode}: ${ofMode.length} pairs, ${ofMode.filter(({ before }) => before !== null).length} mended`,
      ...shown.map(({ pair, ratio, needed, before, use }) => {
        const mended = before === null ? '' : `  mended, was ${ratioText(before)}`
        return `  ${pair.padEnd(width)}  ${ratioText(ratio).padStart(5)} of ${needed.toFixed(1)}  ${use}${mended}`
      }),
    ]
  })
}

function hardest(rows: readonly TableRow[]): TableRow[] {
  const kept = new Map<string, TableRow>()
  for (const row of rows) {
    const key = `${row.pair.split(' on ')[0]} ${row.needed}`
    const known = kept.get(key)
    if (known === undefined || row.ratio < known.ratio) kept.set(key, row)
  }
  return [...kept.values()]
}

/** What left the brand's own colour, told in words. */
export function moveLines({ moves }: Palette): string[] {
  return moves.map(({ mode, token, from, to }) => `${mode}: ${token} ${from} became ${to}`)
}
