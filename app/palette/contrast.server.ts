/**
 * Contrast of a brand's finished colours, pair by pair, in both modes.
 * Ratios are those of WCAG 2.2 (relative luminance), between 1 and 21.
 */
import { formatHex, interpolate, parse, wcagLuminance } from 'culori'
import { CONTRAST_PAIRS } from './contrast-pairs'

export const MODES = ['light', 'dark'] as const
export type Mode = (typeof MODES)[number]
/** Token name → colour. */
export type TokenColours = Readonly<Record<string, string>>
export type ColoursByMode = Readonly<Record<Mode, TokenColours>>

export interface ContrastRow {
  readonly mode: Mode
  /** `brand-text on bg-active`: front and back by the names of their tokens. */
  readonly pair: string
  /** 0 when one of the two is missing or is no plain colour. */
  readonly ratio: number
  readonly needed: 3 | 4.5
  readonly use: string
}
type ContrastProblem = Omit<ContrastRow, 'use'>

/** Every pair the pages use, in both modes, in the order of the list of pairs. */
export function contrastRows(theme: ColoursByMode): ContrastRow[] {
  return MODES.flatMap((mode) =>
    CONTRAST_PAIRS.flatMap(({ front, backs, needed, use, veil }) =>
      backs.map((back): ContrastRow => {
        const [ink, ground] = [theme[mode][front] ?? '', theme[mode][back] ?? '']
        const plain = contrastOf(ink, ground)
        const ratio = veil === undefined || plain === 0 ? plain : contrastOf(ink, layVeil(ground, ink, veil))
        return { mode, pair: `${front} on ${back}${veil === undefined ? '' : ' under the sign'}`, ratio, needed, use }
      }),
    ),
  )
}

/** The pairs under AA; none for a brand that may be shown. @param palette a finished one */
export function contrastProblems(palette: ColoursByMode): ContrastProblem[] {
  return contrastRows(palette)
    .filter(({ ratio, needed }) => ratio < needed)
    .map(({ mode, pair, ratio, needed }) => ({ mode, pair, ratio, needed }))
}

/** Down to two decimals: 4.499 is not shown as the 4.5 it fails. */
export function ratioText(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}

/** `back` under `front` that lets `1 - share` of it through, as the browser mixes them. */
export function layVeil(back: string, front: string, share: number): string {
  return formatHex(interpolate([back, front], 'rgb')(share)) ?? back
}

/** WCAG 2.2 AA for small text. */
export const READABLE_CONTRAST = 4.5

/** 0 where one of the two is no plain colour. */
export function contrastOf(front: string | undefined, back: string | undefined): number {
  const [one, other] = [luminanceOf(front ?? ''), luminanceOf(back ?? '')]
  return one === undefined || other === undefined ? 0 : contrastRatio(one, other)
}

/** Of two relative luminances, 0–1: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastRatio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Of what was asked last: brands of one theme share most of their colours, and a search asks about the same few at every step. */
export function rememberColours<Value>(read: (colour: string) => Value): (colour: string) => Value {
  const known = new Map<string, Value>()
  return (colour) => {
    const found = known.get(colour)
    if (found !== undefined || known.has(colour)) return found as Value
    if (known.size >= REMEMBERED) known.clear()
    const value = read(colour)
    known.set(colour, value)
    return value
  }
}
const REMEMBERED = 2_000

/** Relative luminance, 0–1; undefined for what is no plain colour: one that can be seen through has no contrast of its own. */
const luminanceOf = rememberColours((value) => {
  const colour = parse(value)
  return colour !== undefined && (colour.alpha ?? 1) === 1 ? wcagLuminance(colour) : undefined
})
