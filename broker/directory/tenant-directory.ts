/**
 * Which company answers under a host or an id, as they are now: their files with what the desk has laid over them.
 *
 * Invariants: hosts are compared exactly, in lower case, with their port; a host that is not in the map belongs to nobody. What the
 * desk has laid lies over every new file of its company as well. A company that was taken off is kept as it last was: whoever holds
 * open positions there never loses the one who looks after them.
 */
import { apiHost, deskHost } from '../../contract/house-hosts'
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

/** What the desk has set, worked out over a company's file; null where it has set nothing. */
export type SettingsOver = (file: Tenant) => TenantSettings | null

export interface TenantDirectory {
  /** Those that are served. */
  readonly tenants: readonly Tenant[]
  /** The company as its file says, without what the desk has laid over it; also of one that was taken off. */
  fileOf(id: string): Tenant | undefined
  /** What the desk has set over the company's file; takes the place of what was laid before. */
  lay(id: string, settings: SettingsOver): void
  /** A company that is served, or was until a moment ago; not one whose broker is elsewhere. */
  byId(id: string): Tenant | undefined
  /** Also one that was taken off: for what goes on without its site. */
  keptById(id: string): Tenant | undefined
  ownerOf(host: string): HostOwner
  /** True for the exact origin of a page that one of the companies serves. */
  isSiteOrigin(origin: string): boolean
  /** From now on these are served. Those that are not among them are leaving: calls under way still find them. Gives their ids. */
  replace(tenants: readonly Tenant[]): readonly string[]
  /** A company that is leaving has left: only `keptById` finds it. Nothing happens to one that has come back. */
  retire(id: string): void
}

export function tenantDirectory(tenants: readonly Tenant[], baseDomain: string): TenantDirectory {
  const houses = new Map<string, HostOwner>([
    [baseDomain, { kind: 'shared' }],
    [apiHost(baseDomain), { kind: 'shared' }],
    [deskHost(baseDomain), { kind: 'desk' }],
  ])
  return new Directory(tenants, houses)
}

type CompanyOfHost = Extract<HostOwner, { kind: 'tenant' }>
const NOBODY: HostOwner = { kind: 'unknown' }

class Directory implements TenantDirectory {
  /** Every company that was ever served by this process. */
  readonly #files = new Map<string, Tenant>()
  readonly #laid = new Map<string, SettingsOver>()
  /** With what is laid over their files; each is whole, and another one after every change: a call keeps what it arrived at. */
  readonly #kept = new Map<string, CompanyOfHost>()
  readonly #leaving = new Set<string>()
  #present: ReadonlySet<string> = new Set()
  #ownerOfHost = new Map<string, CompanyOfHost>()
  #origins: ReadonlySet<string> = new Set()

  constructor(
    tenants: readonly Tenant[],
    private readonly houses: ReadonlyMap<string, HostOwner>,
  ) {
    this.replace(tenants)
  }

  get tenants(): readonly Tenant[] {
    return [...this.#present].flatMap((id) => this.#kept.get(id)?.tenant ?? [])
  }

  fileOf(id: string): Tenant | undefined {
    return this.#files.get(id)
  }

  lay(id: string, settings: SettingsOver): void {
    this.#laid.set(id, settings)
    this.#complete(id)
  }

  byId(id: string): Tenant | undefined {
    const tenant = this.#present.has(id) || this.#leaving.has(id) ? this.#kept.get(id)?.tenant : undefined
    return isElsewhere(tenant) ? undefined : tenant
  }

  keptById(id: string): Tenant | undefined {
    return this.#kept.get(id)?.tenant
  }

  ownerOf(host: string): HostOwner {
    const name = host.toLowerCase()
    const company = this.#ownerOfHost.get(name)
    return this.houses.get(name) ?? (company === undefined || isElsewhere(company.tenant) ? NOBODY : company)
  }

  isSiteOrigin(origin: string): boolean {
    return this.#origins.has(origin)
  }

  replace(tenants: readonly Tenant[]): readonly string[] {
    const present = new Set(tenants.map(({ id }) => id))
    const gone = [...this.#present].filter((id) => !present.has(id))
    for (const id of gone) this.#leaving.add(id)
    for (const id of present) this.#leaving.delete(id)
    this.#present = present
    for (const tenant of tenants) {
      // The same file again leaves the company the same object: what is worked out from it by others stays worked out.
      if (this.#files.get(tenant.id) === tenant) continue
      this.#files.set(tenant.id, tenant)
      this.#complete(tenant.id)
    }
    this.#mapHosts()
    return gone
  }

  retire(id: string): void {
    if (this.#leaving.delete(id)) this.#mapHosts()
  }

  #complete(id: string): void {
    const file = this.#files.get(id)
    if (file === undefined) return
    const laid = this.#laid.get(id)?.(file) ?? null
    const company: CompanyOfHost = { kind: 'tenant', tenant: laid === null ? file : { ...file, ...laid } }
    this.#kept.set(id, company)
    for (const host of file.siteHosts) {
      if (this.#ownerOfHost.get(host)?.tenant.id === id) this.#ownerOfHost.set(host, company)
    }
  }

  #mapHosts(): void {
    const hosts = new Map<string, CompanyOfHost>()
    // Those that are leaving come first: whoever has taken a host over from them has it.
    for (const id of [...this.#leaving, ...this.#present]) {
      const company = this.#kept.get(id)
      if (company !== undefined) for (const host of company.tenant.siteHosts) hosts.set(host, company)
    }
    this.#ownerOfHost = hosts
    this.#origins = new Set([...this.#leaving, ...this.#present].flatMap((id) => siteOrigins(this.#files.get(id))))
  }
}

/**
 * Its calls are carried out by another broker: here it is listed, and what it left behind is looked after, but nobody can call it, so
 * that no trader of the company ever has two accounts.
 */
function isElsewhere(tenant: Tenant | undefined): boolean {
  return tenant?.brokerOrigin !== undefined
}

/** Every origin under which a browser shows this tenant's site. */
export function siteOrigins(tenant: Tenant | undefined): string[] {
  if (tenant === undefined) return []
  const scheme = new URL(tenant.siteOrigin).protocol
  return tenant.siteHosts.map((host) => `${scheme}//${host}`)
}
