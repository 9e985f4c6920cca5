/** The brands of this folder as the server would read them on a developer's machine. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnv } from '../../app/platform/env.server'
import { type LoadedTenants, type LoadTenantsOptions, loadTenants } from '../../broker/companies/load-tenants'

export const TENANTS_DIR = 'tenants'
export const THEMES_DIR = 'themes'
export const BASE_DOMAIN = 'localhost:3000'

export function readBrands(): LoadedTenants {
  return loadTenants({ tenantsDir: TENANTS_DIR, themesDir: THEMES_DIR, baseDomain: BASE_DOMAIN, scheme: 'http' })
}

export type BrandPlaces = Required<Pick<LoadTenantsOptions, 'tenantsDir' | 'themesDir' | 'baseDomain' | 'scheme'>>

/** Where the server of this folder reads its brands, by its own settings. @throws when a setting is not right. */
export async function brandPlaces(): Promise<BrandPlaces> {
  const read = await readEnv()
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { TENANTS_DIR: tenants, THEMES_DIR: themes, BASE_DOMAIN: baseDomain, PUBLIC_SCHEME: scheme } = read.env
  const root = fileURLToPath(new URL('../..', import.meta.url))
  return { tenantsDir: path.resolve(root, tenants), themesDir: path.resolve(root, themes), baseDomain, scheme }
}
