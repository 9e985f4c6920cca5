/**
 * A request that changes state must come from the site's own pages. Checked before Remix sees it, on two independent
 * headers: an exact Origin, and Sec-Fetch-Site where the browser sends it. The header-token API is not behind this gate,
 * because it takes no cookies and so has nothing that another site could borrow.
 */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export interface OriginFacts {
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
