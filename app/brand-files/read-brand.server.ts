/**
 * One brand as its folder says now: the tenant, its pictures, and the hash of what it was read from.
 *
 * Invariant: all of it comes from one state of the folder. What was written meanwhile is read again, never mixed.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Tenant } from '../../contract/tenant'
import type { TenantProblem } from '../../contract/tenant/problem'
import { type BrandFolder, FolderTooLarge, isAsRead, readBrandFolder } from './brand-folder.server'
import { houseHosts, type LoadTenantsOptions, readTenantFolder } from './load-tenants.server'

export interface BrandPicture {
  readonly content: Buffer
  /** As the header writes it, with its quotes. */
  readonly etag: string
}

export interface Brand {
  readonly tenant: Tenant
  /** Of the folder's content. */
  readonly hash: string
  /** By their names in the folder. */
  readonly pictures: ReadonlyMap<string, BrandPicture>
}

export type BrandReading =
  | { readonly kind: 'good'; readonly brand: Brand; readonly folder: BrandFolder }
  /** The folder is there and cannot be served; `hash` is null when not even its bytes could be read. */
  | { readonly kind: 'bad'; readonly hash: string | null; readonly problems: readonly TenantProblem[]; readonly withoutNews?: Brand }
  | { readonly kind: 'gone' }

const PICTURES = ['logo.svg', 'logo.png', 'icon.svg', 'icon.png'] as const
/** Somebody who writes for longer than this is read with the next change. */
const TRIES = 3

/** @throws nothing: whatever is wrong with the folder is a problem of its reading. */
export function readBrand(id: string, options: LoadTenantsOptions): BrandReading {
  const dir = path.join(options.tenantsDir, id)
  try {
    for (let attempt = 1; ; attempt += 1) {
      const folder = readBrandFolder(dir)
      if (folder === null)
        return existsSync(options.tenantsDir) ? { kind: 'gone' } : unreadable(options.tenantsDir, 'the folder is not there')
      const reading = readOnce(id, options, folder)
      if (attempt === TRIES || isAsRead(dir, folder, Date.now())) return reading
    }
  } catch (error) {
    const reason = error instanceof FolderTooLarge ? error.message : `not readable: ${(error as Error).message}`
    return unreadable(dir, reason)
  }
}

/** Nothing is known of it, so nothing follows from it. */
function unreadable(file: string, reason: string): BrandReading {
  return { kind: 'bad', hash: null, problems: [{ file, path: '', reason, mend: 'the server reads it again as soon as it is there' }] }
}

function readOnce(id: string, options: LoadTenantsOptions, folder: BrandFolder): BrandReading {
  // Whether its hosts are another company's is seen beside the others.
  const read = readTenantFolder(id, options, houseHosts(options.baseDomain), folder.files)
  if (!read.ok) return { kind: 'bad', hash: folder.hash, problems: read.problems }
  const pictures = new Map(PICTURES.flatMap((name) => pictureIn(folder, name)))
  const brand: Brand = { tenant: withPictures(read.value, pictures), hash: folder.hash, pictures }
  const problems = options.judge.newsProblems(options.tenantsDir, id, folder.files)
  // News that cannot be read never stopped a brand from starting; an edit that breaks them is one that does not go live.
  return problems.length > 0 ? { kind: 'bad', hash: folder.hash, problems, withoutNews: brand } : { kind: 'good', brand, folder }
}

function pictureIn({ files, hashes }: BrandFolder, name: string): [string, BrandPicture][] {
  const content = files.get(name)
  const hash = hashes.get(name)
  if (content === undefined || hash === undefined) return []
  // Bytes of its own: small files are read into one larger piece of memory, which a single picture of them would hold.
  const own = Buffer.alloc(content.byteLength)
  content.copy(own)
  return [[name, { content: own, etag: `"${hash.slice(0, 32)}"` }]]
}

/** A picture's address changes with the picture, so that no browser shows the old one from its cache. */
function withPictures(tenant: Tenant, pictures: ReadonlyMap<string, BrandPicture>): Tenant {
  const addressed = (address: string) => {
    const picture = pictures.get(address.slice(address.lastIndexOf('/') + 1))
    return picture === undefined ? address : `${address}?v=${picture.etag.slice(1, 9)}`
  }
  return { ...tenant, logoPath: addressed(tenant.logoPath), iconPath: addressed(tenant.iconPath) }
}
