/** The style text of a brand's pages, made once for each state of its file. */
import type { Tenant } from '../../contract/tenant'
import { baseCss } from '../ui/global-style'
import { themeOf } from './tenant.server'

const made = new WeakMap<Tenant, string>()
let ofTheHouse: string | undefined

export function brandCss(tenant: Tenant | null): string {
  if (tenant === null) {
    ofTheHouse ??= baseCss(themeOf(null))
    return ofTheHouse
  }
  const css = made.get(tenant) ?? baseCss(themeOf(tenant))
  made.set(tenant, css)
  return css
}
