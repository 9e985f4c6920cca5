/**
 * `npm run files -- move --to store | folder`: takes the pictures into the store of FILES_URL, or back into the folder, beside the running
 * server. Begun again after it was broken off, it goes on with what is left.
 *
 * Exit code 0 when nothing is left, 1 when it could not go on, 2 when the command was not understood.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '../app/process/env.server'
import { folderFileStore } from '../broker/files/folder-store'
import { moveFiles } from '../broker/files/move-files'
import { imagesFolder, s3SettingsOf } from '../broker/files/open-files'
import { s3FileStore } from '../broker/files/s3-store'
import { ROOT_FOLDER as root } from '../broker/ground/root-folder'
import { endWith } from './command'

const USAGE = 'usage: npm run files -- move --to store | folder'
const TOLD_EVERY = 50

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true })
  if (positionals.join() !== 'move' || (values.to !== 'store' && values.to !== 'folder')) throw new Error(USAGE)
  const read = await readEnv()
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const settings = s3SettingsOf(read.env)
  if (settings === null) throw new Error('FILES_URL names no store: set it, with FILES_KEY and FILES_SECRET, for this command too')
  const folder = folderFileStore(imagesFolder(path.resolve(root, read.env.DATA_DIR)))
  const store = await s3FileStore(settings)
  const [from, to] = values.to === 'store' ? [folder, store] : [store, folder]
  try {
    await store.check()
    const onMoved = (count: number): void => {
      if (count % TOLD_EVERY === 0) console.log(`${count} pictures moved`)
    }
    console.log(`${await moveFiles({ from, to, onMoved })} pictures moved, none is left`)
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  } finally {
    store.close()
  }
}

endWith(run(), { code: 2, known: [Error] })
