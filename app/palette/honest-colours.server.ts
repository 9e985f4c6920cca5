/**
 * Colours of the texts that no brand may hide. They are the brand's own while these can be read; where they cannot, or are not
 * plain colours, the neutral theme's take their place. A theme that names these tokens itself is overruled.
 */
import { parse, wcagContrast } from 'culori'
import neutral from '../../themes/graphite.json'

/** WCAG 2.2 AA for small text. */
export const READABLE_CONTRAST = 4.5

type Colours = Readonly<Record<string, string>>

export function honestColours(mode: 'light' | 'dark', brand: Colours): Colours {
  const own = neutral.modes[mode] as Colours
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

function isReadable(colours: Colours, ground: string, inks: readonly string[]): boolean {
  return inks.every((ink) => contrastOf(colours[ink], colours[ground]) >= READABLE_CONTRAST)
}

/** 0 for what is no plain colour: one that can be seen through has no contrast of its own. */
export function contrastOf(front: string | undefined, back: string | undefined): number {
  const [one, other] = [parse(front ?? ''), parse(back ?? '')]
  const isPlain = one !== undefined && other !== undefined && (one.alpha ?? 1) === 1 && (other.alpha ?? 1) === 1
  return isPlain ? wcagContrast(one, other) : 0
}
