/** `/manifest.json` of a brand: name, icons, colours, shortcuts, language and direction of whoever installs the site. */
import { readFileSync } from 'node:fs'
import type { Tenant } from '../../contract/tenant'
import { paths } from '../addresses/paths'
import { directionOf, type Language, languageFacts } from '../language/language'
import { appIconAddress } from './app-icon-address'
import { pictureType } from './picture-type'

interface ManifestIcon {
  readonly src: string
  readonly sizes: string
  readonly type: string
  readonly purpose: 'any' | 'maskable'
}

interface WebManifest {
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
  readonly categories: readonly string[]
  readonly icons: readonly ManifestIcon[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly ManifestIcon[] }[]
}

export function webManifest(tenant: Tenant, language: Language): WebManifest {
  const tokens = tenant.palette.modes[tenant.theme.defaultMode]
  const drawn = (size: 192 | 512, purpose: ManifestIcon['purpose']): ManifestIcon => ({
    src: appIconAddress(tenant.iconPath, purpose === 'any' ? `${size}.png` : `maskable-${size}.png`),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const shortcut = (key: TabText, url: string) => ({ name: tabText(tenant, language, key), url, icons: [drawn(192, 'any')] })
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
    categories: ['finance'],
    icons: [
      drawn(192, 'any'),
      drawn(512, 'any'),
      drawn(192, 'maskable'),
      drawn(512, 'maskable'),
      { src: tenant.iconPath, sizes: 'any', type: pictureType(tenant.iconPath), purpose: 'any' },
    ],
    shortcuts: [shortcut('trade', paths.trade()), shortcut('orders', paths.orders())],
  }
}

type TabText = 'trade' | 'orders'
const files = new Map<Language, Readonly<Record<TabText, string>>>()

/** The door stands in front of the build that holds all texts, so the few words of the tab bar are read from their file. */
function tabText({ texts }: Tenant, language: Language, key: TabText): string {
  const own = texts[language]?.[`tabbar:${key}`]
  if (own !== undefined) return own
  const known = files.get(language)
  if (known !== undefined) return known[key]
  const read: Readonly<Record<TabText, string>> = JSON.parse(
    readFileSync(new URL(`../../locales/${language}/tabbar.json`, import.meta.url), 'utf8'),
  )
  files.set(language, read)
  return read[key]
}
