/**
 * One server process of PostgreSQL on one folder: found if one was left behind, started, stopped.
 *
 * Invariant: two never run on one folder. PostgreSQL sees to it itself while its note (`postmaster.pid`) tells the truth; a note that
 * names a process which is no longer PostgreSQL's, for numbers are used again, is taken away. Only for the holder of the data folder.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { isAnswered } from '../ground/local-sockets'
import { BARE_ENVIRONMENT, type Owner } from './as-its-user'
import type { Binaries } from './binaries'
import type { ClusterPlaces } from './cluster-places'
import { endWithUs } from './end-with-us'
import { reasonIn, StoreProblem } from './store-problem'

/** How PostgreSQL is told to end: let what is under way fail, write what is in memory. */
const FAST = 'SIGINT'
/** End at once; the next start recovers. */
const IMMEDIATE = 'SIGQUIT'
const FAST_WITHIN_MS = 20_000
const IMMEDIATE_WITHIN_MS = 5_000
const LOOK_MS = 10
/** Whoever takes in the children of the dead asks for them in no time, where there is anybody. */
const REAPED_WITHIN_MS = 2_000
/** What it writes when it takes connections; a recovery after a crash has all the time it needs. */
const READY = 'database system is ready to accept connections'
const KEPT_LINES = 50

interface PostmasterOptions {
  readonly places: ClusterPlaces
  /** Its socket, by a path that is short enough to be asked; null where it has none. */
  readonly socket: string | null
  readonly binaries: Binaries
  readonly owner: Owner
  /** `-c` of PostgreSQL. */
  readonly settings: Readonly<Record<string, string>>
  /** Hears what it writes. */
  readonly onLine: (line: string) => void
  /** Has the process as soon as there is one. */
  readonly onSpawned: (child: ChildProcess) => void
}

/** Starts the server and waits until it answers. @throws StoreProblem when it ends instead. */
export async function startPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { places, socket, binaries, owner, settings, onLine, onSpawned } = options
  await stopLeftBehind(places, socket)
  const args = ['-D', places.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const [command, whole] = owner.command(binaries.postgres, args)
  // A group of its own: Ctrl-C of a terminal is for us, who end it when nothing needs it any more.
  const child = spawn(command, whole, { cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: BARE_ENVIRONMENT })
  endWithUs(child)
  onSpawned(child)
  const written: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      written.push(line)
      if (written.length > KEPT_LINES) written.shift()
      onLine(line)
      if (line.includes(READY)) resolve()
    })
    child.once('error', (error) => reject(new StoreProblem(`The built-in database could not be started: ${error.message}`)))
    child.once('close', () => reject(new StoreProblem(`The built-in database in ${places.data} ended: ${reasonIn(written.join('\n'))}`)))
  })
  return child
}

const STOPS = [
  [FAST, FAST_WITHIN_MS],
  [IMMEDIATE, IMMEDIATE_WITHIN_MS],
  ['SIGKILL', IMMEDIATE_WITHIN_MS],
] as const

/** Ends it so that the next start has nothing to recover, or as fast as it goes when that takes too long. False: it runs on. */
export async function stopPostmaster(pid: number): Promise<boolean> {
  for (const [signal, withinMs] of STOPS) {
    tell(pid, signal)
    // One that was made to stand still hears nothing else.
    tell(pid, 'SIGCONT')
    const giveUpAt = Date.now() + withinMs
    while (isRunning(pid) && Date.now() < giveUpAt) await wait(LOOK_MS)
    if (!isRunning(pid)) return true
  }
  return false
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

const isRunning = (pid: number): boolean => isListed(pid) && !isZombie(pid)

function isListed(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** One that has ended and was not yet asked for by its parent, who may be gone, is not running. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

async function stopLeftBehind({ data }: ClusterPlaces, socket: string | null): Promise<void> {
  const note = path.join(data, 'postmaster.pid')
  const pid = pidIn(note)
  if (pid === null) return
  if (isRunning(pid) && isPostgresOn(pid, data) && !(await stopPostmaster(pid)))
    throw new StoreProblem(`The built-in database in ${data} runs as process ${pid} and does not end: end it, and start again.`)
  // In another container processes have other numbers, but a socket is one for all on a machine.
  if (socket !== null && (await isAnswered(socket)))
    throw new StoreProblem(`${data} is served by a PostgreSQL that is not of this container: stop the server that it belongs to first.`)
  const giveUpAt = Date.now() + REAPED_WITHIN_MS
  // One that ended as it was told has taken its note with it: nothing is waited for.
  while (pidIn(note) !== null && isZombie(pid) && Date.now() < giveUpAt) await wait(LOOK_MS)
  // A note whose process is gone is PostgreSQL's own to judge. One that names somebody else, or what has ended and is still listed,
  // keeps it from starting.
  if (pidIn(note) !== null && isListed(pid)) rmSync(note, { force: true })
}

function pidIn(note: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(note, 'utf8'), 10)
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

/** By the program it is and the folder it works in; where the system does not tell, it is taken for what its note says. */
function isPostgresOn(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux') {
      const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return path.basename(program) === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
    }
    if (process.platform === 'win32') return true
    const words = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return words.includes(`/postgres -D ${data} `)
  } catch {
    return true
  }
}
