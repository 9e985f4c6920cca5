/**
 * The broker's HTTP side as one web-standard function: a Request goes in, an enveloped Response comes out. The routes are the
 * endpoints of the contract; there is no other list.
 *
 * Invariant: every answer under `/api` and `/v1/api`, whatever went wrong, is the envelope, in the caller's language; an
 * unexpected failure tells the caller nothing but that it happened.
 */
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { DESK_ENDPOINTS, type DeskEndpointName } from '../../contract/desk'
import type { DeskEndpoint } from '../../contract/desk/desk-endpoint'
import type { Endpoint } from '../../contract/endpoint'
import { ERRORS, errorNameOf } from '../../contract/errors'
import { IMAGE_PATH } from '../../contract/identity'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { readLanguage } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import type { CallClient, Upload } from '../calls/handler'
import { isUnavailable } from '../calls/is-unavailable'
import { CallLimiter, DEFAULT_RATE_LIMITS, type RateLimits } from '../calls/rate-limits'
import { readCookie } from '../calls/read-cookie'
import { answer, type CallAnswer, failure } from '../calls/write-answer'
import { loggableError } from '../db/loggable-error'
import { type DevOutbox, OUTBOX_JSON_PATH, OUTBOX_PAGE_PATH } from '../delivery/dev-outbox'
import type { IncomingDeskCall } from '../desk/answer-desk-call'
import type { HostOwner } from '../directory/tenant-directory'
import type { Logger } from '../ground/logger'
import type { Logs } from '../log/open-logs'
import { tokenHashOf } from '../secrets/session-token'
import { companyOfSession } from '../sessions/session-store'
import { answerCall, type CallRoom, type CallServices } from './answer-call'
import { answerImage, type ImageViewer } from './answer-image'
import { type Arrival, corsHeaders, type Gates, isNoSite, type Passage, passGates, type Refuse, retryAfter } from './pass-gates'
import { readsTogether } from './read-together'
import { UploadReader } from './read-upload'

export interface HttpServices extends CallServices, Omit<Gates, 'limiter'> {
  readonly logger: Logger
  readonly rateLimits?: Partial<RateLimits>
  /** Writes `/.well-known/broker.json` of a company. */
  statementOf(tenant: Tenant): Promise<unknown>
  /** The companies' public logs. */
  readonly logs: Pick<Logs, 'answer'>
  /** Shows what could not be sent; without it its paths do not exist. */
  readonly devOutbox?: DevOutbox | undefined
  /** Shows pictures to their owners; without it there are none. */
  readonly images?: ImageViewer | undefined
  /** Takes prices that are posted to a source; null where there is no such source, and without it there are none. */
  readonly answerPush?: ((sourceId: string, request: Request) => Promise<Response> | null) | undefined
  /** The operators' desk; without it its paths do not exist. */
  readonly desk?: { answer(call: IncomingDeskCall): Promise<CallAnswer> } | undefined
}

/** What the door knows about a request and the request itself does not say. */
export interface FetchContext {
  /** The company of the host, where the door has already resolved it. Without it the host of the request's address decides. */
  readonly tenantHint?: Tenant | undefined
  /** Id of the company whose page asks, where the site asks in process: it stays that company's, whoever has the host by now. */
  readonly company?: string | undefined
  /** Address of the client, as far as it can be trusted; without it nothing is limited per address. */
  readonly clientAddress?: string | undefined
  readonly requestId?: string | undefined
}

/** What answers requests: the services, and what requests share. */
interface HttpRoom extends HttpServices, CallRoom, Gates {
  readonly uploads: UploadReader
}

export type BrokerFetch = (request: Request, context?: FetchContext) => Promise<Response>

const STATEMENT_PATH = '/.well-known/broker.json'
/** `GET /log/<company>/checkpoint`, `/log/<company>/tile/…` and `/log/<company>/facts/…`, at the company's host. */
const LOG_PATH = '/log'
/** Where a process of the broker's own posts prices: `POST /v1/feed/<source>`, at the API's host. */
const FEED_PATH = '/v1/feed'
const REQUEST_ID = /^[\w-]{1,64}$/

/** A picture is asked for like a call that only reads. */
const PICTURE: Passage = { method: 'GET', postTwin: false, changesState: false, multipart: false }

