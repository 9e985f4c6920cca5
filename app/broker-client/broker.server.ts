/**
 * The only way from the site to the broker: the contract spoken by `fetch(Request)`. The embedded broker answers in
 * process, a broker behind BROKER_ORIGIN or a company's own `brokerOrigin` over HTTP; nothing else in the site can tell them apart.
 *
 * Invariants: an answer that does not fit the contract is a failure, never data. A request is made here from nothing but the scope and
 * the input: no header of the visitor's own request travels to a broker, and no cookie ever does.
 */
import { createHash } from 'node:crypto'
import { BrokerStatement } from '../../contract/companies'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint'
import { Envelope, SUCCESS_CODE } from '../../contract/endpoint'
import { type ErrorName, errorNameOf } from '../../contract/errors'
import { IMAGE_PATH } from '../../contract/identity'
import type { Language } from '../language/language'

/** Failures that the wire has no number for: the broker was not reached, or what came back was not the contract. */
export type BrokerErrorName = ErrorName | 'NETWORK_ERROR' | 'ANSWER_UNREADABLE' | 'UNKNOWN_ERROR'
export interface BrokerError {
  readonly name: BrokerErrorName
  readonly code: number
  /** Text in the language of the call; empty for NETWORK_ERROR and ANSWER_UNREADABLE (the site has its own words). */
  readonly msg: string
  /** What fills the placeholders of the text, such as `price` of PRICE_MOVED; empty where the broker says nothing. */
  readonly details: Readonly<Record<string, string>>
}

/** Nobody knows whether the call was carried out: only the same key may be sent again. */
export const isUncertain = ({ name }: Pick<BrokerError, 'name'>): boolean => name === 'NETWORK_ERROR' || name === 'ANSWER_UNREADABLE'
export type BrokerResult<Data> =
  /** `msg`: what the broker says of a success, shown after the calls that change something; empty where it says nothing. */
  { readonly ok: true; readonly data: Data; readonly msg: string } | { readonly ok: false; readonly error: BrokerError }

