/**
 * One process a folder. Two openers of one store lose acknowledged work silently, so a lock file beside it
 * names its holder, and a lock whose holder lives is never taken.
 *
 * A killed process leaves its lock behind; it is recognised by its process number together with that process's start
 * time (numbers are used again) and replaced. On another machine's lock nothing can be known: it is left alone.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'

export interface FolderLock {
  release(): void
}

interface Holder {
  readonly token: string
  readonly pid: number
  readonly startedAt: string
  readonly host: string
}

export class FolderInUseError extends Error {
  override name = 'FolderInUseError'
}

/** @throws FolderInUseError when another living process holds the folder. */
export function lockFolder(folder: string): FolderLock {
  const path = resolve(folder)
  makePrivateFolder(path)
  const lockFile = join(path, 'lock')
  const own: Holder = { token: randomUUID(), pid: process.pid, startedAt: startOf(process.pid), host: hostname() }
  const draft = join(path, `lock.${own.token}`)
  writeFileSync(draft, JSON.stringify(own))
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (tryLink(draft, lockFile)) {
        return { release: () => readHolder(lockFile)?.token === own.token && rmSync(lockFile, { force: true }) }
      }
      const holder = readHolder(lockFile)
      if (holder !== null && isAlive(holder)) {
        throw new FolderInUseError(
          `${path} is in use by process ${holder.pid} on ${holder.host}. Stop that server first, or give this one another DATA_DIR.`,
        )
      }
      setAside(lockFile, holder, own)
    }
    throw new FolderInUseError(`${path} is being opened by another process at this moment. Try again.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A folder that nobody else on the machine can enter, also if it was made otherwise: what the store writes into it anybody could read. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
}

/** Creates the lock only if there is none: linking is atomic. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead holder's lock away; if a living one slipped in meanwhile, puts it back. */
function setAside(lockFile: string, dead: Holder | null, own: Holder): void {
  const aside = `${lockFile}.stale.${own.token}`
  try {
    renameSync(lockFile, aside)
  } catch {
    return // Somebody else has moved it: the next attempt sees what is there now.
  }
  const moved = readHolder(aside)
  if (moved !== null && moved.token !== dead?.token && isAlive(moved)) tryLink(aside, lockFile)
  rmSync(aside, { force: true })
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return holder.startedAt === startOf(holder.pid)
}

/** When a process started, in the kernel's ticks; empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
