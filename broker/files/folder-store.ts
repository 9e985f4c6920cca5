/** Files in a folder of this machine, which nobody but the owner of the process can open. */

import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { HOUR_MS } from '../../rules/durations'
import { DRAFT_ENDING, writeDurably } from '../ground/write-durably'
import { type FilePlace, type FileStore, FilesUnavailable, nameParts, placeOfParts } from './file-store'

const DRAFT_LIFE_MS = HOUR_MS

/** `<root>/<tenant>/<first two digits>/<key>`. */
export function folderFileStore(root: string): FileStore {
  const fileOf = (place: FilePlace): string => path.join(root, ...nameParts(place))
  return {
    async put(place, bytes) {
      const file = fileOf(place)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      try {
        await writeDurably(file, bytes)
      } catch (error) {
        if (isDiskFull(error)) throw new FilesUnavailable(`the disk of ${root} is full`, { cause: error })
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
            const place = placeOfParts([tenantId, shard, name])
            if (place !== null) yield { ...place, ageMs }
            else if (name.endsWith(DRAFT_ENDING) && ageMs > DRAFT_LIFE_MS) await rm(file, { force: true })
          }
        }
      }
    },
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

/** The caller may come back later, and nothing is broken. */
function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}
