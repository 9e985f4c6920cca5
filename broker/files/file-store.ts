/**
 * Where the encrypted bytes of pictures lie, apart from the database: they are large, are read seldom and must be possible to delete.
 * In a folder (folder-store.ts) or in a store that speaks S3 (s3-store.ts).
 *
 * Invariant: a file stands whole under its name or not at all, and survives a power cut once `put` has returned. What is in it is no
 * business of the store: it is given bytes that are already encrypted, and whoever reads them judges whether they were changed.
 */
import { randomBytes } from 'node:crypto'

export interface FilePlace {
  readonly tenantId: string
  /** Lower-case hex. */
  readonly storeKey: string
}

export interface StoredFile extends FilePlace {
  /** Since it was last written, by the clock of the machine. */
  readonly ageMs: number
}

export interface FileStore {
  /** Puts a file there, or another one in its place. @throws FilesUnavailable */
  put(place: FilePlace, bytes: Uint8Array): Promise<void>
  /** Null where there is none. @throws FilesUnavailable */
  get(place: FilePlace): Promise<Buffer | null>
  /** Does nothing where there is none. @throws FilesUnavailable */
  delete(place: FilePlace): Promise<void>
  /** Everything that is there, in no order. What a write left behind when its process died is removed on the way. @throws FilesUnavailable */
  list(): AsyncIterable<StoredFile>
}

/** The store cannot be used now; nothing is lost. The message is one sentence for whoever runs the server. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable'
  readonly code = 'FILES_UNAVAILABLE'
  /** True where it stays so until somebody changes a setting. */
  readonly isSetting: boolean

  constructor(message: string, { isSetting = false, cause }: { readonly isSetting?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause })
    this.isSetting = isSetting
  }
}

const TENANT_ID = /^[a-z0-9][a-z0-9-]{0,63}$/
const STORE_KEY = /^[0-9a-f]{40}$/

export function newStoreKey(): string {
  return randomBytes(20).toString('hex')
}

/** The parts of a file's name in every store: tenant, first two digits, key. @throws where it is no place of a file. */
export function nameParts({ tenantId, storeKey }: FilePlace): readonly [string, string, string] {
  if (!TENANT_ID.test(tenantId) || !STORE_KEY.test(storeKey)) throw new Error('this is no place of a file')
  return [tenantId, storeKey.slice(0, 2), storeKey]
}

/** The place that stands behind such a name; null for anything else. */
export function placeOfParts([tenantId = '', shard, storeKey = '', ...more]: readonly string[]): FilePlace | null {
  if (more.length > 0 || !TENANT_ID.test(tenantId) || !STORE_KEY.test(storeKey) || shard !== storeKey.slice(0, 2)) return null
  return { tenantId, storeKey }
}
