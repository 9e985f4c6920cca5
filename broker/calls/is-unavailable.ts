/**
 * Tells a store that cannot be used right now (come back soon) from a mistake of ours.
 * Codes: PostgreSQL classes 08 (connection), 53 (resources), 57P (shutdown), 57014 (cancelled by the time limit), 55P03 (lock not
 * available), 40001 and 40P01 (gave way to another transaction); the driver's and Node's names for a lost connection, and a store
 * of files that cannot be used.
 */
const STATES = /^(?:08\w{3}|53\w{3}|57P\d{2}|57014|55P03|40001|40P01)$/
const NAMES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'FILES_UNAVAILABLE'])
/** The driver's own errors have no code. */
const MESSAGES =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/

export function isUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code: unknown = 'code' in cause ? cause.code : undefined
    if (typeof code === 'string' ? STATES.test(code) || NAMES.has(code) || isSocketMissing(cause) : MESSAGES.test(cause.message))
      return true
  }
  return false
}

/** The built-in store's socket is there only while its server runs. */
function isSocketMissing(error: Error): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code === 'ENOENT' && syscall === 'connect'
}
