/**
 * Files that nobody but the server's user may read: the data folder with the built-in store and the pictures, the master key of a
 * demonstration, its operators, and the `.env` file.
 */
import { type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { DEMO_OPERATORS_FILE } from '../desk/demo-operators'
import { MASTER_KEY_FILE } from '../secrets/master-key'
import type { Finding } from './finding'

/** Rights of the group and of everybody else. */
const OTHERS = 0o077

export interface PrivatePlaces {
  readonly dataDir: string
  /** The file with the settings, where there is one. */
  readonly envFile: string
}

export function judgeFiles({ dataDir, envFile }: PrivatePlaces): Finding[] {
  const inData = [MASTER_KEY_FILE, DEMO_OPERATORS_FILE, 'images'].map((name) => path.join(dataDir, name))
  const open = [dataDir, ...inData, envFile].filter((place) => isOpenToOthers(place))
  const found: Finding[] = open.map((place) => ({
    area: 'files',
    state: 'danger',
    what: `${place} is open to other users of this machine`,
    mend: `chmod go= ${quotePlace(place)}`,
  }))
  if (found.length === 0) found.push({ area: 'files', state: 'good', what: `${dataDir}, keys and settings are their owner's alone` })
  return found
}

/** False for what is not there, and on Windows, where rights are not these. */
function isOpenToOthers(place: string): boolean {
  if (process.platform === 'win32') return false
  const found: Stats | undefined = statSync(place, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & OTHERS) !== 0
}

const quotePlace = (place: string): string => (/^[\w./-]+$/.test(place) ? place : `'${place.replaceAll("'", `'\\''`)}'`)
