/**
 * The broker's HTTP side as one web-standard function: a Request goes in, an enveloped Response comes out. The routes are the
 * endpoints of the contract; there is no other list.
 *
 * Invariant: every answer under `/api` and `/v1/api`, whatever went wrong, is the envelope, in the caller's language; an
 * unexpected failure tells the caller nothing but that it happened.
 */
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Endpoint } from '../contract/endpoint'
import { ERRORS, type ErrorName, errorNameOf } from '../contract/errors'
import { ENDPOINTS, type EndpointName } from '../contract/index'
import { type Language, readLanguage } from '../contract/primitives'
import type { Tenant } from '../contract/tenant'
import type { HostOwner } from './companies/tenant-directory'
import { loggableError } from './db/loggable-error'
import { answerCall, type CallServices } from './http/answer-call'
import { answer, failure } from './http/envelope'
import { isUnavailable } from './http/is-unavailable'
import { DEFAULT_RATE_LIMITS, RateLimiter, type RateLimits } from './http/rate-limits'
import { parseParameters, type RawParameters, readRawParameters } from './http/read-parameters'
import { allowedMethods, corsHeaders, preflightAnswer, unintendedRefusal } from './http/transport-checks'
import type { Logger } from './logger'

export interface HttpServices extends CallServices {
  readonly logger: Logger
  readonly rateLimits?: Partial<RateLimits>
  /** Writes `/.well-known/broker.json` of a company. */
  statementOf(tenant: Tenant): Promise<unknown>
  /** True once the broker is shutting down: new calls are asked to come back. */
  isClosing(): boolean
}

/** What the door knows about a request and the request itself does not say. */
export interface FetchContext {
  /** The company of the host, where the door has already resolved it. Without it the host of the request's address decides. */
  readonly tenantHint?: Tenant | undefined
  /** Address of the client, as far as it can be trusted; without it nothing is limited per address. */
  readonly clientAddress?: string | undefined
  readonly requestId?: string | undefined
}

export type BrokerFetch = (request: Request, context?: FetchContext) => Promise<Response>

const STATEMENT_PATH = '/.well-known/broker.json'
const REQUEST_ID = /^[\w-]{1,64}$/

type Refuse = (name: ErrorName, headers?: Readonly<Record<string, string>>, parameter?: string) => Response

interface Arrival {
  readonly request: Request
  readonly url: URL
  readonly owner: HostOwner
  readonly language: Language
  readonly requestId: string
  readonly clientAddress: string | undefined
  readonly refuse: Refuse
}

export function createHttp(services: HttpServices): BrokerFetch {
  const limits: RateLimits = { ...DEFAULT_RATE_LIMITS, ...services.rateLimits }
  const limiter = new RateLimiter()
  const app = new Hono<{ Bindings: Arrival }>()
  for (const [name, endpoint] of Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]) {
    app.all(endpoint.path, (context) => answerEndpoint(services, { limits, limiter }, name, endpoint, context.env))
  }
  app.on(['GET', 'HEAD'], STATEMENT_PATH, (context) => answerStatement(services, context.env))
  app.notFound((context) => context.env.refuse('PATH_UNKNOWN'))
  app.onError((error, context) => {
    const { requestId, refuse, url } = context.env
    if (isUnavailable(error)) {
      services.logger.warn({ err: loggableError(error), requestId, path: url.pathname }, 'the store could not be used')
      return refuse('SERVICE_UNAVAILABLE')
    }
    services.logger.error({ err: loggableError(error), requestId, path: url.pathname }, 'a call failed unexpectedly')
    return refuse('INTERNAL_ERROR')
  })
  return async (request, context = {}) => {
    const arrival = arrivalOf(services, request, context)
    const response = await app.fetch(request, arrival)
    response.headers.set('x-request-id', arrival.requestId)
    const cors = corsHeaders(request.headers, (origin) => services.directory.isSiteOrigin(origin))
    for (const [name, value] of Object.entries(cors)) response.headers.set(name, value)
    return response
  }
}

function arrivalOf(services: HttpServices, request: Request, context: FetchContext): Arrival {
  const url = new URL(request.url)
  const language = readLanguage(request.headers.get('lang'))
  const given = context.requestId ?? request.headers.get('x-request-id')
  return {
    request,
    url,
    language,
    owner: context.tenantHint === undefined ? services.directory.ownerOf(url.host) : { kind: 'tenant', tenant: context.tenantHint },
    requestId: given !== null && REQUEST_ID.test(given) ? given : randomUUID(),
    // The door has removed or checked the forwarding header; its first entry is the client. Empty means that nobody knows.
    clientAddress: context.clientAddress || request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() || undefined,
    refuse: (name, headers, parameter) => failure(name, services.texts.error(language, name, { parameter: parameter ?? '' }), headers),
  }
}

