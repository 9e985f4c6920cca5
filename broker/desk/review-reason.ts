/** What an operator writes to a trader, or to the log. */
import { REASON_MAX } from '../../contract/told-limits'

/** The words without what surrounds them; undefined where they are needed and missing, too long, or more than one line of text. */
export function readReason(given: string | undefined, isRequired: boolean): string | undefined {
  const reason = (given ?? '').normalize('NFC').trim()
  if (reason.length > REASON_MAX || /\p{Cc}/u.test(reason)) return undefined
  return reason === '' && isRequired ? undefined : reason
}

/** Who decided, as an operator is told: by name. */
export const decider = (actor: string | null | undefined): string => (actor ?? '').replace(/^operator:/, '')
