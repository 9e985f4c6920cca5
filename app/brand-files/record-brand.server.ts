/** Writes down what a brand's folder holds once it is live, and tells who changed it. */
import type { BrandRecord } from '../../contract/in-process'
import type { Clock } from '../process/clock.server'
import { type BrandFolder, readBrandFolder } from './brand-folder.server'
import type { BrandHistory } from './brand-history.server'

interface Recorder {
  readonly history: BrandHistory
  readonly clock: Clock
}

export function recordBrand({ history, clock }: Recorder, id: string, folder: BrandFolder, before: string | null): BrandRecord {
  // The command writes its revision before it changes the folder: then this one is there already, with who it was.
  const { number, by, hash } = history.record(id, folder, { at: clock.now(), by: 'file' })
  return { tenantId: id, before, after: hash, revision: number, by }
}

/** At the start. Null when nothing has changed since the last time, or the folder is being edited again. */
export function recordStart({ history, clock }: Recorder, id: string, dir: string, hash: string): BrandRecord | null {
  const newest = history.newest(id)
  if (newest?.hash === hash) return null
  const folder = readBrandFolder(dir)
  if (folder?.hash !== hash) return null
  const { number, by, previous } = history.record(id, folder, { at: clock.now(), by: 'file' })
  return { tenantId: id, before: previous, after: hash, revision: number, by }
}
