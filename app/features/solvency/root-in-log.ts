/** Whether the root of an hour is in the company's log, read by addresses that are the same for everybody. */
import { PublishedLog } from '../../../rules/log/published-log'
import type { Solvency } from '../../terms/solvency'

/** A company's log as its broker.json states it. */
export interface StatedLog {
  readonly path: string
  /** As name+id+key. */
  readonly keys: readonly string[]
}

type Ask = ConstructorParameters<typeof PublishedLog>[1]

/** Undefined where nobody could look: the log is not stated, or out of reach. */
export async function isRootInLog(
  { document, hash }: Pick<NonNullable<Solvency['newest']>, 'document' | 'hash'>,
  log: StatedLog | null,
  ask: Ask = (url) => fetch(url, { cache: 'no-cache' }),
): Promise<boolean | undefined> {
  if (log === null) return undefined
  try {
    const site = new PublishedLog(log.path.replace(/\/$/, ''), ask)
    if (typeof (await site.open(log.keys)) === 'string') return undefined
    const fact = await site.factOf(hash)
    return fact !== null && fact.kind === 'solvency' && fact.document === document
  } catch {
    return undefined
  }
}
