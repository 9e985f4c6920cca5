/** What of a company goes to the browser, and its colours as one theme. */
import type { Tenant, ThemeFile } from '../../contract/tenant'
import graphite from '../../themes/graphite.json'
import { honestColours } from '../palette/honest-colours.server'
import type { BarColours, PublicTenant } from './public-tenant'

/** Display fonts by their name in a tenant's file: family, weight and tracking of names and headings. */
const DISPLAY_FONTS = {
  inter: { 'font-display': 'var(--font-ui)', 'display-weight': '600', 'display-track': '-0.02em' },
  'source-serif': { 'font-display': '"Source Serif 4", var(--font-serif-fallback)', 'display-weight': '560', 'display-track': '-0.012em' },
  system: { 'font-display': 'system-ui, sans-serif', 'display-weight': '600', 'display-track': '0' },
} as const satisfies Record<NonNullable<Tenant['theme']['font']>, ThemeFile['shape']>

/** The theme of the tenant with its own token values, radii and font laid over; the neutral one for the main site. */
export function themeOf(tenant: Tenant | null): ThemeFile {
  if (tenant === null) return ofTheHouse
  const made = themes.get(tenant) ?? makeTheme(tenant)
  themes.set(tenant, made)
  return made
}

/** Weighing colours takes a millisecond, and every page asks. */
const themes = new WeakMap<Tenant, ThemeFile>()
const ofTheHouse = withHonestColours(graphite)

function makeTheme({ themeTokens, theme }: Tenant): ThemeFile {
  const radii = Object.fromEntries(Object.entries(theme.radius).map(([size, length]) => [`r-${size}`, length]))
  return withHonestColours({
    name: themeTokens.name,
    modes: { light: { ...themeTokens.modes.light, ...theme.light }, dark: { ...themeTokens.modes.dark, ...theme.dark } },
    shape: { ...themeTokens.shape, ...radii, ...(theme.font === undefined ? {} : DISPLAY_FONTS[theme.font]) },
  })
}

function withHonestColours(theme: ThemeFile): ThemeFile {
  const { light, dark } = theme.modes
  return { ...theme, modes: { light: { ...light, ...honestColours('light', light) }, dark: { ...dark, ...honestColours('dark', dark) } } }
}

export function barColoursOf({ modes: { light, dark } }: ThemeFile): BarColours {
  return { light: light['bg-surface'] ?? '', dark: dark['bg-surface'] ?? '' }
}

export function publicTenant(tenant: Tenant): PublicTenant {
  return {
    id: tenant.id,
    name: tenant.name,
    title: tenant.title,
    legal: tenant.legal,
    email: tenant.email,
    isDemoSite: tenant.isDemoSite,
    logoPath: tenant.logoPath,
    iconPath: tenant.iconPath,
    languages: tenant.languages,
    status: tenant.status,
    features: tenant.features,
  }
}
