/** The recorded changes of the brands of this folder's server, and one brand's of them. */
import path from 'node:path'
import { type BrandHistory, openBrandHistory, type Revision } from '../../app/brand-files/brand-history.server'
import { readEnv } from '../../app/process/env.server'
import { ROOT_FOLDER } from '../../broker/ground/root-folder'

/** @throws when a setting of the server is not right. */
export async function openHistory(): Promise<BrandHistory> {
  const read = await readEnv()
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return openBrandHistory(path.resolve(ROOT_FOLDER, read.env.DATA_DIR))
}

/** @throws naming the brands that have a history when this one has none. */
export function revisionsOf(history: BrandHistory, id: string | undefined, usage: string): readonly Revision[] {
  if (id === undefined) throw new Error(`usage: npm run tenant -- ${usage}`)
  const revisions = history.list(id)
  if (revisions.length > 0) return revisions
  const known = history.ids()
  throw new Error(
    `nothing is recorded of ${id}: ${known.length === 0 ? 'the server records brands when it runs' : `there are ${known.join(', ')}`}`,
  )
}

/** `  3  2026-11-18T12:00:00.000Z  6f1d…  file` */
export function describeRevision({ number, at, hash, by, note }: Revision): string {
  return `${String(number).padStart(4)}  ${at}  ${hash.slice(0, 12)}  ${by}${note === undefined ? '' : `  (${note})`}`
}
