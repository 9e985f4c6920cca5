/**
 * Reads the brokers from their folders: `tenants/<id>/tenant.json` with a logo, an icon and a theme from `themes/`.
 *
 * Invariant: a folder that is not right stops its own tenant only, with the file, the place in it and the reason; no two
 * tenants ever answer on the same host (the one whose id sorts first keeps it, the other does not load).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { type Tenant, TenantFile, TenantId, ThemeFile } from '../../contract/tenant'
import { isBankAccount, isBankCode } from '../wallet/bank-place'
import { isChainAddress } from '../wallet/chain-address'

export interface LoadTenantsOptions {
  readonly tenantsDir: string
  readonly themesDir: string
  /** Host of the main site, with its port where it has one: `localhost:3000`, `example.com`. */
  readonly baseDomain: string
  /** Scheme of the sites' own addresses: `http` on a developer's machine, else `https`. */
  readonly scheme: 'http' | 'https'
}

export interface TenantProblem {
  readonly file: string
  /** Place in the file, dotted; empty when the whole file is meant. */
  readonly path: string
  readonly reason: string
}

export interface LoadedTenants {
  readonly tenants: readonly Tenant[]
  readonly problems: readonly TenantProblem[]
}

/** Names under the base domain that belong to the platform itself. */
const RESERVED_IDS: ReadonlySet<string> = new Set(['api', 'desk', 'www', 'localhost'])

type Reading<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problems: readonly TenantProblem[] }

export function loadTenants(options: LoadTenantsOptions): LoadedTenants {
  const tenants: Tenant[] = []
  const problems: TenantProblem[] = []
  const hostOwner = new Map<string, string>([
    [options.baseDomain, 'the main site'],
    [`api.${options.baseDomain}`, 'the API'],
    [`desk.${options.baseDomain}`, 'the desk'],
  ])
  for (const id of tenantFolders(options.tenantsDir)) {
    const read = readTenant(id, options)
    if (!read.ok) {
      problems.push(...read.problems)
      continue
    }
    const taken = read.value.siteHosts.flatMap((host) => (hostOwner.has(host) ? [{ host, owner: hostOwner.get(host) ?? '' }] : []))
    if (taken.length > 0) {
      const file = tenantFilePath(options.tenantsDir, id)
      problems.push(...taken.map(({ host, owner }) => ({ file, path: 'hosts', reason: `${host} already belongs to ${owner}` })))
      continue
    }
    for (const host of read.value.siteHosts) hostOwner.set(host, id)
    tenants.push(read.value)
  }
  return { tenants, problems }
}

/** One line a problem, as it is printed at boot and by the tenant tool. */
export function describeProblem(problem: TenantProblem): string {
  return `${problem.file}: ${problem.path === '' ? '' : `${problem.path}: `}${problem.reason}`
}

function tenantFolders(tenantsDir: string): string[] {
  if (!existsSync(tenantsDir)) return []
  return readdirSync(tenantsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
}

function tenantFilePath(tenantsDir: string, id: string): string {
  return path.join(tenantsDir, id, 'tenant.json')
}

function readTenant(id: string, options: LoadTenantsOptions): Reading<Tenant> {
  const file = tenantFilePath(options.tenantsDir, id)
  if (!TenantId.safeParse(id).success)
    return broken(file, `the folder's name "${id}" is not an id: 2–32 lower-case letters, digits and dashes`)
  if (RESERVED_IDS.has(id)) return broken(file, `the name "${id}" belongs to the platform`)
  const read = readJsonFile(file, TenantFile)
  if (!read.ok) return read
  const themeFile = path.join(options.themesDir, `${read.value.theme.name}.json`)
  if (!existsSync(themeFile)) return { ok: false, problems: [{ file, path: 'theme.name', reason: `there is no ${themeFile}` }] }
  const theme = readJsonFile(themeFile, ThemeFile)
  if (!theme.ok) return theme
  const missing = ['logo.svg', 'icon.svg'].filter((picture) => !existsSync(path.join(options.tenantsDir, id, picture)))
  if (missing.length > 0)
    return {
      ok: false,
      problems: missing.map((name) => ({ file: path.join(options.tenantsDir, id, name), path: '', reason: 'the picture is missing' })),
    }
  const unknownTokens = unknownTokenProblems(file, read.value, theme.value)
  if (unknownTokens.length > 0) return { ok: false, problems: unknownTokens }
  const places = placeProblems(file, read.value)
  if (places.length > 0) return { ok: false, problems: places }
  return { ok: true, value: completeTenant(id, read.value, theme.value, options) }
}

/** A misspelt token would silently colour nothing. */
function unknownTokenProblems(file: string, tenant: TenantFile, theme: ThemeFile): TenantProblem[] {
  return (['light', 'dark'] as const).flatMap((mode) =>
    Object.keys(tenant.theme[mode])
      .filter((token) => !Object.hasOwn(theme.modes[mode], token))
      .map((token) => ({ file, path: `theme.${mode}.${token}`, reason: `the theme ${theme.name} has no token of this name` })),
  )
}

/** Money sent to an address with a slip in it is gone. */
function placeProblems(file: string, { wallet }: TenantFile): TenantProblem[] {
  const networks = wallet.networks.map(({ protocol, address }, index) => ({
    path: `wallet.networks.${index}.address`,
    reason: isChainAddress(protocol, address) ? null : `${address} is not an address of ${protocol}`,
  }))
  const accounts = wallet.collectionAccounts.map(({ bankSwift, payeeAccount }, index) => ({
    path: `wallet.collectionAccounts.${index}`,
    reason: !isBankCode(bankSwift)
      ? `${bankSwift} is not a bank code`
      : isBankAccount(bankSwift, payeeAccount)
        ? null
        : `${payeeAccount} is not an account of ${bankSwift}`,
  }))
  return [...networks, ...accounts].flatMap(({ path: place, reason }) => (reason === null ? [] : [{ file, path: place, reason }]))
}

function completeTenant(id: string, file: TenantFile, themeTokens: ThemeFile, { baseDomain, scheme }: LoadTenantsOptions): Tenant {
  const subdomain = `${id}.${baseDomain}`
  const port = /:\d+$/.exec(baseDomain)?.[0]
  // A domain of the tenant's own answers on the standard port and, on a developer's machine, on the port of the base domain.
  const ownHosts = file.hosts.flatMap((host) => (port === undefined ? [host] : [host, `${host}${port}`]))
  return {
    ...file,
    id,
    siteHosts: [subdomain, ...ownHosts],
    siteOrigin: `${scheme}://${subdomain}`,
    isDemoSite: file.title === 'DEMO',
    themeTokens,
    logoPath: `/brands/${id}/logo.svg`,
    iconPath: `/brands/${id}/icon.svg`,
  }
}

function readJsonFile<Schema extends z.ZodType>(file: string, schema: Schema): Reading<z.output<Schema>> {
  if (!existsSync(file)) return broken(file, 'the file does not exist')
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return broken(file, `not readable as JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = schema.safeParse(content)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, problems: parsed.error.issues.map((issue) => ({ file, path: issue.path.join('.'), reason: issue.message })) }
}

function broken(file: string, reason: string): { ok: false; problems: TenantProblem[] } {
  return { ok: false, problems: [{ file, path: '', reason }] }
}