export function createHttp(services: HttpServices): BrokerFetch {
  const limiter = new CallLimiter(services.rateLimits?.calls ?? DEFAULT_RATE_LIMITS.calls)
  const room: HttpRoom = { ...services, limiter, uploads: new UploadReader(), readTogether: readsTogether(services.database) }
  const app = new Hono<{ Bindings: Arrival }>()
  for (const [name, endpoint] of Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]) {
    app.all(endpoint.path, (context) => answerEndpoint(room, name, endpoint, context.env))
  }
  const { desk } = services
  if (desk !== undefined) {
    for (const [name, endpoint] of Object.entries(DESK_ENDPOINTS) as [DeskEndpointName, DeskEndpoint][]) {
      app.all(endpoint.path, ({ env }) => answerDesk(room, desk, { name, endpoint }, env))
    }
  }
  app.on(['GET', 'HEAD'], STATEMENT_PATH, (context) => answerStatement(services, context.env))
  app.get(`${LOG_PATH}/:company/*`, ({ req, env }) => answerLog(services, req.param('company'), env))
  const { images } = services
  if (images !== undefined) app.on(['GET', 'OPTIONS'], IMAGE_PATH, ({ env }) => answerPicture(room, images, env))
  const { devOutbox } = services
  if (devOutbox !== undefined) {
    app.on(['GET', 'HEAD'], [OUTBOX_PAGE_PATH, OUTBOX_JSON_PATH], ({ env }) => answerOutbox(services, devOutbox, env))
  }
  const { answerPush } = services
  if (answerPush !== undefined)
    app.all(`${FEED_PATH}/:id`, (context) => answerFeed(services, answerPush, context.req.param('id'), context.env))
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
    // No page but the desk's own reads what the desk answers.
    const cors = arrival.owner.kind === 'desk' ? {} : corsHeaders(request.headers, (origin) => services.directory.isSiteOrigin(origin))
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
    owner: context.tenantHint === undefined ? ownerOf(services, url.host, context.company) : { kind: 'tenant', tenant: context.tenantHint },
    requestId: given !== null && REQUEST_ID.test(given) ? given : randomUUID(),
    // The door has removed or checked the forwarding header; its first entry is the client. Empty means that nobody knows.
    clientAddress: context.clientAddress || request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() || undefined,
    refuse: (name, headers, parameter) => failure(name, services.texts.error(language, name, { parameter: parameter ?? '' }), headers),
  }
}

/** A host that belonged to the company when its page was asked for, and is another one's since: only while both are known. */
function ownerOf({ directory }: HttpServices, host: string, company: string | undefined): HostOwner {
  const owner = directory.ownerOf(host)
  const asking = owner.kind === 'tenant' && company !== undefined && company !== owner.tenant.id ? directory.byId(company) : undefined
  return asking === undefined ? owner : { kind: 'tenant', tenant: asking }
}

async function answerEndpoint(room: HttpRoom, name: EndpointName, endpoint: Endpoint, arrival: Arrival): Promise<Response> {
  const { request, url, owner, refuse } = arrival
  const raw = await passGates(room, endpoint, 'site', arrival)
  if (raw instanceof Response) return raw
  const named = owner.kind === 'shared' ? namedCompany(url, request.headers) : undefined
  if (named?.isRepeated) return refuse('PARAMETER_REPEATED', undefined, 'company_id')
  const answerWith = async (upload: Upload | null): Promise<Response> => {
    const answered = await answerCall(room, {
      name,
      endpoint,
      headers: request.headers,
      owner,
      namedCompany: named?.id,
      raw,
      language: arrival.language,
      requestId: arrival.requestId,
      client: clientOf(arrival),
      upload,
    })
    return writeAnswer(answered, refuse)
  }
  // Nobody without a session makes the broker hold megabytes; the answer is found as in any other call.
  if (!endpoint.multipart || !(await hasSession(room, arrival))) return answerWith(null)
  return room.uploads.read(request, async (upload) =>
    upload.ok ? answerWith(upload.value) : refuse(upload.error, undefined, upload.parameter),
  )
}

async function answerDesk(
  room: HttpRoom,
  desk: NonNullable<HttpServices['desk']>,
  { name, endpoint }: Pick<IncomingDeskCall, 'name' | 'endpoint'>,
  arrival: Arrival,
): Promise<Response> {
  const raw = await passGates(room, endpoint, 'desk', arrival)
  if (raw instanceof Response) return raw
  const { request, language, requestId, refuse } = arrival
  const answered = await desk.answer({ name, endpoint, headers: request.headers, raw, language, requestId, client: clientOf(arrival) })
  return writeAnswer(answered, refuse)
}

