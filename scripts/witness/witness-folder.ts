/** The folder of a witness: its key, what it has signed, what it keeps against logs, and the logs that it was told to trust. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type FolderLock, lockFolder } from '../../broker/db/lock-folder'
import { openSignedTrees, type SignedTrees } from './signed-trees'
import { openWitnessKey, type WitnessKey } from './witness-key'

export interface WitnessFolder {
  readonly key: WitnessKey
  readonly trees: SignedTrees
  readonly evidence: string
  readonly logsFile: string
  readonly lock: FolderLock
}

/** @throws FolderInUseError when another witness runs on it; Error with the file that is not as it should be */
export async function openWitnessFolder(folder: string, name: string | undefined): Promise<WitnessFolder> {
  const lock = lockFolder(folder)
  try {
    const keyFile = keyFileOf(folder)
    // The memory first: a key without one is a witness that has lost it.
    const trees = openSignedTrees(path.join(folder, 'signed'), existsSync(keyFile))
    const key = await openWitnessKey(keyFile, name)
    return { key, trees, lock, evidence: path.join(folder, 'evidence'), logsFile: logsFileOf(folder) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The key alone, also while a witness runs on the folder. Makes one where there is none. */
export async function readOrMakeKey(folder: string, name: string | undefined): Promise<WitnessKey> {
  if (existsSync(keyFileOf(folder))) return openWitnessKey(keyFileOf(folder), name)
  const { key, lock } = await openWitnessFolder(folder, name)
  lock.release()
  return key
}

export function logsFileOf(folder: string): string {
  return path.join(folder, 'logs.txt')
}

function keyFileOf(folder: string): string {
  return path.join(folder, 'witness.key')
}
