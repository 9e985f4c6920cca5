/** A file that is there whole or as it was before, also after a power cut. */
import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** What a write that was broken off leaves behind ends so; it may be deleted. */
export const DRAFT_ENDING = '.draft'

/** Resolves when the file and its place in the folder are on the disk. Readable by its owner alone. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.${randomUUID()}${DRAFT_ENDING}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
    await syncFolder(path.dirname(file))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** A new name is safe only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder; there a rename is written through by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
