/**
 * PostgreSQL refuses to run as root. Under root its programs run as whoever owns the data folder, or as a user of their own, `candor`, who
 * is made when there is none and owns the folder of the store.
 *
 * That user could enter neither root's private data folder nor a clone below /root: `setpriv` leaves it root's way past the rights of
 * files (CAP_DAC_OVERRIDE), as the server above it has, and no other right of root.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { clusterPlaces } from './cluster-places'
import { StoreProblem } from './store-problem'

const USER = 'candor'
const ROOT_RIGHTS = [
  ...['--clear-groups', '--securebits', '+no_setuid_fixup'],
  ...['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override', '--bounding-set', '-all,+dac_override'],
]

export interface Owner {
  /** The program and its arguments as they are to be started. */
  command(program: string, args: readonly string[]): readonly [string, readonly string[]]
  /** Gives the folder and everything in it to the user of the programs. */
  own(folder: string): void
}

/** What its programs are started with: none of our secrets, and messages in the one language that is read here. */
export const BARE_ENVIRONMENT = { NODE_ENV: 'production', LC_ALL: 'C' } as const

const OURSELVES: Owner = { command: (program, args) => [program, args], own() {} }

/** @throws StoreProblem under root where there is no other user to run as. */
export function findOwner(dataDir: string): Owner {
  if (process.getuid?.() !== 0) return OURSELVES
  if (spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status !== 0)
    throw new StoreProblem(asAnother('setpriv (util-linux) is not here'))
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  const theirs = ownerOf(dataDir)
  if (theirs !== null && theirs.uid !== uid) return runAs(theirs, ['--clear-groups', '--inh-caps=-all', '--bounding-set=-all'])
  return runAs({ uid, gid }, ROOT_RIGHTS)
}

interface User {
  readonly uid: number
  readonly gid: number
}

function runAs({ uid, gid }: User, rights: readonly string[]): Owner {
  return {
    command: (program, args) => ['setpriv', [`--reuid=${uid}`, `--regid=${gid}`, ...rights, program, ...args]],
    own: (folder) => giveTo(folder, uid, gid),
  }
}

/** A command that root gives on somebody's data folder leaves it theirs. Null where it is root's, or not there yet. */
function ownerOf(dataDir: string): User | null {
  const found = [clusterPlaces(dataDir).data, dataDir]
    .map((place) => statSync(place, { throwIfNoEntry: false }))
    .find((stat) => stat !== undefined)
  return found === undefined || found.uid === 0 ? null : { uid: found.uid, gid: found.gid }
}

const asAnother = (reason: string): string =>
  `The built-in database does not run as root, and ${reason}. Start Candor as an ordinary user, or set DATABASE_URL.`

function idOf(flag: '-u' | '-g'): number {
  const ask = () => spawnSync('id', [flag, USER], { encoding: 'utf8' })
  const known = ask()
  if (known.status === 0) return Number(known.stdout)
  makeUser()
  return Number(ask().stdout)
}

function makeUser(): void {
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', USER], { stdio: 'pipe', encoding: 'utf8' })
  } catch (error) {
    // Two that start at the same time make it once.
    if (spawnSync('id', [USER]).status === 0) return
    const said = (error as { stderr?: string }).stderr?.trim() || (error as Error).message
    throw new StoreProblem(asAnother(`the user ${USER} cannot be made (${said})`))
  }
}

/** The folder itself last: one that was broken off is begun again. */
function giveTo(place: string, uid: number, gid: number): void {
  const found = lstatSync(place)
  if (found.uid === uid && found.gid === gid) return
  if (found.isDirectory()) for (const name of readdirSync(place)) giveTo(path.join(place, name), uid, gid)
  lchownSync(place, uid, gid)
}
