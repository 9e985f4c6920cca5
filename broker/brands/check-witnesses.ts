/** Whether the keys that a company names for the witnesses of its log are keys of witnesses, each of another. */

import type { TenantProblem } from '../../contract/tenant/problem'
import type { TenantLog } from '../../contract/tenant/witnesses'
import { toBase64 } from '../../rules/log/base64'
import { type NoteKey, parseNoteKey, SIGNATURE_KIND } from '../../rules/log/note'

const MEND = 'ask the witness for what npm run witness -- key prints there'

export function witnessProblems({ witnesses }: Pick<TenantLog, 'witnesses'>): Omit<TenantProblem, 'file'>[] {
  const keys = witnesses.map(({ key }) => parseNoteKey(key))
  return keys.flatMap((key, index) => {
    const reason = key === null ? 'is not a key: a character was lost or changed' : problemOf(key, keys.slice(0, index))
    return reason === null ? [] : [{ path: `log.witnesses.${index}.key`, reason, mend: MEND }]
  })
}

/** One key under two names would count twice. */
function problemOf(key: NoteKey, before: readonly (NoteKey | null)[]): string | null {
  if (key.kind !== SIGNATURE_KIND.cosignature) return 'is the key of a log, not of a witness'
  const isTaken = before.some((other) => other !== null && toBase64(other.publicKey) === toBase64(key.publicKey))
  return isTaken ? 'another witness signs with this key' : null
}
