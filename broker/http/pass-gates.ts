/**
 * What every request passes before anyone asks who calls, in this order: is there something of this kind on the host, a preflight,
 * the method, whether the broker is closing, whether a person meant it, its raw parameters, and how often its network asks.
 */
import type { Endpoint } from '../../contract/endpoint'
import type { ErrorName } from '../../contract/errors'
import type { Language } from '../../contract/primitives'
import { networkOf } from '../calls/ip-address'
import type { CallLimiter } from '../calls/rate-limits'
import { type RawParameters, readRawParameters } from '../calls/read-parameters'
import type { HostOwner, TenantDirectory } from '../directory/tenant-directory'
import type { Clock } from '../ground/clock'

export type Refuse = (name: ErrorName, headers?: Readonly<Record<string, string>>, parameter?: string) => Response

export interface Arrival {
  readonly request: Request
  readonly url: URL
  readonly owner: HostOwner
  readonly language: Language
  readonly requestId: string
  readonly clientAddress: string | undefined
  readonly refuse: Refuse
}

export interface Gates {
  readonly directory: TenantDirectory
  readonly clock: Clock
  readonly limiter: CallLimiter
  /** True once the broker is shutting down: new calls are asked to come back. */
  isClosing(): boolean
}

/** What of an endpoint its gates depend on. */
export type Passage = Pick<Endpoint, 'method' | 'postTwin' | 'changesState' | 'multipart'>

/**
 * The raw parameters, or the answer of the gate that was shut.
 * @param side of the house: traders' calls are answered on the sites' hosts, the desk's on its own; no other page reads what it answers.
 */
export async function passGates(
  gates: Gates,
  passage: Passage,
  side: 'site' | 'desk',
  arrival: Arrival,
): Promise<RawParameters | Response> {
  const { request, url, owner, clientAddress, refuse } = arrival
  const mayRead = (origin: string) => side === 'site' && gates.directory.isSiteOrigin(origin)
  // On every other host there is no desk at all.
  if (side === 'desk' && owner.kind !== 'desk') return refuse('PATH_UNKNOWN')
  if (side === 'site' && isNoSite(owner)) return refuse('HOST_UNKNOWN')
  const methods = allowedMethods(passage)
  if (request.method === 'OPTIONS') return preflightAnswer(methods, corsHeaders(request.headers, mayRead))
  if (!methods.includes(request.method)) return refuse('METHOD_NOT_ALLOWED', { allow: methods.join(', ') })
  if (gates.isClosing()) return refuse('SERVICE_UNAVAILABLE')
  const unintended = unintendedRefusal(passage, request.headers, mayRead)
  if (unintended !== undefined) return refuse(unintended)
  const raw = await readRawParameters(request, url, passage)
  if (!raw.ok) return refuse(raw.error)
  const waitMs = clientAddress === undefined ? 0 : gates.limiter.take(networkOf(clientAddress), gates.clock.monotonic())
  return waitMs > 0 ? refuse('TOO_MANY_REQUESTS', retryAfter(waitMs)) : raw.value
}

/** Not a host that traders' calls are answered on: nobody's, or the operators' desk. */
export function isNoSite({ kind }: HostOwner): boolean {
  return kind === 'unknown' || kind === 'desk'
}

export function retryAfter(ms: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(Math.ceil(ms / 1000)) }
}

function allowedMethods(passage: Passage): readonly string[] {
  if (passage.method === 'POST') return ['POST', 'OPTIONS']
  if (passage.postTwin) return ['GET', 'POST', 'OPTIONS']
  return passage.changesState ? ['GET', 'OPTIONS'] : ['GET', 'HEAD', 'OPTIONS']
}

/**
 * A state-changing call exists as GET for compatibility. Browsers fetch GET addresses on their own (prefetch, preview, an image
 * in a foreign page), so such a call must come from a page of ours or from a client that is no browser.
 */
function unintendedRefusal(passage: Passage, headers: Headers, isSiteOrigin: (origin: string) => boolean): ErrorName | undefined {
  if (!passage.changesState) return undefined
  const purposes = [headers.get('sec-purpose'), headers.get('purpose'), headers.get('x-moz'), headers.get('x-purpose')]
  if (purposes.some((purpose) => purpose !== null && /prefetch|prerender|preview/i.test(purpose))) return 'PREFETCH_REFUSED'
  const site = headers.get('sec-fetch-site')
  // Only browsers send the header. A page load (`none`, or mode navigate) never carries the header token on purpose either.
  if (headers.get('sec-fetch-mode') === 'navigate') return 'PREFETCH_REFUSED'
  if (site === null || site === 'same-origin' || site === 'none') return undefined
  const origin = headers.get('origin')
  return origin !== null && isSiteOrigin(origin) ? undefined : 'PREFETCH_REFUSED'
}

const CORS_HEADERS = 'authorization, lang, company_id, content-type, idempotency-key, idempotency-ask'

/**
 * Headers that let a page of one of our companies read the answer from the API host. No credentials: the token travels in a
 * header that only the page itself can set, so another site gains nothing by asking.
 */
export function corsHeaders(headers: Headers, isSiteOrigin: (origin: string) => boolean): Record<string, string> {
  const origin = headers.get('origin')
  if (origin === null || !isSiteOrigin(origin)) return {}
  return { 'access-control-allow-origin': origin, vary: 'Origin' }
}

function preflightAnswer(methods: readonly string[], cors: Record<string, string>): Response {
  const headers: Record<string, string> = { allow: methods.join(', '), 'cache-control': 'no-store', ...cors }
  if (cors['access-control-allow-origin'] !== undefined) {
    headers['access-control-allow-methods'] = methods.join(', ')
    headers['access-control-allow-headers'] = CORS_HEADERS
    headers['access-control-max-age'] = '600'
  }
  return new Response(null, { status: 204, headers })
}
