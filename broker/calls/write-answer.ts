/** Turns an outcome into the answer of a call: the envelope in the caller's language, checked against the contract where asked. */
import type { DeskEndpointName } from '../../contract/desk'
import { type Endpoint, SUCCESS_CODE } from '../../contract/endpoint'
import { ERRORS } from '../../contract/errors'
import type { EndpointName } from '../../contract/index'
import type { Language } from '../../contract/primitives'
import type { Texts } from '../ground/texts'
import { envelope } from './envelope'
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
