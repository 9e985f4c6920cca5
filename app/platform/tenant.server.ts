/** What of a company goes to the browser, and its colours as one theme. */
import type { Tenant, ThemeFile } from '../../contract/tenant'
import graphite from '../../themes/graphite.json'
import type { PublicTenant } from './site'

/** The theme of the tenant with its own token values and radii laid over; the neutral one for the main site. */
export function themeOf(tenant: Tenant | null): ThemeFile {
  if (tenant === null) return graphite
  const { themeTokens, theme } = tenant
  const radii = Object.fromEntries(Object.entries(theme.radius).map(([size, length]) => [`r-${size}`, length]))
  return {
    name: themeTokens.name,
    modes: { light: { ...themeTokens.modes.light, ...theme.light }, dark: { ...themeTokens.modes.dark, ...theme.dark } },
    shape: { ...themeTokens.shape, ...radii },
  }
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
  }
}
