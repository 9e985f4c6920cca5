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
