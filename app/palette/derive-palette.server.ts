/**
 * A brand's palette for light and dark pages from one colour, worked out in OKLCH, where equal steps look equal.
 *
 * Invariant: what comes out keeps the hue of the brand (a grey stays a grey) and leaves no pair of CONTRAST_PAIRS under AA;
 * only lightness moves, and chroma where the screen cannot show it. What cannot be had is refused with the reason.
 * Surfaces, text and price colours stay those of the base theme.
 */
import { clampChroma, differenceEuclidean, formatHex, type Oklch, oklab, oklch, parse } from 'culori'
import {
  type ColoursByMode,
  contrastOf,
  contrastProblems,
  layVeil,
  MODES,
  type Mode,
  ratioText,
  rememberColours,
  type TokenColours,
} from './contrast.server'
import { SIGN_VEIL, SURFACES } from './contrast-pairs'
import { finishColours } from './finish-palette.server'

type PaletteResult = { readonly ok: true; readonly palette: Palette } | { readonly ok: false; readonly reasons: readonly string[] }

export interface Palette extends ColoursByMode {
  /** What had to leave the colour it should have had, in the order it was settled. */
  readonly moves: readonly Move[]
}

export interface Move {
  readonly mode: Mode
  readonly token: string
  readonly from: string
  readonly to: string
}

type Test = (colour: string) => boolean

/** Below this chroma a colour has no hue worth keeping. */
export const GREY_CHROMA = 0.02
/** Distances in OKLab: 0.02 is just seen side by side, 0.1 is another colour at a glance. */
const distance = differenceEuclidean('oklab')
const PRICE_DISTANCE = 0.1
const SURFACE_DISTANCE = 0.1
/** A switch that is on is not taken for one that is off. */
const OFF_DISTANCE = 0.07
const TINT_DISTANCE = 0.02
const LIGHTNESS_STEP = 0.005
/** A light page reads best with white on its button: dark text is taken when the fill would have to move further than this. */
const WHITE_TEXT_WORTH = 0.06
/** Hues within this of the error colour (degrees) would make a focused field look wrong. */
const ERROR_HUE = 25
const ERROR_HUE_WIDTH = 32

/** `#rrggbb` → the values a tenant lays over `theme`. */
export function derivePalette(colour: string, theme: { readonly modes: ColoursByMode }): PaletteResult {
  const seed = /^#[0-9a-f]{6}$/i.test(colour) ? oklch(parse(colour)) : undefined
  if (seed === undefined) return { ok: false, reasons: [`${colour} is not a colour: write it as #rrggbb`] }
  const brand: Oklch = seed.c < GREY_CHROMA ? { ...seed, c: 0, h: 0 } : { ...seed, h: seed.h ?? 0 }
  const derived = MODES.map((mode) => deriveMode(mode, brand, theme.modes[mode]))
  const reasons = derived.flatMap(({ reason }) => (reason === null ? [] : [reason]))
  if (reasons.length > 0) return { ok: false, reasons }
  const [light, dark] = derived.map(({ colours }) => colours) as [TokenColours, TokenColours]
  const left = contrastProblems(finishColours(theme.modes, { light, dark }))
  if (left.length > 0) {
    return {
      ok: false,
      reasons: left.map(
        ({ mode, pair, ratio, needed }) => `${mode}: ${pair} reaches ${ratioText(ratio)} of ${needed}; the base theme has to be mended`,
      ),
    }
  }
  return { ok: true, palette: { light, dark, moves: derived.flatMap(({ moves }) => moves) } }
}

interface DerivedMode {
  readonly colours: TokenColours
  readonly moves: readonly Move[]
  readonly reason: string | null
}

