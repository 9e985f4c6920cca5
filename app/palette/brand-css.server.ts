/**
 * A finished palette as the style text of pages, made once for each palette and each set of fonts that its pages show at once. A
 * palette sets colour, radius and the display font and nothing else; the same component classes then serve every tenant.
 */
import type { ThemeFile } from '../../contract/tenant'
import { pageCss } from '../ui/global-style'

const made = new WeakMap<ThemeFile, Map<string, string>>()

/** @param fonts left out: the faces of all fonts */
export function brandCss(palette: ThemeFile, fonts?: readonly string[]): string {
  const known = made.get(palette) ?? new Map<string, string>()
  made.set(palette, known)
  const key = fonts?.join(' ') ?? 'all'
  const css = known.get(key) ?? tight(`${pageCss(fonts)}\n${paletteCss(palette)}`)
  known.set(key, css)
  return css
}

/**
 * CSS text that defines the custom properties of a palette on the root element.
 * `data-mode="system"` follows the operating system, for tenants that allow it.
 */
export function paletteCss({ modes, shape }: ThemeFile): string {
  const light = `color-scheme:light;${declarations(modes.light)}`
  const dark = `color-scheme:dark;${declarations(modes.dark)}`
  return [
    `:root{${declarations(shape)}}`,
    `:root[data-mode="light"],:root[data-mode="system"],[data-theme-mode="light"]{${light}}`,
    `:root[data-mode="dark"],[data-theme-mode="dark"]{${dark}}`,
    `@media (prefers-color-scheme:dark){:root[data-mode="system"]{${dark}}}`,
  ].join('\n')
}

/** Colour of the browser's own bars round a page. */
export function barColoursOf({ modes: { light, dark } }: ThemeFile): { light: string; dark: string } {
  return { light: light['bg-surface'] ?? '', dark: dark['bg-surface'] ?? '' }
}

const tokenName = /^[a-z][a-z0-9-]*$/

function declarations(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      // A theme is tenant configuration: it must not be able to close the rule or the style element it is printed into.
      if (!tokenName.test(name) || /[<>{};@\\]|url\(/i.test(value)) throw new Error(`theme value refused: ${name}`)
      return `--${name}:${value}`
    })
    .join(';')
}

/** The same rules without what only those need who write them: remarks, indents, and spaces where none is meant. */
function tight(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .replaceAll(/: (?=[^{}]*[;}])/g, ':')
    .replaceAll(';}', '}')
}