function clientOf({ request, clientAddress }: Arrival): CallClient {
  return { userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300), address: clientAddress ?? '' }
}

/** A handler may find that the call is one too many; then the answer has that error's status. */
function writeAnswer({ code, body, retryAfterMs }: CallAnswer, refuse: Refuse): Response {
  const error = errorNameOf(code)
  if (error === undefined || ERRORS[error].status === 200) return answer(body)
  return refuse(error, retryAfterMs === undefined ? undefined : retryAfter(retryAfterMs))
}

async function hasSession({ database, clock }: HttpServices, { request, owner }: Arrival): Promise<boolean> {
  const hash = tokenHashOf(request.headers)
  const company = hash === undefined ? undefined : await companyOfSession(database, hash, clock.now())
  return company !== undefined && (owner.kind !== 'tenant' || owner.tenant.id === company)
}

/** Company named by the client, for a shared host: header, then query, then the site's cookie. */
function namedCompany(url: URL, headers: Headers): { id: string | undefined; isRepeated: boolean } {
  const inQuery = url.searchParams.getAll('company_id')
  const header = headers.get('company_id')
  return {
    id: header ?? inQuery[0] ?? readCookie(headers.get('cookie'), 'company_id'),
    isRepeated: header === null && inQuery.length > 1,
  }
}

async function answerStatement(services: HttpServices, { owner, url, request, refuse }: Arrival): Promise<Response> {
  const named = owner.kind === 'shared' ? services.directory.byId(namedCompany(url, request.headers).id ?? '') : undefined
  const tenant = owner.kind === 'tenant' ? owner.tenant : named
  if (isNoSite(owner)) return refuse('HOST_UNKNOWN')
  if (tenant === undefined) return refuse('PATH_UNKNOWN')
  return new Response(JSON.stringify(await services.statementOf(tenant)), {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}

/** Anybody may read a log, from any page; a company's stands on its own host and on the shared one. */
async function answerLog({ logs }: HttpServices, company: string, { owner, url, refuse }: Arrival): Promise<Response> {
  if (isNoSite(owner)) return refuse('HOST_UNKNOWN')
  if (owner.kind === 'tenant' && owner.tenant.id !== company) return refuse('PATH_UNKNOWN')
  const found = await logs.answer(company, url.pathname.slice(`${LOG_PATH}/${company}/`.length))
  if (found === null) return refuse('PATH_UNKNOWN')
  const { body, type, isForEver } = found
  return new Response(typeof body === 'string' ? body : Buffer.from(body), {
    headers: {
      'content-type': type,
      'cache-control': isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=1',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Prices belong to no company: they are taken at the shared host alone. Who may post is judged by the signature. */
async function answerFeed(
  { isClosing }: HttpServices,
  answerPush: NonNullable<HttpServices['answerPush']>,
  id: string,
  { owner, request, refuse }: Arrival,
): Promise<Response> {
  if (owner.kind !== 'shared') return refuse('PATH_UNKNOWN')
  if (isClosing()) return refuse('SERVICE_UNAVAILABLE')
  return answerPush(id, request) ?? refuse('PATH_UNKNOWN')
}

/** Of the company of the host; on a shared host of the company that is named, or of all. */
async function answerOutbox({ directory }: HttpServices, outbox: DevOutbox, { owner, url, request, refuse }: Arrival): Promise<Response> {
  if (isNoSite(owner)) return refuse('HOST_UNKNOWN')
  if (owner.kind === 'tenant') return outbox.answer(url, [owner.tenant])
  const id = namedCompany(url, request.headers).id
  const named = directory.byId(id ?? '')
  if (id !== undefined && named === undefined) return refuse('COMPANY_UNKNOWN')
  return outbox.answer(url, named === undefined ? directory.tenants : [named])
}

async function answerPicture(room: HttpRoom, images: ImageViewer, arrival: Arrival): Promise<Response> {
  const { owner, request, url, refuse } = arrival
  const raw = await passGates(room, PICTURE, 'site', arrival)
  if (raw instanceof Response) return raw
  const shown = await answerImage(room, images, { owner, headers: request.headers, url })
  return typeof shown === 'string' ? refuse(shown) : shown
}
