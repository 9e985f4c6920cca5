/** The style text of a brand's pages, made once for each state of its file and each set of fonts that its pages show at once. */
import type { Tenant } from '../../contract/tenant'
import { themeOf } from '../brand/tenant.server'
import { baseCss } from '../ui/global-style'

type ByFonts = Map<string, string>
const made = new WeakMap<Tenant, ByFonts>()
const ofTheHouse: ByFonts = new Map()

/** @param fonts left out: the faces of all fonts */
export function brandCss(tenant: Tenant | null, fonts?: readonly string[]): string {
  const known = tenant === null ? ofTheHouse : (made.get(tenant) ?? new Map<string, string>())
  if (tenant !== null) made.set(tenant, known)
  const key = fonts?.join(' ') ?? ''
  const css = known.get(key) ?? tight(baseCss(themeOf(tenant), fonts))
  known.set(key, css)
  return css
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
