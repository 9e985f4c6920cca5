/**
 * Which site a host name stands for. The map is exact: a host that is not in it is not ours, whatever it looks like, and
 * gets a neutral answer that names no company.
 */

import type { IncomingMessage } from 'node:http'
import { apiHost, deskHost } from '../../contract/house-hosts'
import type { Tenant } from '../../contract/tenant'

export type Site = {
  /** As the company's record writes it, with its port: addresses are made from this, never from what a request says. */
  readonly host: string
} & (
  | { readonly kind: 'tenant'; readonly tenant: Tenant }
  /** The base domain: the directory of companies. */
  | { readonly kind: 'main' }
  /** Of one company, where it has a domain of its own; else of all. */
  | { readonly kind: 'api'; readonly tenant: Tenant | null }
  | { readonly kind: 'desk' }
)

export interface HostMap {
  /** The site of a Host header, or null. The header is compared as it is: no trimming, no partial match. */
  siteOf(host: string | undefined): Site | null
  /** True for the name of one of the hosts, without its port. */
  hasName(name: string): boolean
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
    hasName: (name) => map.hasName(name),
    get hosts() {
      return map.hosts
    },
    replace(present) {
      map = buildHostMap(present, baseDomain)
    },
  }
}

/** Two Host headers make two readers see two sites (RFC 9112 §3.2: refuse). Node itself would take the first. */
export function namesTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1
}

/** @param baseDomain with the port where it is not the scheme's own, e.g. `localhost:3000`. */
export function buildHostMap(tenants: readonly Tenant[], baseDomain: string): HostMap {
  const sites = new Map<string, Site>()
  for (const tenant of tenants) {
    for (const name of [`${tenant.id}.${baseDomain}`, ...tenant.siteHosts]) {
      const host = name.toLowerCase()
      sites.set(host, { kind: tenant.apiHosts.includes(host) ? 'api' : 'tenant', tenant, host })
    }
  }
  // Last, so that no tenant can take over a name of the house.
  sites.set(baseDomain, { kind: 'main', host: baseDomain })
  sites.set(apiHost(baseDomain), { kind: 'api', tenant: null, host: apiHost(baseDomain) })
  sites.set(deskHost(baseDomain), { kind: 'desk', host: deskHost(baseDomain) })
  const hosts = [...sites.keys()]
  const names = new Set(hosts.map((host) => host.replace(/:\d+$/, '')))
  return {
    // Host names are case-insensitive (RFC 9110 §4.2.3); nothing else about them is flexible.
    siteOf: (host) => (host === undefined ? null : (sites.get(host.toLowerCase()) ?? null)),
    hasName: (name) => names.has(name.toLowerCase()),
    hosts,
  }
}