export interface CallOptions {
  /** Makes a state-changing call safe to send again. */
  idempotencyKey?: string
  /** A first look of the page: code 999 comes back as a result instead of leading to the login page. */
  initial?: boolean
  /** The answer is the same for everybody in this language and may be half a second old (shared-answers.server.ts). */
  shared?: boolean
  signal?: AbortSignal
}
/** One sending of a form by a page, from its first request to the answer that the page believes. */
export interface ArrivedSending {
  /** Chosen by the page, the same for every repetition. */
  readonly key: string
  /** The page lost the answer and only asks what became of it: nothing may be carried out. */
  readonly isAsking: boolean
  /** Whose page it is; null for a visitor's. */
  readonly trader: string | null
  /** Set when a call that changes something ended without an answer: nobody knows yet whether it was carried out. */
  isNotKnown: boolean
}
export interface CallScope {
  readonly token: string | null
  readonly language: Language
  readonly tenantId: string | null
  /** Origin whose host names the company to the broker. */
  readonly siteOrigin: string
  readonly requestId: string
  readonly clientAddress: string
  /** The visitor's browser, for their own list of sessions. */
  readonly userAgent?: string
  /** Null or left out where the page sends none of its own: a form without scripts, a read. */
  readonly sending?: ArrivedSending | null
  /** Called when a signed-in call is answered with 999; it may throw (a redirect). */
  readonly onSessionInvalid?: (options: CallOptions) => void
}
export interface BoundBroker {
  readonly scope: CallScope
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<BrokerResult<OutputOf<E>>>
  /** What the company's broker publishes about itself. */
  statement(): Promise<BrokerResult<BrokerStatement>>
  /** The bytes of a picture of the signed-in trader; null for whatever is not a picture that may be shown. */
  image(reference: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array> | null>
  /** The same broker in another name: `as(null)` calls anonymously. */
  as(token: string | null, changes?: Partial<Pick<CallScope, 'language' | 'tenantId' | 'siteOrigin' | 'onSessionInvalid'>>): BoundBroker
}
export interface BrokerClient {
  bind(scope: CallScope): BoundBroker
}

export type SendToBroker = (request: Request) => Promise<Response>

interface BrokerClientOptions {
  readonly send: SendToBroker
  /** Set for a broker elsewhere; the embedded one is addressed by the site's own origin. */
  readonly origin?: string
  /** Origin of a company's own broker, for one that has another than everybody's. */
  readonly originOf?: (tenantId: string | null) => string | undefined
  readonly timeoutMs: number
}

const failure = (
  name: BrokerErrorName,
  code: number,
  msg = '',
  details: Readonly<Record<string, string>> = {},
): { ok: false; error: BrokerError } => ({ ok: false, error: { name, code, msg, details } })

/** What the broker keeps of every picture; no other type is passed on to a browser. */
export const IMAGE_TYPE = 'image/webp'

const STATEMENT_PATH = '/.well-known/broker.json'

function headersOf(scope: CallScope): Headers {
  const headers = new Headers({ lang: scope.language, accept: 'application/json', 'x-request-id': scope.requestId })
  if (scope.token !== null) headers.set('authorization', scope.token)
  if (scope.tenantId !== null) headers.set('company_id', scope.tenantId)
  if (scope.userAgent) headers.set('user-agent', scope.userAgent)
  if (scope.clientAddress !== '') headers.set('x-forwarded-for', scope.clientAddress)
  return headers
}

/** One sending may do several things by the same call, such as to take over one item after another: each has a key of its own. */
function keyOfCall(key: string, input: unknown): string {
  const parameters = input instanceof FormData ? '' : JSON.stringify(input)
  return `${key.slice(0, 40)}.${createHash('sha256').update(parameters).digest('hex').slice(0, 16)}`
}

/** Of a call that was not answered: it may have been carried out, or not. While a page only asks, "too busy" is no answer either. */
const isWithoutAnswer = (name: BrokerErrorName, isAsking: boolean): boolean =>
  ['NETWORK_ERROR', 'ANSWER_UNREADABLE', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'].includes(name) ||
  (isAsking && name === 'TOO_MANY_REQUESTS')

function buildRequest(
  endpoint: Endpoint,
  input: unknown,
  scope: CallScope,
  options: CallOptions,
  base: string,
  signal: AbortSignal,
): Request {
  const url = new URL(endpoint.path, base)
  const headers = headersOf(scope)
  const sending = endpoint.changesState ? scope.sending : null
  const key = options.idempotencyKey ?? (sending ? keyOfCall(sending.key, input) : undefined)
  if (key !== undefined) headers.set('idempotency-key', key)
  if (key !== undefined && sending?.isAsking) headers.set('idempotency-ask', '1')
  // State-changing GETs of the specification are called by their POST twins.
  const method = endpoint.postTwin ? 'POST' : endpoint.method
  if (input instanceof FormData) return new Request(url, { method: 'POST', headers, body: input, signal })
  const fields = Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  if (method === 'GET') {
    url.search = parameters.toString()
    return new Request(url, { method, headers, signal })
  }
  return new Request(url, { method, headers, body: parameters, signal })
}

async function readAnswer<E extends Endpoint>(endpoint: E, response: Response): Promise<BrokerResult<OutputOf<E>>> {
  const envelope = Envelope.safeParse(await response.json().catch(() => null))
  if (!envelope.success) return failure('ANSWER_UNREADABLE', response.status)
  const { code, msg, data, details } = envelope.data
  if (code !== SUCCESS_CODE) return failure(errorNameOf(code) ?? 'UNKNOWN_ERROR', code, msg, details)
  const output = endpoint.output.safeParse(data)
  return output.success ? { ok: true, data: output.data as OutputOf<E>, msg } : failure('ANSWER_UNREADABLE', code)
}

export function createBrokerClient({ send: sendToMost, origin: originOfMost, originOf, timeoutMs }: BrokerClientOptions): BrokerClient {
  const bind = (scope: CallScope): BoundBroker => {
    const own = originOf?.(scope.tenantId)
    return own === undefined ? boundTo(scope, sendToMost, originOfMost) : boundTo(scope, sendOverHttp, own)
  }
  const boundTo = (scope: CallScope, send: SendToBroker, origin: string | undefined): BoundBroker => ({
    scope,
    as: (token, changes) => bind({ ...scope, ...changes, token }),
    async call(endpoint, input, options = {}) {
      const timeout = AbortSignal.timeout(timeoutMs + endpoint.waitsMs)
      const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
      let result: BrokerResult<OutputOf<typeof endpoint>>
      try {
        const response = await send(buildRequest(endpoint, input, scope, options, origin ?? scope.siteOrigin, signal))
        result = await readAnswer(endpoint, response)
      } catch (error) {
        // A caller that left is not a failure of the broker: let the abort travel on.
        if (options.signal?.aborted) throw error
        result = failure('NETWORK_ERROR', 0)
      }
      const { sending } = scope
      if (!result.ok && endpoint.changesState && sending && isWithoutAnswer(result.error.name, sending.isAsking)) sending.isNotKnown = true
      if (!result.ok && result.error.name === 'SESSION_INVALID' && scope.token !== null) scope.onSessionInvalid?.(options)
      return result
    },
    async statement() {
      // Published to everybody: no token goes with the question.
      const request = new Request(new URL(STATEMENT_PATH, origin ?? scope.siteOrigin), {
        headers: headersOf({ ...scope, token: null }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const response = await send(request).catch(() => null)
      if (response === null) return failure('NETWORK_ERROR', 0)
      const statement = BrokerStatement.safeParse(await response.json().catch(() => null))
      return response.ok && statement.success ? { ok: true, data: statement.data, msg: '' } : failure('ANSWER_UNREADABLE', response.status)
    },
    async image(reference, given) {
      const url = new URL(IMAGE_PATH, origin ?? scope.siteOrigin)
      url.searchParams.set('ref', reference)
      const headers = headersOf(scope)
      headers.set('accept', IMAGE_TYPE)
      const timeout = AbortSignal.timeout(timeoutMs)
      const signal = given === undefined ? timeout : AbortSignal.any([timeout, given])
      const response = await send(new Request(url, { headers, signal })).catch(() => null)
      const type = response?.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
      if (response?.status === 200 && type === IMAGE_TYPE) return response.body
      await response?.body?.cancel()
      return null
    },
  })
  return { bind }
}

/** Sends to a broker elsewhere. Redirects are refused: the token must not travel to a host that nobody configured. */
export const sendOverHttp: SendToBroker = (request) => fetch(request, { redirect: 'error' })
