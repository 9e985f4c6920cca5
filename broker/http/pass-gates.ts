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
import { allowedMethods, corsHeaders, preflightAnswer, unintendedRefusal } from './transport-checks'

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
