/**
 * `tenant diff <id> [revision] [revision]`: what changed between two revisions; with one, between it and the folder as it is; with
 * none, between the newest revision and the folder, or the two newest ones when the folder is as recorded.
 */
import path from 'node:path'
import { brandDiff, describeDifference } from '../../app/brand-files/brand-diff'
import { readBrandFolder } from '../../app/brand-files/brand-folder.server'
import { findRevision, type Revision } from '../../app/brand-files/brand-history.server'
import { openHistory, revisionsOf } from './open-history'
import { brandPlaces } from './read-brands'

export async function run([id = '', from, to]: readonly string[]): Promise<void> {
  const history = await openHistory()
  const revisions = revisionsOf(history, id === '' ? undefined : id, 'diff <id> [revision] [revision]')
  const { tenantsDir } = await brandPlaces()
  const folder = readBrandFolder(path.join(tenantsDir, id))
  const newest = revisions.at(-1) as Revision
  const isAsRecorded = folder?.hash === newest.hash
  const start = from === undefined ? (isAsRecorded ? (revisions.at(-2) ?? newest) : newest) : findRevision(revisions, from)
  const end = to === undefined ? (isAsRecorded ? newest : null) : findRevision(revisions, to)
  const after = end === null ? (folder?.files ?? new Map()) : history.contentOf(end)
  console.log(`${id}: ${start.number} → ${end?.number ?? 'the folder as it is'}`)
  const found = brandDiff(history.contentOf(start), after)
  for (const difference of found) console.log(describeDifference(difference))
  if (found.length === 0) console.log('no difference')
}
