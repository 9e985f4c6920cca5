/** What is served of a company's checkpoints: the newest, signed by whoever has signed it so far, and the newest that enough have signed. */
import type { Tx } from '../db/open-database'
import { readNewest, readQuorumSize, readWitnessed, type WitnessedCheckpoint } from './cosignature-store'
import type { LogAnswer } from './read-log'
import type { WitnessPolicy } from './witness-policy'

/** The newest checkpoint with what witnesses have added to it; null for a log that is empty. */
export async function answerCheckpoint(tx: Tx, tenantId: string, policy: WitnessPolicy): Promise<LogAnswer | null> {
  const newest = await readNewest(tx, tenantId)
  if (newest === null) return null
  const witnessed = await readWitnessed(tx, tenantId, newest.size, policy)
  return asAnswer({ note: newest.note, lines: witnessed?.note === newest.note ? witnessed.lines : [] })
}

/** Null while no checkpoint has enough signatures. */
export async function answerWitnessed(tx: Tx, tenantId: string, policy: WitnessPolicy): Promise<LogAnswer | null> {
  const size = await readQuorumSize(tx, tenantId, policy)
  const witnessed = size === null ? null : await readWitnessed(tx, tenantId, size, policy)
  return witnessed === null ? null : asAnswer(witnessed)
}

function asAnswer({ note, lines }: WitnessedCheckpoint): LogAnswer {
  return { body: `${note}${lines.join('')}`, type: 'text/plain; charset=utf-8', isForEver: false }
}
