/**
 * Where the encrypted bytes of pictures lie, apart from the database: they are large, are read seldom and must be possible to delete.
 *
 * Invariant: a file stands whole under its name or not at all, survives a power cut once `put` has returned, and can be opened by
 * nobody but the owner of the process. What is in it is no business of the store: it is given bytes that are already encrypted.
 */

import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { HOUR_MS } from '../../rules/durations'

export interface ImagePlace {
  readonly tenantId: string
  /** Lower-case hex. */
  readonly storeKey: string
}

export interface StoredFile extends ImagePlace {
  /** Since it was last written, by the clock of the machine. */
  readonly ageMs: number
}

export interface ImageStore {
  put(place: ImagePlace, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  get(place: ImagePlace): Promise<Buffer | null>
  /** Does nothing where there is none. */
  delete(place: ImagePlace): Promise<void>
  /** Everything that is there, in no order. What a write left behind when its process died is removed on the way. */
  list(): AsyncIterable<StoredFile>
}

const TENANT_ID = /^[a-z0-9][a-z0-9-]{0,63}$/
const STORE_KEY = /^[0-9a-f]{40}$/
const DRAFT = '.draft'
const DRAFT_LIFE_MS = HOUR_MS

export function newStoreKey(): string {
  return randomBytes(20).toString('hex')
}

/** `<root>/<tenant>/<first two digits>/<key>`. */
export function folderImageStore(root: string): ImageStore {
  const fileOf = ({ tenantId, storeKey }: ImagePlace): string => {
    if (!TENANT_ID.test(tenantId) || !STORE_KEY.test(storeKey)) throw new Error('this is no place of a picture')
    return path.join(root, tenantId, storeKey.slice(0, 2), storeKey)
  }
  return {
    async put(place, bytes) {
      const file = fileOf(place)
      const folder = path.dirname(file)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${file}.${randomBytes(6).toString('hex')}${DRAFT}`
      try {
        await writeThrough(draft, bytes)
        await rename(draft, file)
        await syncFolder(folder)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    get: (place) => orNull(readFile(fileOf(place))),
    delete: (place) => rm(fileOf(place), { force: true }),
    async *list() {
      for (const tenantId of await namesIn(root)) {
        for (const shard of await namesIn(path.join(root, tenantId))) {
          for (const name of await namesIn(path.join(root, tenantId, shard))) {
            const file = path.join(root, tenantId, shard, name)
            const facts = await orNull(stat(file))
            if (facts === null) continue
            const ageMs = Date.now() - facts.mtimeMs
            if (STORE_KEY.test(name)) yield { tenantId, storeKey: name, ageMs }
            else if (name.endsWith(DRAFT) && ageMs > DRAFT_LIFE_MS) await rm(file, { force: true })
          }
        }
      }
    },
  }
}

async function writeThrough(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A new name is safe only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await orNull(readdir(folder))) ?? []
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/** True where the disk has no room left: the caller may come back later, and nothing is broken. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}
