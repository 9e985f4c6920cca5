/**
 * An error as it may be logged. The store's driver writes the parameters of a failed query into its message, and those are people's
 * data: what remains is the query with its placeholders and the reason.
 */
import { DrizzleQueryError } from 'drizzle-orm/errors'

export function loggableError(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error
  const reason = error.cause instanceof Error ? error.cause.message : 'unknown reason'
  const safe = new Error(`a query failed: ${reason}; ${error.query}`)
  // The stack begins with the message it was made with; only the places are kept.
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  safe.stack = [`Error: ${safe.message}`, ...places].join('\n')
  return safe
}
