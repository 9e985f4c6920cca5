/**
 * Says which brands' folders have changed. The operating system tells at once; a sweep that looks at a bounded number of folders
 * every half second finds what it did not tell (a network drive, a limit of its own).
 *
 * Invariants: with up to SWEEP_FOLDERS folders every one is looked at in each sweep, so nothing waits longer than the sweep and the
 * quiet time behind it, whatever the operating system says; a sweep never holds the loop longer than a slice of SLICE_FOLDERS.
 */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'
import type { PlainLog } from '../process/log.server'
import { isContentName, looksOf, looksOfStats } from './brand-folder.server'

const SWEEP_MS = 500
/** Folders looked at in one sweep; more of them take turns. */
const SWEEP_FOLDERS = 400
/** After each slice of these whoever waits for the loop goes first. */
const SLICE_FOLDERS = 20
/** A folder is read when nothing has moved in it for this long: an editor writes in steps. */
const QUIET_MS = 150
/** One that never rests is read all the same. */
const RESTLESS_MS = 800

interface FolderWatcherParts {
  readonly tenantsDir: string
  readonly themesDir: string
  readonly logger: PlainLog
  /** Whether the operating system is asked to tell of changes; without it the sweep finds them alone. */
  readonly listens?: boolean
  /** These folders of brands may have changed, come or gone; `themes` when any file of the themes may have. */
  onChange(changed: { readonly ids: ReadonlySet<string>; readonly themes: boolean }): void
}

export interface FolderWatcher {
  /** Looks at every folder now, and tells what was found right away. */
  lookNow(): void
  close(): void
}

/** Stand for the themes and for the folder of folders beside the ids; no id holds a slash. */
const THEMES = '/themes'
const ALL = '/tenants'

export function watchFolders(parts: FolderWatcherParts): FolderWatcher {
  const state = new WatchedFolders(parts)
  state.lookAtAll({ isFirst: true })
  state.start()
  return {
    lookNow() {
      state.lookAtAll({ isFirst: false })
      state.tell()
    },
    close: () => state.close(),
  }
}

class WatchedFolders {
  readonly #parts: FolderWatcherParts
  /** What each folder looked like last, by id. */
  readonly #seen = new Map<string, string>()
  readonly #watchers = new Map<string, FSWatcher>()
  /** Ids with the time at which they began to move. */
  readonly #moving = new Map<string, number>()
  #quiet: ReturnType<typeof setTimeout> | undefined
  #sweep: ReturnType<typeof setTimeout> | undefined
  #turn: Iterator<string> = [][Symbol.iterator]()
  /** Of the folder of folders when it was listed. */
  #listedAt = ''
  #cannotWatch = false
  #isClosed = false

  constructor(parts: FolderWatcherParts) {
    this.#parts = parts
    this.#cannotWatch = parts.listens === false
  }

  start(): void {
    this.#watchAll()
    this.#sweep = setTimeout(() => void this.#sweepOnce(), SWEEP_MS).unref()
  }

  #watchAll(): void {
    this.#watchFolder(ALL, this.#parts.tenantsDir, (name) => {
      this.#listFolders()
      // Something stands under this name now: it may be another folder than the one that is watched.
      if (name === null || !this.#seen.has(name)) return
      this.#unwatch(name)
      this.#look(name)
    })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#quiet)
    clearTimeout(this.#sweep)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  lookAtAll({ isFirst }: { readonly isFirst: boolean }): void {
    this.#listFolders()
    for (const id of [...this.#seen.keys()]) this.#look(id)
    if (isFirst) this.#moving.clear()
  }

  tell(): void {
    clearTimeout(this.#quiet)
    this.#quiet = undefined
    if (this.#isClosed || this.#moving.size === 0) return
    const ids = new Set(this.#moving.keys())
    this.#moving.clear()
    const themes = ids.delete(THEMES)
    this.#parts.onChange({ ids, themes })
  }

  /** Takes in folders that have come and lets go of those that are gone. */
  #listFolders(): void {
    const { tenantsDir } = this.#parts
    const listedAt = looksOfPlace(tenantsDir)
    // Not to be read at all (a drive that is away): then nobody is known to have left.
    const names = listedAt === null || listedAt === this.#listedAt ? null : foldersIn(tenantsDir)
    if (names === null) return
    this.#listedAt = listedAt ?? ''
    const present = new Set([...names, THEMES])
    for (const id of present) {
      if (this.#seen.has(id)) continue
      this.#seen.set(id, '')
      this.#look(id)
    }
    for (const id of [...this.#seen.keys()]) {
      if (present.has(id)) continue
      this.#seen.delete(id)
      this.#unwatch(id)
      this.#move(id)
    }
  }

  #look(id: string): void {
    const dir = this.#dirOf(id)
    this.#watchFolder(id, dir, () => this.#look(id))
    const looks = looksOf(dir)
    if (this.#seen.get(id) === looks) return
    this.#seen.set(id, looks)
    this.#move(id)
  }

  #dirOf(id: string): string {
    return id === THEMES ? this.#parts.themesDir : path.join(this.#parts.tenantsDir, id)
  }

  #move(id: string): void {
    const now = performance.now()
    if (!this.#moving.has(id)) this.#moving.set(id, now)
    clearTimeout(this.#quiet)
    const since = Math.min(...this.#moving.values())
    const waitMs = Math.max(0, Math.min(QUIET_MS, since + RESTLESS_MS - now))
    this.#quiet = setTimeout(() => this.tell(), waitMs).unref()
  }

  /** A folder that was put in the place of another one has to be watched anew: the sweep sees to it when its watcher has died. */
  #watchFolder(id: string, dir: string, onEvent: (name: string | null) => void): void {
    if (this.#isClosed || this.#cannotWatch || this.#watchers.has(id)) return
    try {
      const watcher = watch(dir, { persistent: false }, (event, name) => {
        // The folder itself was moved or deleted: the watcher follows the old one.
        if (event === 'rename' && name === path.basename(dir)) this.#unwatch(id)
        if (!this.#isClosed) onEvent(name)
      })
      watcher.on('error', () => this.#unwatch(id))
      this.#watchers.set(id, watcher)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return
      this.#cannotWatch = true
      this.#parts.logger.warn({ code }, 'the operating system does not tell of changes of the brands: every folder is checked in turn')
    }
  }

  #unwatch(id: string): void {
    this.#watchers.get(id)?.close()
    this.#watchers.delete(id)
  }

  async #sweepOnce(): Promise<void> {
    this.#watchAll()
    this.#listFolders()
    for (let looked = 0; looked < Math.min(SWEEP_FOLDERS, this.#seen.size); looked += 1) {
      if (looked % SLICE_FOLDERS === SLICE_FOLDERS - 1) await new Promise((resolve) => setImmediate(resolve))
      if (this.#isClosed) return
      let next = this.#turn.next()
      if (next.done) {
        this.#turn = [...this.#seen.keys()][Symbol.iterator]()
        next = this.#turn.next()
      }
      if (!next.done && this.#seen.has(next.value)) this.#look(next.value)
    }
    this.#sweep = setTimeout(() => void this.#sweepOnce(), SWEEP_MS).unref()
  }
}

function foldersIn(dir: string): string[] | null {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isContentName(entry.name))
      .map(({ name }) => name)
  } catch {
    return null
  }
}

/** Null for what is not there. */
function looksOfPlace(place: string): string | null {
  const stats = statSync(place, { throwIfNoEntry: false })
  return stats === undefined ? null : looksOfStats(stats)
}
