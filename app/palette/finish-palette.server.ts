/**
 * The one order in which a brand comes to its colours: they are derived (`tenant theme`) or written by hand, laid over the theme here,
 * corrected where a text that no brand may hide could not be read, and only then judged (contrast.server.ts) and laid into pages and
 * mails. So what is judged is what a visitor sees. It is done once for each state of a brand's file, where that is read.
 */
import type { TenantFile, ThemeFile } from '../../contract/tenant'
import graphite from '../../themes/graphite.json' with { type: 'json' }
import { type ColoursByMode, contrastOf, type Mode, READABLE_CONTRAST, type TokenColours } from './contrast.server'

/** The house's own theme, in which everything can be read (contrast.server.test.ts holds that). */
export const NEUTRAL: ThemeFile = graphite

type OwnLook = Pick<TenantFile['theme'], 'light' | 'dark'> & Partial<Pick<TenantFile['theme'], 'radius' | 'font'>>

/** Display fonts by their name in a tenant's file: family, weight and tracking of names and headings. */
const DISPLAY_FONTS = {
  inter: { 'font-display': 'var(--font-ui)', 'display-weight': '600', 'display-track': '-0.02em' },
  'source-serif': { 'font-display': '"Source Serif 4", var(--font-serif-fallback)', 'display-weight': '560', 'display-track': '-0.012em' },
  system: { 'font-display': 'system-ui, sans-serif', 'display-weight': '600', 'display-track': '0' },
} as const satisfies Record<NonNullable<TenantFile['theme']['font']>, ThemeFile['shape']>

/** @param own left out: the theme as the house wears it */
export function finishPalette(theme: ThemeFile, own: OwnLook = { light: {}, dark: {} }): ThemeFile {
  const radii = Object.fromEntries(Object.entries(own.radius ?? {}).map(([size, length]) => [`r-${size}`, length]))
  return {
    name: theme.name,
    modes: finishColours(theme.modes, own),
    shape: { ...theme.shape, ...radii, ...(own.font === undefined ? {} : DISPLAY_FONTS[own.font]) },
  }
}

/** The colours alone, for whoever weighs them. */
export function finishColours(theme: ColoursByMode, own: ColoursByMode): Record<Mode, Record<string, string>> {
  const [light, dark] = [
    { ...theme.light, ...own.light },
    { ...theme.dark, ...own.dark },
  ]
  return { light: { ...light, ...honestColours('light', light) }, dark: { ...dark, ...honestColours('dark', dark) } }
}

/**
 * Colours of the texts that no brand may hide. They are the brand's own while these can be read; where they cannot, or are not
 * plain colours, the neutral theme's take their place. A theme that names these tokens itself is overruled.
 */
function honestColours(mode: Mode, brand: TokenColours): TokenColours {
  const own: TokenColours = NEUTRAL.modes[mode]
  const texts = isReadable(brand, 'bg-surface', ['text-1', 'text-2']) ? brand : own
  const alarm = isReadable(brand, 'danger-fill', ['on-fill']) ? brand : own
  return {
    'honest-ground': texts['bg-surface'] ?? '',
    'honest-ink': texts['text-1'] ?? '',
    'honest-ink-2': texts['text-2'] ?? '',
    'honest-alarm': alarm['danger-fill'] ?? '',
    'honest-on-alarm': alarm['on-fill'] ?? '',
  }
}

function isReadable(colours: TokenColours, ground: string, inks: readonly string[]): boolean {
  return inks.every((ink) => contrastOf(colours[ink], colours[ground]) >= READABLE_CONTRAST)
}
