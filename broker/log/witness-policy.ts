/** Who has to sign a company's checkpoints besides the company, as its file says it. */
import type { TenantLog } from '../../contract/tenant/witnesses'
import { type NoteKey, parseNoteKey } from '../../rules/log/note'

export interface NamedWitness {
  readonly name: string
  readonly url: string
  /** As name+id+key. */
  readonly key: string
  readonly noteKey: NoteKey
}

export interface WitnessPolicy {
  readonly witnesses: readonly NamedWitness[]
  readonly needed: number
}

const read = new WeakMap<TenantLog, WitnessPolicy>()

/** Null where nobody is named. A key that cannot be read has kept its file from being served. */
export function witnessPolicy(log: TenantLog | undefined): WitnessPolicy | null {
  if (log === undefined) return null
  const known = read.get(log)
  if (known !== undefined) return known
  const witnesses = log.witnesses.flatMap(({ name, url, key }) => {
    const noteKey = parseNoteKey(key)
    return noteKey === null ? [] : [{ name, url, key, noteKey }]
  })
  const policy = { witnesses, needed: log.needed }
  read.set(log, policy)
  return policy
}
