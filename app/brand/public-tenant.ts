import type { Tenant } from '../../contract/tenant'

/** What of a company goes to the browser. */
export type PublicTenant = Pick<
  Tenant,
  'id' | 'name' | 'title' | 'legal' | 'email' | 'isDemoSite' | 'logoPath' | 'iconPath' | 'languages' | 'status' | 'features'
>

/** Colour of the browser's own bars round a page, by mode. */
export interface BarColours {
  readonly light: string
  readonly dark: string
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
