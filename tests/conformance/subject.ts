/**
 * The broker under examination as the checks see it: calls in a company's name, traders, sockets. Every answer is held against the
 * contract on its way in, so a check only says what is particular to it.
 */
import { type Endpoint, Envelope, type InputOf, type OutputOf, SUCCESS_CODE } from '../../contract/endpoint'
import { type ErrorName, errorNameOf } from '../../contract/errors'
import { ENDPOINTS } from '../../contract/index'
import type { Instrument } from '../../contract/market'
import { fits, holds, Mismatch, NotChecked, same, shown } from './check'
import type { Line, WireRequest } from './line'
import { type Listener, listen } from './listener'

/** How a company is named to the broker: by the host, by the `company_id` header, or by both. */
export interface CompanyAddress {
  readonly host?: string | undefined
  readonly id?: string | undefined
}

interface Credentials {
  readonly account: string
  readonly password: string
}

interface SubjectOptions {
  readonly line: Line
  readonly company: CompanyAddress
  /** A second company of the same broker, for the checks that hold the two apart. */
  readonly other?: CompanyAddress | undefined
  /** Of a real account without two-step sign-in. Nothing is traded, paid in or paid out with it. */
  readonly credentials?: Credentials | undefined
}

export interface CallOptions {
  readonly token?: string | undefined
  readonly key?: string | undefined
  readonly lang?: string | undefined
  readonly company?: CompanyAddress
  readonly headers?: Readonly<Record<string, string>>
  /** The compatible GET instead of the POST twin. */
  readonly asGet?: boolean
  readonly asJson?: boolean
}

export interface Answer<Data> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly code: number
  readonly msg: string
  readonly data: Data
  /** `ok`, the error's name, or `unknown` for a number that this contract does not know. */
  readonly outcome: ErrorName | 'ok' | 'unknown'
}

export interface Trader {
  readonly id: string
  readonly token: string
  readonly demoId: string
  readonly company: CompanyAddress
  /** The answer, which may be a refusal. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<Answer<OutputOf<E>>>
  /** What a success brings. @throws Mismatch for a refusal */
  get<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>>
}

export interface Subject {
  readonly company: CompanyAddress
  /** @throws NotChecked where there is no second company */
  otherCompany(): CompanyAddress
  /** Any request at all; the answer must be the envelope. */
  send(request: Partial<WireRequest> & { readonly path: string }, options?: CallOptions): Promise<Answer<unknown>>
  /** The same without looking at the answer. */
  sendRaw: Line['send']
  headersOf(options: CallOptions): Record<string, string>
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<Answer<OutputOf<E>>>
  /** A demo account of its own, opened now; of the first company when left out. */
  newTrader(company?: CompanyAddress): Promise<Trader>
  /** A demo account that checks share which change nothing of it. */
  trader(): Promise<Trader>
  /** @throws NotChecked where no real account was given */
  realTrader(): Promise<Trader>
  /** What is offered now. */
  instruments(): Promise<readonly Instrument[]>
  listen(company?: CompanyAddress): Listener
  close(): void
}

const RETRY_MAX_MS = 30_000

