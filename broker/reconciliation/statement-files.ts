/**
 * The folders in which providers put their statements: `<day>.csv`, looked at anew when a file has changed.
 *
 * Deliberately a folder and no upload: what comes in is put there by whoever has the machine, under the rights of its files, and no call of ours
 * takes it from outside.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ProviderStatement } from '../../contract/market-file'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../rules/durations'
import { utcToWall, wallToUtc } from '../../rules/wall-time'
import { readStatement, type Statement, type UnreadableStatement } from './read-statement'

export interface StatementPlace extends Omit<ProviderStatement, 'folder'> {
  readonly provider: string
  /** Absolute. */
  readonly folder: string
  /** The provider's own name by our code. */
  readonly symbols: Readonly<Record<string, string>>
}

type StatementFile =
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly problem: UnreadableStatement }
  | { readonly state: 'whole'; readonly statement: Statement; readonly digest: string }

/** Far more than a day's trades of a house. */
const LARGEST_BYTES = 32 * 1024 * 1024

export class StatementFiles {
  readonly #kept = new Map<string, { readonly stamp: string; readonly file: StatementFile }>()

  async read(place: StatementPlace, day: string): Promise<StatementFile> {
    const name = path.join(place.folder, fileOf(day))
    try {
      const { size, mtimeMs, ino } = await stat(name)
      const stamp = `${size} ${mtimeMs} ${ino}`
      const kept = this.#kept.get(name)
      if (kept?.stamp === stamp) return kept.file
      const file = size > LARGEST_BYTES ? unreadable('too_large', `${size}`) : await readWhole(name, place)
      this.#kept.set(name, { stamp, file })
      return file
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? { state: 'absent' } : unreadable('not_readable', codeOf(error))
    }
  }

  /** What no longer has to be remembered: files of other days. */
  forget(isNeeded: (name: string) => boolean): void {
    for (const name of this.#kept.keys()) if (!isNeeded(path.basename(name))) this.#kept.delete(name)
  }
}

export function fileOf(day: string): string {
  return `${day}.csv`
}

/** By when the statement of a day is there: the first such time by its clock after the day has ended. */
export function dueAt({ due, timeZone }: Pick<StatementPlace, 'due' | 'timeZone'>, rolloverAt: number): number {
  const [hours = 0, minutes = 0] = due.split(':').map(Number)
  const wall = utcToWall(timeZone, rolloverAt)
  const sameDay = wallToUtc(timeZone, Math.floor(wall / DAY_MS) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS)
  if (sameDay > rolloverAt) return sameDay
  return wallToUtc(timeZone, (Math.floor(wall / DAY_MS) + 1) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS)
}

async function readWhole(name: string, { symbols }: StatementPlace): Promise<StatementFile> {
  const bytes = await readFile(name)
  const read = readStatement(bytes.toString('utf8'), symbols)
  if (!read.ok) return { state: 'unreadable', problem: read.problem }
  return { state: 'whole', statement: read.statement, digest: createHash('sha256').update(bytes).digest('hex') }
}

function unreadable(problem: UnreadableStatement['problem'], found: string): StatementFile {
  return { state: 'unreadable', problem: { line: 0, problem, found } }
}

/** No path of the machine goes to a page. */
function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'error'
}
