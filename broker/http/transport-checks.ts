/**
 * What is refused before anyone asks who calls: wrong method, a request that no person meant to make.
 *
 * A state-changing call exists as GET for compatibility. Browsers fetch GET addresses on their own (prefetch, preview, an image
 * in a foreign page), so such a call must come from a page of ours or from a client that is no browser.
 */
import type { Endpoint } from '../../contract/endpoint'
import type { ErrorName } from '../../contract/errors'

export function allowedMethods(endpoint: Pick<Endpoint, 'method' | 'postTwin' | 'changesState'>): readonly string[] {
  if (endpoint.method === 'POST') return ['POST', 'OPTIONS']
  if (endpoint.postTwin) return ['GET', 'POST', 'OPTIONS']
  return endpoint.changesState ? ['GET', 'OPTIONS'] : ['GET', 'HEAD', 'OPTIONS']
}

export function unintendedRefusal(
  endpoint: Pick<Endpoint, 'changesState'>,
  headers: Headers,
  isSiteOrigin: (origin: string) => boolean,
): ErrorName | undefined {
  if (!endpoint.changesState) return undefined
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

export function preflightAnswer(methods: readonly string[], cors: Record<string, string>): Response {
  const headers: Record<string, string> = { allow: methods.join(', '), 'cache-control': 'no-store', ...cors }
  if (cors['access-control-allow-origin'] !== undefined) {
    headers['access-control-allow-methods'] = methods.join(', ')
    headers['access-control-allow-headers'] = CORS_HEADERS
    headers['access-control-max-age'] = '600'
  }
  return new Response(null, { status: 204, headers })
}
