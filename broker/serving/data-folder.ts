/**
 * The folder that belongs to a database: pictures, brands' history, a demonstration's key and operators lie in it. Every node of the
 * database works on the same one, so that what was handed in on one is there on the next.
 *
 * Invariant: a folder is known by the id that stands in it and in the database; a node with another one never serves.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../db/open-database'
import { dataFolder } from '../db/schema'

export const FOLDER_ID_FILE = 'folder.id'

/** This node has another folder than the others. The message says how to mend it. */
export class WrongFolder extends Error {
  override name = 'WrongFolder'
}

/** Null before any node has served the database. */
async function folderOf(database: Database): Promise<string | null> {
  const [row] = await database.system((tx) => tx.select().from(dataFolder).limit(1))
  return row?.id ?? null
}

/** For a node that waits: whether its folder is the database's, as far as that is known. @throws WrongFolder */
export async function checkFolder(database: Database, dataDir: string): Promise<'same' | 'unknown'> {
  const known = await folderOf(database)
  if (known === null) return 'unknown'
  requireSame(known, dataDir)
  return 'same'
}

/** For the node that serves: the first one makes its folder the database's. @throws WrongFolder */
export async function claimFolder(database: Database, dataDir: string): Promise<void> {
  const known = await folderOf(database)
  if (known !== null) return requireSame(known, dataDir)
  const id = readId(dataDir) ?? writeId(dataDir)
  await database.system((tx) => tx.insert(dataFolder).values({ id }))
}

function requireSame(known: string, dataDir: string): void {
  const found = readId(dataDir)
  if (found === known) return
  const file = path.join(dataDir, FOLDER_ID_FILE)
  throw new WrongFolder(
    `DATA_DIR=${dataDir} is not the folder that belongs to this database: ${found === null ? `there is no ${file}` : `${file} says ${found}`}. ` +
      `Mount the folder of the other nodes there (it holds the pictures), or put it back from the backup. If it is lost for good: echo ${known} > ${file}`,
  )
}

function readId(dataDir: string): string | null {
  try {
    return readFileSync(path.join(dataDir, FOLDER_ID_FILE), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function writeId(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const id = randomUUID()
  writeFileSync(path.join(dataDir, FOLDER_ID_FILE), `${id}\n`, { flag: 'wx', flush: true })
  return id
}
