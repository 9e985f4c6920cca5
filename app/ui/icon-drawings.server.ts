/**
 * The drawings of all icons. A document has those that it shows; the browser's code knows only their names: a hundred drawings would be
 * a tenth of what a phone loads before the page answers. They are Lucide's, taken over by `scripts/icon-drawings.ts`.
 */
import { createHash } from 'node:crypto'
import drawings from './icon-drawings.json'

export type IconName = keyof typeof drawings
export const iconNames = Object.keys(drawings) as IconName[]

const symbols: ReadonlyMap<string, string> = new Map(
  Object.entries(drawings).map(([name, drawing]) => [name, `<symbol id="icon-${name}" viewBox="0 0 24 24">${drawing}</symbol>`]),
)

/** What stands inside the hidden picture that all icons can be taken from. */
export const iconSymbols: string = [...symbols.values()].join('')

/** The file of all drawings and where a build puts it, named by its content. */
export const iconsFile = {
  name: `assets/icons-${createHash('sha256').update(iconSymbols).digest('hex').slice(0, 8)}.svg`,
  text: `<svg xmlns="http://www.w3.org/2000/svg">${iconSymbols}</svg>`,
} as const

/** Stands in a page's hidden picture until it is known which icons the page shows. */
export const ICONS_MARK = '<symbol id="icons-of-the-page"></symbol>'

/** The drawings of the icons that this markup shows. The others come when the page stands (bringAllIcons). */
export function iconsIn(html: string): string {
  const names = new Set([...html.matchAll(/ href="#icon-([a-z0-9-]+)"/g)].map(([, name]) => name ?? ''))
  return [...names].map((name) => symbols.get(name) ?? '').join('')
}
