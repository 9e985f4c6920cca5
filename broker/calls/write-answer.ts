/**
 * The one shape of every answer, `{code, msg, data}` as JSON, and how an outcome becomes it: in the caller's language, checked against the
 * contract where asked.
 *
 * Invariant: no answer of the API is ever stored by a cache, and none is taken for anything but JSON.
 */
import type { DeskEndpointName } from '../../contract/desk'
import { type Endpoint, SUCCESS_CODE } from '../../contract/endpoint'
import { ERRORS, type ErrorName } from '../../contract/errors'
import type { EndpointName } from '../../contract/index'
import type { Language } from '../../contract/primitives'
import type { Texts } from '../ground/texts'
import type { Outcome } from './handler'
import { refusalWords, toldDetails } from './refusal-words'

/** A finished answer. Its body is sent with HTTP 200; a transport error's is written anew by who sends it. */
export interface CallAnswer {
  readonly code: number
  readonly body: string
  /** Of a call that was one too many. */
  readonly retryAfterMs?: number
}

export type Refusal = Extract<Outcome<unknown>, { ok: false }>

interface Writing {
  readonly texts: Texts
  /** Checks every answer against the contract; for tests and development, where a mismatch must be loud. */
  readonly checksOutput: boolean
}

interface Answered {
  readonly name: EndpointName | DeskEndpointName
  readonly endpoint: Endpoint
  readonly language: Language
}

export function finish(services: Writing, call: Answered, outcome: Outcome<unknown>): CallAnswer {
  if (!outcome.ok) return refusal(services, call, outcome)
  if (services.checksOutput) {
    const checked = call.endpoint.output.safeParse(outcome.data)
    if (!checked.success) {
      const places = checked.error.issues.slice(0, 3).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      throw new Error(`the answer of ${call.name} does not fit the contract: ${places.join('; ')}`)
    }
  }
  return { code: SUCCESS_CODE, body: envelope(SUCCESS_CODE, services.texts.success(call.language, call.name), outcome.data) }
}

export function refusal({ texts }: Writing, { name, language }: Answered, { error, details }: Refusal): CallAnswer {
  const { code } = ERRORS[error]
  const words = refusalWords(texts, { name, language, error, details })
  return { code, body: envelope(code, words, null, details && toldDetails(details)) }
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Seconds after which a caller that was refused for load or maintenance may try again. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorName, number>> = { TOO_MANY_REQUESTS: 10, SERVICE_UNAVAILABLE: 5 }

/** `details` of a refusal: what fills the placeholders of its text, so that a program need not read the text. */
function envelope(code: number, msg: string, data: unknown, details?: Readonly<Record<string, string>>): string {
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
