/**
 * Which site a host name stands for. The map is exact: a host that is not in it is not ours, whatever it looks like, and
 * gets a neutral answer that names no company.
 */
import type { Tenant } from '../../contract/tenant'

export type Site =
  | { readonly kind: 'tenant'; readonly tenant: Tenant }
  /** The base domain: the directory of companies. */
  | { readonly kind: 'main' }
  | { readonly kind: 'api' }
  | { readonly kind: 'desk' }

export interface HostMap {
  /** The site of a Host header, or null. The header is compared as it is: no trimming, no partial match. */
  siteOf(host: string | undefined): Site | null
  readonly hosts: readonly string[]
}

/** A map that is changed as a whole, while requests come in. */
export interface LiveHostMap extends HostMap {
  /** From the next request on these are the companies. */
  replace(tenants: readonly Tenant[]): void
}

export function liveHostMap(tenants: readonly Tenant[], baseDomain: string): LiveHostMap {
  let map = buildHostMap(tenants, baseDomain)
  return {
    siteOf: (host) => map.siteOf(host),
    get hosts() {
      return map.hosts
    },
    replace(present) {
      map = buildHostMap(present, baseDomain)
    },
  }
}

/** @param baseDomain with the port where it is not the scheme's own, e.g. `localhost:3000`. */
export function buildHostMap(tenants: readonly Tenant[], baseDomain: string): HostMap {
  const sites = new Map<string, Site>()
  for (const tenant of tenants) {
    for (const host of [`${tenant.id}.${baseDomain}`, ...tenant.siteHosts]) sites.set(host.toLowerCase(), { kind: 'tenant', tenant })
  }
  // Last, so that no tenant can take over a name of the house.
  sites.set(baseDomain, { kind: 'main' })
  sites.set(`api.${baseDomain}`, { kind: 'api' })
  sites.set(`desk.${baseDomain}`, { kind: 'desk' })
  return {
    // Host names are case-insensitive (RFC 9110 §4.2.3); nothing else about them is flexible.
    siteOf: (host) => (host === undefined ? null : (sites.get(host.toLowerCase()) ?? null)),
    hosts: [...sites.keys()],
  }
}
