/** The faces that a page's own style leaves out, as files of the build: one for each set of fonts that pages show at once. */
import { createHash } from 'node:crypto'
import { LANGUAGES } from '../language/language'
import { fontFaces, fontsOf } from '../ui/fonts'

interface LaterFonts {
  /** Where a build puts it, named by its content. */
  readonly name: string
  readonly text: string
}

const made = new Map<string, LaterFonts>()

/** @param shown what `fontsOf` says of the page */
export function laterFonts(shown: readonly string[]): LaterFonts {
  const key = shown.join(' ')
  const known = made.get(key)
  if (known !== undefined) return known
  const text = fontFaces(shown).later
  const later = { name: `assets/fonts-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.css`, text }
  made.set(key, later)
  return later
}

/** All that pages can ask for. */
export function allLaterFonts(): LaterFonts[] {
  const sets = LANGUAGES.flatMap((language) => [fontsOf(language), fontsOf(language, 'Source Serif 4')])
  return [...new Map(sets.map(laterFonts).map((file) => [file.name, file])).values()]
}
