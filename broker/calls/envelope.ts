/**
 * The one shape of every answer: `{code, msg, data}` as JSON.
 *
 * Invariant: no answer of the API is ever stored by a cache, and none is taken for anything but JSON.
 */
import { ERRORS, type ErrorName } from '../../contract/errors'

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Seconds after which a caller that was refused for load or maintenance may try again. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorName, number>> = { TOO_MANY_REQUESTS: 10, SERVICE_UNAVAILABLE: 5 }

/** `details` of a refusal: what fills the placeholders of its text, so that a program need not read the text. */
export function envelope(code: number, msg: string, data: unknown, details?: Readonly<Record<string, string>>): string {
  return JSON.stringify({ code, msg, data: data ?? null, ...(details === undefined ? {} : { details }) })
}

/** An answer with HTTP 200: a success or a business error, as ready JSON text. */
export function answer(body: string, headers?: Readonly<Record<string, string>>): Response {
  return new Response(body, { status: 200, headers: { ...HEADERS, ...headers } })
}

/** The answer for an error; transport errors carry their HTTP status. */
export function failure(name: ErrorName, msg: string, headers?: Readonly<Record<string, string>>): Response {
  const { code, status } = ERRORS[name]
  const retryAfter = RETRY_AFTER_SECONDS[name]
  return new Response(envelope(code, msg, null), {
    status,
    headers: { ...HEADERS, ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }), ...headers },
  })
}
