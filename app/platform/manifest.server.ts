/** `/manifest.json` of a brand: name, icons, colours, language and direction of whoever installs the site. */
import type { Tenant } from '../../contract/tenant'
import { directionOf, type Language, languageFacts } from './language'
import { pictureType } from './picture-type'
import { themeOf } from './tenant.server'

export interface WebManifest {
  readonly name: string
  readonly short_name: string
  readonly id: string
  readonly start_url: string
  readonly scope: string
  readonly display: 'standalone'
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly theme_color: string
  readonly background_color: string
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose: string }[]
}

export function webManifest(tenant: Tenant, language: Language): WebManifest {
  const tokens = themeOf(tenant).modes[tenant.theme.defaultMode]
  return {
    // On a home screen only the name is seen: a demonstration says there what it is, first.
    name: tenant.isDemoSite ? `DEMO · ${tenant.name}` : tenant.title,
    short_name: tenant.isDemoSite ? `DEMO ${tenant.name}` : tenant.name,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: languageFacts(language).tag,
    dir: directionOf(language),
    theme_color: tokens['bg-surface'] ?? '',
    background_color: tokens['bg-canvas'] ?? '',
    icons: [{ src: tenant.iconPath, sizes: 'any', type: pictureType(tenant.iconPath), purpose: 'any' }],
  }
}
