/** The store of pictures that the settings name. */
import path from 'node:path'
import type { Logger } from '../ground/logger'
import { type FileStore, FilesUnavailable } from './file-store'
import { folderFileStore } from './folder-store'
import { type S3FileStore, type S3Settings, s3FileStore } from './s3-store'

/** The variables of the environment, already checked: with an address, key and secret are there as well. */
export interface FileSettings {
  readonly FILES_URL?: string | undefined
  readonly FILES_KEY?: string | undefined
  readonly FILES_SECRET?: string | undefined
  readonly FILES_REGION: string
}

export const imagesFolder = (dataDir: string): string => path.join(dataDir, 'images')

/** Null: the folder. */
export function s3SettingsOf({ FILES_URL: url, FILES_KEY, FILES_SECRET, FILES_REGION: region }: FileSettings): S3Settings | null {
  return url === undefined ? null : { url, keyId: FILES_KEY ?? '', secret: FILES_SECRET ?? '', region }
}

/**
 * Files in the folder of `dataDir`, or in the store of FILES_URL with what is still in the folder behind it.
 * A store that cannot be reached is waited for while the server runs. @throws FilesUnavailable where a setting is wrong.
 */
export async function openFiles(settings: FileSettings, dataDir: string, logger: Logger): Promise<FileStore> {
  const folder = folderFileStore(imagesFolder(dataDir))
  const s3 = s3SettingsOf(settings)
  if (s3 === null) return folder
  const store = await s3FileStore(s3)
  await store.check().catch((error: unknown) => {
    if (!(error instanceof FilesUnavailable) || error.isSetting) throw error
    logger.warn({ reason: error.message }, 'the store of pictures cannot be reached: what needs it is refused until it can')
  })
  return inFrontOf(store, folder)
}

/** New files go into `store`; what is not there yet is found behind it. So pictures can be moved while the server runs. */
export function inFrontOf(store: S3FileStore | FileStore, behind: FileStore): FileStore {
  return {
    put: (place, bytes) => store.put(place, bytes),
    get: async (place) => (await store.get(place)) ?? behind.get(place),
    async delete(place) {
      await behind.delete(place)
      await store.delete(place)
    },
    async *list() {
      yield* store.list()
      yield* behind.list()
    },
  }
}
