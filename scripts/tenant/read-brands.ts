/** The brands as the server of this folder would read them: the same places, the same settings. */
import path from 'node:path'
import { type LoadedTenants, type LoadTenantsOptions, loadTenants } from '../../app/brand-files/load-tenants.server'
import { readEnv } from '../../app/process/env.server'
import { judgeBrand } from '../../broker/brands/judge-brand'
import { ROOT_FOLDER } from '../../broker/ground/root-folder'

export type BrandPlaces = Required<Pick<LoadTenantsOptions, 'tenantsDir' | 'themesDir' | 'baseDomain' | 'scheme' | 'judge'>>

/** Where the server of this folder reads its brands, by its own settings. @throws when a setting is not right. */
export async function brandPlaces(): Promise<BrandPlaces> {
  const read = await readEnv()
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { TENANTS_DIR: tenants, THEMES_DIR: themes, BASE_DOMAIN: baseDomain, PUBLIC_SCHEME: scheme } = read.env
  const root = ROOT_FOLDER
  return { tenantsDir: path.resolve(root, tenants), themesDir: path.resolve(root, themes), baseDomain, scheme, judge: judgeBrand }
}

/** @param tenantsDir another folder of brands than the settings name. */
export async function readBrands(tenantsDir?: string): Promise<LoadedTenants & { readonly tenantsDir: string }> {
  const places = await brandPlaces()
  const folder = tenantsDir === undefined ? places.tenantsDir : path.resolve(tenantsDir)
  return { ...loadTenants({ ...places, tenantsDir: folder }), tenantsDir: folder }
}
