/** The embedded store as one file and back. While a server runs on the folder, that server makes the copy (store-command.ts). */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { lockFolder } from '../db/lock-folder'

/** Of a folder without a server. @throws FolderInUseError when one runs on it */
export async function dumpFolder(dataDir: string, file: string): Promise<void> {
  const lock = lockFolder(dataDir)
  try {
    const client = await PGlite.create(path.join(dataDir, 'pglite'))
    try {
      await writeStore(await client.dumpDataDir('none'), file)
    } finally {
      await client.close()
    }
  } finally {
    lock.release()
  }
}

/** Into a folder that has no store yet. */
export async function restoreFolder(file: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const client = await PGlite.create({ dataDir: path.join(dataDir, 'pglite'), loadDataDir: new Blob([await readFile(file)]) })
  await client.close()
}

/** Readable by its owner only; never over another file. */
export async function writeStore(copy: Blob, file: string): Promise<void> {
  await writeFile(file, new Uint8Array(await copy.arrayBuffer()), { flag: 'wx', mode: 0o600, flush: true })
}