async function answerEndpoint(
  services: HttpServices,
  budgets: { readonly limits: RateLimits; readonly limiter: RateLimiter },
  name: EndpointName,
  endpoint: Endpoint,
  arrival: Arrival,
): Promise<Response> {
  const { request, url, owner, refuse } = arrival
  const isSiteOrigin = (origin: string) => services.directory.isSiteOrigin(origin)
  if (owner.kind === 'unknown') return refuse('HOST_UNKNOWN')
  const methods = allowedMethods(endpoint)
  if (request.method === 'OPTIONS') return preflightAnswer(methods, corsHeaders(request.headers, isSiteOrigin))
  if (!methods.includes(request.method)) return refuse('METHOD_NOT_ALLOWED', { allow: methods.join(', ') })
  if (services.isClosing()) return refuse('SERVICE_UNAVAILABLE')
  const unintended = unintendedRefusal(endpoint, request.headers, isSiteOrigin)
  if (unintended !== undefined) return refuse(unintended)
  const raw = await readRawParameters(request, url, endpoint)
  if (!raw.ok) return refuse(raw.error)
  if (!withinBudget(services, budgets, name, endpoint, arrival, raw.value)) return refuse('TOO_MANY_REQUESTS')

  const named = owner.kind === 'shared' ? namedCompany(url, request.headers) : undefined
  if (named?.isRepeated) return refuse('PARAMETER_REPEATED', undefined, 'company_id')
  const { code, body } = await answerCall(services, {
    name,
    endpoint,
    headers: request.headers,
    owner,
    namedCompany: named?.id,
    raw: raw.value,
    language: arrival.language,
    requestId: arrival.requestId,
    client: { userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300), address: arrival.clientAddress ?? '' },
    upload: null,
  })
  const error = errorNameOf(code)
  // A handler may find that the call is one too many; then the answer has that error's status.
  return error !== undefined && ERRORS[error].status !== 200 ? refuse(error) : answer(body)
}

/** Company named by the client, for a shared host: header, then query, then the site's cookie. */
function namedCompany(url: URL, headers: Headers): { id: string | undefined; isRepeated: boolean } {
  const inQuery = url.searchParams.getAll('company_id')
  const header = headers.get('company_id')
  const cookie = /(?:^|;\s*)company_id=([^;]*)/.exec(headers.get('cookie') ?? '')?.[1]
  return { id: header ?? inQuery[0] ?? cookie, isRepeated: header === null && inQuery.length > 1 }
}

function withinBudget(
  services: HttpServices,
  { limits, limiter }: { readonly limits: RateLimits; readonly limiter: RateLimiter },
  name: EndpointName,
  endpoint: Endpoint,
  { clientAddress, owner }: Arrival,
  raw: RawParameters,
): boolean {
  const now = services.clock.monotonic()
  const take = (kind: keyof RateLimits, key: string) => limiter.take(kind, key, limits[kind], now)
  if (clientAddress !== undefined && !take('calls', clientAddress)) return false
  if (name === 'createDemoAccount') return clientAddress === undefined || take('demoAccounts', clientAddress)
  if (name !== 'login') return true
  if (clientAddress !== undefined && !take('loginsPerAddress', clientAddress)) return false
  const input = parseParameters(endpoint, raw)
  const account = input.ok ? (input.value as { account: string }).account.trim().toLowerCase() : ''
  return account === '' || take('loginsPerAccount', `${owner.kind === 'tenant' ? owner.tenant.id : ''}\0${account}`)
}

async function answerStatement(services: HttpServices, { owner, url, request, refuse }: Arrival): Promise<Response> {
  const named = owner.kind === 'shared' ? services.directory.byId(namedCompany(url, request.headers).id ?? '') : undefined
  const tenant = owner.kind === 'tenant' ? owner.tenant : named
  if (owner.kind === 'unknown') return refuse('HOST_UNKNOWN')
  if (tenant === undefined) return refuse('PATH_UNKNOWN')
  return new Response(JSON.stringify(await services.statementOf(tenant)), {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}