function deriveMode(mode: Mode, brand: Oklch, base: TokenColours): DerivedMode {
  const shade = (l: number, c: number): string => hexOf({ ...brand, l, c: Math.min(brand.c, c) })
  const of = (token: string): string => base[token] ?? ''
  const surfaces = SURFACES.map(of)
  const moves: Move[] = []
  const refused = (what: string): DerivedMode => ({ colours: {}, moves, reason: `${mode}: ${what}` })
  const settle = (token: string, wish: Oklch, test: Test): string | null => {
    const found = nearest(wish, test)
    if (found !== null && found !== hexOf(wish)) moves.push({ mode, token, from: hexOf(wish), to: found })
    return found
  }

  const wish = wishedFill(mode, brand)
  const button = buttonColours(mode, wish, base)
  if (button === null)
    return refused('no lightness of this hue gives a button that can be read, apart from the surfaces and from the price colours')
  if (button.brand !== hexOf(brand)) moves.push({ mode, token: 'brand', from: hexOf(brand), to: button.brand })
  const fill = toOklch(button.brand)

  const soft = settle('brand-soft', tintWish(mode, brand), (tint) => readableTint(tint, base))
  if (soft === null) return refused('no tint of this hue can carry text')
  const textBacks = [...surfaces, soft, of('warn-soft'), of('danger-soft'), of('ok-soft'), of('info-soft')]
  const words = settle('brand-text', textWish(mode, fill), (text) => reaches(text, textBacks, 4.5))
  if (words === null) return refused('no lightness of this hue can be read as a link on every surface')
  const mark = settle(
    'brand-mark',
    fill,
    (edge) => reaches(edge, surfaces, 3) && reaches(edge, [button.on], 3) && farFrom(edge, [of('line-3')], OFF_DISTANCE),
  )
  if (mark === null) return refused('no lightness of this hue stands out from the surfaces')
  const focus = takesOwnFocus(brand) ? nearest(toOklch(mark), (ring) => reaches(ring, surfaces, 4.5)) : of('focus')
  if (focus === null) return refused('no lightness of this hue makes a focus ring')

  return {
    reason: null,
    moves,
    colours: {
      brand: button.brand,
      'brand-hover': button.hover,
      'brand-press': button.press,
      'on-brand': button.on,
      'brand-mark': mark,
      'brand-soft': soft,
      'brand-text': words,
      'brand-line': mode === 'light' ? shade(0.81, 0.07) : shade(0.43, 0.06),
      focus,
    },
  }
}

interface ButtonColours {
  readonly brand: string
  readonly hover: string
  readonly press: string
  readonly on: string
}

/** The fill nearest to the wish whose text can be read in every state and which is taken for no surface and no price. */
function buttonColours(mode: Mode, wish: Oklch, base: TokenColours): ButtonColours | null {
  const darkText = hexOf({ ...wish, l: 0.18, c: Math.min(wish.c, 0.04) })
  const surfaces = SURFACES.map((token) => base[token] ?? '')
  const prices = [base['green-fill'] ?? '', base['red-fill'] ?? '']
  const off = [base['line-3'] ?? '']
  const candidates = [
    {
      on: '#ffffff',
      steps: [
        [0.045, -0.04],
        [-0.035, -0.07],
      ],
      worth: mode === 'light' ? WHITE_TEXT_WORTH : 0,
    },
    {
      on: darkText,
      steps:
        mode === 'light'
          ? [
              [-0.03, -0.06],
              [0.03, 0.06],
            ]
          : [
              [0.035, -0.035],
              [0.035, 0.06],
              [-0.03, -0.06],
            ],
      worth: 0,
    },
  ].flatMap(({ on, steps, worth }) => {
    for (const shade of lightnessesFrom(wish.l)) {
      const fill = { ...wish, l: shade }
      const brand = hexOf(fill)
      if (!farFrom(brand, surfaces, SURFACE_DISTANCE) || !farFrom(brand, prices, PRICE_DISTANCE) || !farFrom(brand, off, OFF_DISTANCE))
        continue
      if (mode === 'dark' && !reaches(brand, surfaces, 3)) continue
      for (const [up = 0, down = 0] of steps) {
        const [hover, press] = [hexOf({ ...fill, l: fill.l + up }), hexOf({ ...fill, l: fill.l + down })]
        const isWhole = fill.l + Math.max(up, down) <= 1 && fill.l + Math.min(up, down) >= 0
        if (isWhole && reaches(on, [brand, hover, press, layVeil(brand, on, SIGN_VEIL)], 4.5))
          return [{ brand, hover, press, on, cost: Math.abs(shade - wish.l) - worth }]
      }
    }
    return []
  })
  return candidates.sort((one, other) => one.cost - other.cost)[0] ?? null
}

