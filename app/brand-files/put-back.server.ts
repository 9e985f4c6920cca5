/**
 * Puts a brand's folder back to a revision of its history.
 *
 * Invariants: the new folder is whole beside the old one before anything is touched, and is refused when it could not be served; it
 * takes the old one's place by a rename. What the folder held before is a revision as well, and the change is recorded with who made
 * it before it is made: a crash in between leaves a record too many, never one too few.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TenantProblem } from '../../contract/tenant/problem'
import { isContentName, readBrandFolder } from './brand-folder.server'
import type { BrandHistory, Revision } from './brand-history.server'
import { houseHosts, type LoadTenantsOptions, loadTenants, readTenantFolder } from './load-tenants.server'

type PutBack =
  | { readonly kind: 'done'; readonly revision: Revision }
  /** The folder holds this already. */
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly problems: readonly TenantProblem[] }

interface PutBackOrder {
  readonly id: string
  readonly revision: Revision
  /** Unix milliseconds. */
  readonly at: number
  /** `machine:<user>`. */
  readonly by: Revision['by']
}

/** @throws Error when the revision's content is not whole, or what the file system says; the folder is then as it was. */
export function putBack(options: LoadTenantsOptions, history: BrandHistory, { id, revision, at, by }: PutBackOrder): PutBack {
  const dir = path.join(options.tenantsDir, id)
  const present = readBrandFolder(dir)
  if (present?.hash === revision.hash) return { kind: 'same' }
  const stage = mkdtempSync(path.join(options.tenantsDir, '.put-back-'))
  try {
    const staged = path.join(stage, id)
    writeFiles(staged, history.contentOf(revision))
    const problems = problemsOf(options, stage, id)
    if (problems.length > 0) return { kind: 'refused', problems }
    const whole = readBrandFolder(staged)
    if (whole?.hash !== revision.hash) throw new Error(`the revision ${revision.number} of ${id} could not be written byte for byte`)
    keepOtherNames(dir, staged)
    if (present !== null) history.record(id, present, { at, by: 'file', note: `found before ${revision.number} was put back` })
    const recorded = history.record(id, whole, { at, by, note: `put back to ${revision.number}` })
    takePlace(staged, dir, path.join(stage, 'before'))
    return { kind: 'done', revision: recorded }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

function writeFiles(dir: string, files: ReadonlyMap<string, Buffer>): void {
  mkdirSync(dir)
  for (const [name, content] of files) {
    const file = path.join(dir, name)
    if (!file.startsWith(`${dir}${path.sep}`)) throw new Error(`${name} lies outside the folder`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content, { flush: true })
  }
}

/** What stands in the way of serving it, as if it lay in its place. */
function problemsOf(options: LoadTenantsOptions, stage: string, id: string): TenantProblem[] {
  const owners = new Map(houseHosts(options.baseDomain))
  for (const other of loadTenants(options).tenants) if (other.id !== id) for (const host of other.siteHosts) owners.set(host, other.id)
  const read = readTenantFolder(id, { ...options, tenantsDir: stage }, owners)
  const found = [...(read.ok ? [] : read.problems), ...options.judge.newsProblems(stage, id)]
  return found.map((problem) => ({ ...problem, file: problem.file.replace(stage, options.tenantsDir) }))
}

/** What is not the brand's (an editor's files, names with a dot) stays in the folder. */
function keepOtherNames(from: string, to: string): void {
  if (!existsSync(from)) return
  for (const name of readdirSync(from)) if (!isContentName(name)) cpSync(path.join(from, name), path.join(to, name), { recursive: true })
}

function takePlace(staged: string, dir: string, before: string): void {
  const wasThere = existsSync(dir)
  if (wasThere) renameSync(dir, before)
  try {
    renameSync(staged, dir)
  } catch (error) {
    if (wasThere) renameSync(before, dir)
    throw error
  }
}
