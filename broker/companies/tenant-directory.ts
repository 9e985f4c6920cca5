/**
 * Which company answers under a host or an id.
 *
 * Invariant: hosts are compared exactly, in lower case, with their port; a host that is not in the map belongs to nobody.
 */
import type { Tenant } from '../../contract/tenant'

export type HostOwner =
  | { readonly kind: 'tenant'; readonly tenant: Tenant }
  /** The main site and the API host: the company comes from the session or from what the client says. */
  | { readonly kind: 'shared' }
  /** The operator's desk: no company's site, and none of their calls. */
  | { readonly kind: 'desk' }
  | { readonly kind: 'unknown' }

/** What the desk may set of a company. */
export type TenantSettings = Partial<Pick<Tenant, 'trading' | 'registration' | 'service' | 'email' | 'wallet'>>

export interface TenantDirectory {
  /** As they are now: their files with what the desk has laid over them. */
  readonly tenants: readonly Tenant[]
  /** What the desk has set over the company's file; takes the place of what was laid before. */
  lay(id: string, settings: TenantSettings): void
  byId(id: string): Tenant | undefined
  ownerOf(host: string): HostOwner
  /** True for the exact origin of a page that one of the companies serves. */
  isSiteOrigin(origin: string): boolean
}

export function tenantDirectory(tenants: readonly Tenant[], baseDomain: string): TenantDirectory {
  const present = new Map(tenants.map((tenant) => [tenant.id, tenant]))
  const idOfHost = new Map(tenants.flatMap(({ id, siteHosts }) => siteHosts.map((host) => [host, id] as const)))
  const houses = new Map<string, HostOwner>([
    [baseDomain, { kind: 'shared' }],
    [`api.${baseDomain}`, { kind: 'shared' }],
    [`desk.${baseDomain}`, { kind: 'desk' }],
  ])
  const origins = new Set(tenants.flatMap(siteOrigins))
  return {
    get tenants() {
      return [...present.values()]
    },
    lay(id, settings) {
      const file = tenants.find((tenant) => tenant.id === id)
      if (file !== undefined) present.set(id, { ...file, ...settings })
    },
    byId: (id) => present.get(id),
    ownerOf(host) {
      const name = host.toLowerCase()
      const tenant = present.get(idOfHost.get(name) ?? '')
      return houses.get(name) ?? (tenant === undefined ? { kind: 'unknown' } : { kind: 'tenant', tenant })
    },
    isSiteOrigin: (origin) => origins.has(origin),
  }
}

/** Every origin under which a browser shows this tenant's site. */
export function siteOrigins(tenant: Tenant): string[] {
  const scheme = new URL(tenant.siteOrigin).protocol
  return tenant.siteHosts.map((host) => `${scheme}//${host}`)
}