export function openSubject({ line, company, other, credentials }: SubjectOptions): Subject {
  const listeners: Listener[] = []
  let shared: Promise<Trader> | undefined
  let real: Promise<Trader> | undefined

  const headersOf: Subject['headersOf'] = ({ token, key, lang, company: named = company, headers = {} }) => ({
    ...(named.host === undefined ? {} : { host: named.host }),
    ...(named.id === undefined ? {} : { company_id: named.id }),
    lang: lang ?? 'en',
    ...(token === undefined ? {} : { authorization: token }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...headers,
  })
  const send: Subject['send'] = async ({ method = 'GET', path, headers = {}, body }, options = {}) => {
    const request = { method, path, headers: { ...headersOf(options), ...headers }, ...(body === undefined ? {} : { body }) }
    return readEnvelope(`${method} ${path.split('?')[0]}`, await patiently(line, request))
  }
  const call: Subject['call'] = async (endpoint, input, options = {}) => {
    const answer = await send(requestOf(endpoint, input as Record<string, unknown>, options), options)
    if (answer.code !== SUCCESS_CODE) return answer as Answer<never>
    const data = fits(`data of ${endpoint.path}`, endpoint.output, answer.data)
    return { ...answer, data: data as OutputOf<typeof endpoint> }
  }
  const traderWith = (signedIn: { id: string; token: string; demo_id?: string }, named: CompanyAddress): Trader => {
    const ask: Trader['call'] = (endpoint, input, options = {}) =>
      call(endpoint, input, { company: named, token: signedIn.token, ...options })
    return {
      id: signedIn.id,
      token: signedIn.token,
      demoId: signedIn.demo_id ?? '',
      company: named,
      call: ask,
      async get(endpoint, input, options) {
        const answer = await ask(endpoint, input, options)
        return succeeded(endpoint, answer)
      },
    }
  }
  const newTrader: Subject['newTrader'] = async (named = company) =>
    traderWith(succeeded(ENDPOINTS.createDemoAccount, await call(ENDPOINTS.createDemoAccount, {}, { company: named })), named)

  return {
    company,
    otherCompany() {
      if (other === undefined) throw new NotChecked('a second company (--other-company or --other-host)')
      return other
    },
    send,
    sendRaw: (request) => line.send(request),
    headersOf,
    call,
    newTrader,
    trader: () => (shared ??= newTrader()),
    realTrader() {
      if (credentials === undefined) throw new NotChecked('a real account (--account and --password)')
      const { account, password } = credentials
      const login_type = account.includes('@') ? 'email' : 'mobile'
      real ??= call(ENDPOINTS.login, { account, password, login_type }).then((answer) =>
        traderWith(succeeded(ENDPOINTS.login, answer), company),
      )
      return real
    },
    async instruments() {
      return succeeded(ENDPOINTS.listInstruments, await call(ENDPOINTS.listInstruments, {}))
    },
    listen(named = company) {
      const query = named.id === undefined ? 'lang=en' : `lang=en&company_id=${encodeURIComponent(named.id)}`
      const listener = listen(line.openSocket(`/v1/ws?${query}`, named.host === undefined ? {} : { host: named.host }))
      listeners.push(listener)
      return listener
    },
    close() {
      for (const listener of listeners) listener.close()
      line.close()
    },
  }
}

function requestOf(endpoint: Endpoint, input: Record<string, unknown>, { asGet = false, asJson = false }: CallOptions) {
  const fields = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
  const parameters = new URLSearchParams(fields).toString()
  const method = endpoint.postTwin && !asGet ? 'POST' : endpoint.method
  if (method === 'GET') return { method, path: parameters === '' ? endpoint.path : `${endpoint.path}?${parameters}` }
  return asJson
    ? { method, path: endpoint.path, body: JSON.stringify(Object.fromEntries(fields)), headers: { 'content-type': 'application/json' } }
    : { method, path: endpoint.path, body: parameters, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}

/** A broker may ask for patience; it must say for how long. */
async function patiently(line: Line, request: WireRequest) {
  for (let waitedMs = 0; ; ) {
    const answer = await line.send(request)
    if (answer.status !== 429 && answer.status !== 503) return answer
    const seconds = Number(answer.headers.get('retry-after'))
    holds(
      `${answer.status} of ${request.path.split('?')[0]}`,
      seconds >= 1,
      'a Retry-After of whole seconds',
      answer.headers.get('retry-after'),
    )
    waitedMs += seconds * 1000
    if (waitedMs > RETRY_MAX_MS && answer.status === 503) return answer
    if (waitedMs > RETRY_MAX_MS) throw new NotChecked(`a rest of ${seconds} s: the broker limits ${request.path.split('?')[0]} (429)`)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

function readEnvelope(what: string, { status, headers, text }: Awaited<ReturnType<Line['send']>>): Answer<unknown> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Mismatch(`the answer of ${what}`, 'JSON', `HTTP ${status} ${shown(text)}`)
  }
  const { code, msg, data } = fits(`the envelope of ${what}`, Envelope, body)
  holds(
    `the envelope of ${what}`,
    typeof body === 'object' && body !== null && 'data' in body,
    'a field data, null where there is none',
    body,
  )
  const error = errorNameOf(code)
  const outcome = code === SUCCESS_CODE ? 'ok' : (error ?? 'unknown')
  if (outcome !== 'ok') same(`data of the refusal ${code} of ${what}`, data, null)
  return { status, headers, text, code, msg, data, outcome }
}

export function succeeded<E extends Endpoint>(endpoint: E, answer: Answer<OutputOf<E>>): OutputOf<E> {
  if (answer.outcome === 'ok') return answer.data
  throw new Mismatch(endpoint.path, 'code 1', `code ${answer.code} ${answer.outcome}: ${answer.msg}`)
}
