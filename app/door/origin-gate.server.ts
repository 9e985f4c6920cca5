/**
 * A request that changes state must come from the site's own pages. Checked before Remix sees it, on two independent
 * headers: an exact Origin, and Sec-Fetch-Site where the browser sends it. The header-token API is not behind this gate,
 * because it takes no cookies and so has nothing that another site could borrow.
 */
import type { IncomingMessage } from 'node:http'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

interface OriginFacts {
  readonly method: string
  readonly origin: string | null
  readonly secFetchSite: string | null
  /** Origin of the site that was asked, e.g. `https://aurora.example`. */
  readonly siteOrigin: string
}

export function passesOriginGate({ method, origin, secFetchSite, siteOrigin }: OriginFacts): boolean {
  if (SAFE_METHODS.has(method)) return true
  if (origin !== siteOrigin) return false
  return secFetchSite === null || secFetchSite === 'same-origin'
}

/** Addresses of the desk that are no page, or leave a mark in its log: another site has no reason to lead there. */
const LEAVES_A_MARK = /^\/desk\/(?:picture|ticket|[a-z-]*file)(?:\.data)?(?:\?|$)|[?&]full=/i

/**
 * Reading at the desk. Its cookie is sent along by pages of the same base domain, which is no site of ours to trust: they may lead an
 * operator to a page, and that is all.
 */
export function mayRead({ method, url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  if (!SAFE_METHODS.has(method ?? 'GET') || site === undefined || site === 'same-origin' || site === 'none') return true
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document' && !LEAVES_A_MARK.test(url)
}
