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
  | { readonly kind: 'unknown' }

export interface TenantDirectory {
  readonly tenants: readonly Tenant[]
  byId(id: string): Tenant | undefined
  ownerOf(host: string): HostOwner
  /** True for the exact origin of a page that one of the companies serves. */
  isSiteOrigin(origin: string): boolean
}

export function tenantDirectory(tenants: readonly Tenant[], baseDomain: string): TenantDirectory {
  const ids = new Map(tenants.map((tenant) => [tenant.id, tenant]))
  const hosts = new Map<string, HostOwner>(tenants.flatMap((tenant) => tenant.siteHosts.map((host) => [host, { kind: 'tenant', tenant }])))
  for (const host of [baseDomain, `api.${baseDomain}`]) hosts.set(host, { kind: 'shared' })
  const origins = new Set(tenants.flatMap(siteOrigins))
  return {
    tenants,
    byId: (id) => ids.get(id),
    ownerOf: (host) => hosts.get(host.toLowerCase()) ?? { kind: 'unknown' },
    isSiteOrigin: (origin) => origins.has(origin),
  }
}

/** Every origin under which a browser shows this tenant's site. */
export function siteOrigins(tenant: Tenant): string[] {
  const scheme = new URL(tenant.siteOrigin).protocol
  return tenant.siteHosts.map((host) => `${scheme}//${host}`)
}