/**
 * Where the search begins. A dark brand would vanish on a dark page and takes the light end of its hue there; a grey does
 * so on both pages, because a grey button of middling lightness looks like one that is locked.
 */
function wishedFill(mode: Mode, brand: Oklch): Oklch {
  if (brand.c === 0) {
    const turned = 1.12 - brand.l
    if (mode === 'light') return { ...brand, l: Math.min(0.42, brand.l > 0.75 ? turned : brand.l) }
    return { ...brand, l: Math.max(0.86, brand.l < 0.75 ? turned : brand.l) }
  }
  if (mode === 'light' || brand.l >= 0.55) return brand
  return { ...brand, l: brand.l < 0.42 ? 0.78 : 0.72, c: Math.max(brand.c, 0.07) }
}

function tintWish(mode: Mode, brand: Oklch): Oklch {
  return mode === 'light'
    ? { ...brand, l: 0.94, c: Math.min(brand.c * 0.35, 0.04) }
    : { ...brand, l: 0.28, c: Math.min(brand.c * 0.45, 0.05) }
}

function textWish(mode: Mode, fill: Oklch): Oklch {
  return {
    ...fill,
    l: mode === 'light' ? Math.min(fill.l, 0.56) : Math.max(fill.l, 0.7),
    c: mode === 'light' ? fill.c : Math.min(fill.c, 0.15),
  }
}

/** A chosen row carries every colour of text and of prices, and is seen to be chosen. */
function readableTint(tint: string, base: TokenColours): boolean {
  const words = ['text-1', 'text-2', 'text-3', 'green-text', 'red-text', 'blue-text', 'orange-text'].map((token) => base[token] ?? '')
  return words.every((word) => reaches(word, [tint], 4.5)) && farFrom(tint, [base['bg-surface'] ?? ''], TINT_DISTANCE)
}

function takesOwnFocus(brand: Oklch): boolean {
  const turn = Math.abs((brand.h ?? 0) - ERROR_HUE)
  return brand.c >= 0.04 && Math.min(turn, 360 - turn) > ERROR_HUE_WIDTH
}

/** The colour nearest in lightness that passes; null when none does. */
function nearest(wish: Oklch, test: Test): string | null {
  for (const l of lightnessesFrom(wish.l)) {
    const colour = hexOf({ ...wish, l })
    if (test(colour)) return colour
  }
  return null
}

function lightnessesFrom(start: number): number[] {
  const steps = Math.ceil(1 / LIGHTNESS_STEP)
  return Array.from(
    { length: 2 * steps + 1 },
    (_, index) => start + (index % 2 === 0 ? 1 : -1) * Math.ceil(index / 2) * LIGHTNESS_STEP,
  ).filter((l) => l >= 0 && l <= 1)
}

function reaches(front: string, backs: readonly string[], needed: number): boolean {
  return backs.every((back) => contrastOf(front, back) >= needed)
}

function farFrom(colour: string, others: readonly string[], least: number): boolean {
  const place = oklabOf(colour)
  return others.every((other) => distance(place, oklabOf(other)) >= least)
}

/** A value that is no colour is black here; the contrast check at the end names it. */
const oklabOf = rememberColours((colour) => oklab(colour) ?? { mode: 'oklab' as const, l: 0, a: 0, b: 0 })

const toOklch = (hex: string): Oklch => ({ h: 0, ...(oklch(hex) as Oklch) })
/** The colour as the screen shows it: chroma is let go until it fits, lightness and hue stay. */
const hexOf = (colour: Oklch): string => formatHex(clampChroma(colour, 'oklch')) ?? ''
