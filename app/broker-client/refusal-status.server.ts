/** The HTTP status of data that the broker refused. */
import { ERRORS, type ErrorName } from '../../contract/errors'
import type { BrokerError } from './broker.server'

/** 503 only where there was no answer: what was refused on purpose is nothing that anybody should be woken for. */
export function refusalStatus({ name }: Pick<BrokerError, 'name'>): number {
  // A broker elsewhere that is newer than this site may know more names.
  if (!(name in ERRORS)) return name === 'UNKNOWN_ERROR' ? 422 : 503
  const { status } = ERRORS[name as ErrorName]
  if (status !== 200) return status < 500 ? status : 503
  return name === 'SESSION_INVALID' ? 401 : 422
}
