/**
 * One server process of PostgreSQL on one folder: found if one was left behind, started, stopped.
 *
 * Invariant: two never run on one folder. PostgreSQL sees to it itself while its note (`postmaster.pid`) tells the truth; a note that
 * names a process which is no longer PostgreSQL's, for numbers are used again, is taken away. Only for the holder of the data folder.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BARE_ENVIRONMENT, type Owner } from './as-its-user'
import type { Binaries } from './binaries'
import type { ClusterPlaces } from './cluster'
import { reasonIn, StoreProblem } from './store-problem'

/** How PostgreSQL is told to end: let what is under way fail, write what is in memory. */
const FAST = 'SIGINT'
/** End at once; the next start recovers. */
const IMMEDIATE = 'SIGQUIT'
const FAST_WITHIN_MS = 20_000
const IMMEDIATE_WITHIN_MS = 5_000
const LOOK_MS = 10
/** What it writes when it takes connections; a recovery after a crash has all the time it needs. */
const READY = 'database system is ready to accept connections'
const KEPT_LINES = 50

export interface PostmasterOptions {
  readonly places: ClusterPlaces
  readonly binaries: Binaries
  readonly owner: Owner
  /** `-c` of PostgreSQL. */
  readonly settings: Readonly<Record<string, string>>
  /** Hears what it writes. */
  readonly onLine: (line: string) => void
}

/** Starts the server and waits until it answers. @throws StoreProblem when it ends instead. */
export async function startPostmaster({ places, binaries, owner, settings, onLine }: PostmasterOptions): Promise<ChildProcess> {
  await stopLeftBehind(places)
  const args = ['-D', places.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const [command, whole] = owner.command(binaries.postgres, args)
  // A group of its own: Ctrl-C of a terminal is for us, who end it when nothing needs it any more.
  const child = spawn(command, whole, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: BARE_ENVIRONMENT,
  })
  const written: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter((part) => part.trim() !== '')) {
        written.push(line)
        if (written.length > KEPT_LINES) written.shift()
        onLine(line)
        if (line.includes(READY)) resolve()
      }
    })
    child.once('error', (error) => reject(new StoreProblem(`The built-in database could not be started: ${error.message}`)))
    child.once('close', () => reject(new StoreProblem(`The built-in database in ${places.data} ended: ${reasonIn(written.join('\n'))}`)))
  })
  return child
}

/** Ends it so that the next start has nothing to recover, or as fast as it goes when that takes too long. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, withinMs] of [
    [FAST, FAST_WITHIN_MS],
    [IMMEDIATE, IMMEDIATE_WITHIN_MS],
    ['SIGKILL', IMMEDIATE_WITHIN_MS],
  ] as const) {
    tell(pid, signal)
    // One that was made to stand still hears nothing else.
    tell(pid, 'SIGCONT')
    const giveUpAt = Date.now() + withinMs
    while (isRunning(pid)) {
      if (Date.now() > giveUpAt) break
      await wait(LOOK_MS)
    }
    if (!isRunning(pid)) return
  }
}

export function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isEnded(pid)
}

/** One that has ended and was not yet asked for by its parent, who may be gone, is not running. */
function isEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

async function stopLeftBehind({ data }: ClusterPlaces): Promise<void> {
  const note = path.join(data, 'postmaster.pid')
  const pid = pidIn(note)
  if (pid === null) return
  if (isRunning(pid) && isPostgresOn(pid, data)) await stopPostmaster(pid)
  else rmSync(note, { force: true })
}

function pidIn(note: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(note, 'utf8'), 10)
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

/** By the words it was started with; where they cannot be read, it is taken for what its note says. */
function isPostgresOn(pid: number, data: string): boolean {
  const words = commandLine(pid)
  return words === null || (words.includes('postgres') && words.includes(data))
}

function commandLine(pid: number): string | null {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (process.platform === 'win32') return null
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return null
  }
}
