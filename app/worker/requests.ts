/**
 * What the worker may keep of the answers that pass through it: only what is the same for everybody. Whatever could hold a
 * trader's data, and whatever changes something, goes to the network and is kept nowhere: the list names what is kept, and
 * everything that it does not name is not.
 */
export type Way =
  /** Named by its content: what is kept is right for ever. */
  | 'asset'
  /** The same for everybody, but may be replaced under its name: shown from what is kept, and asked for anew. */
  | 'file'
  /** The texts of a language: from the network; without one those that were kept with a page. */
  | 'text'
  /** Always from the network, kept for few; without a network what was kept of it, or the offline page, is shown instead. */
  | 'page'
  /** None of the worker's business. */
  | 'network'

interface AskedFor {
  readonly url: string
  readonly method: string
  readonly mode: string
}

const FILES = /^\/(?:fonts\/[^/]+\.woff2|flags\/[a-z-]+\.svg|coins\/[a-z0-9-]+\.svg|brands\/[a-z0-9-]+\/(?:logo|icon)\.(?:svg|png))$/

export function wayOf({ url, method, mode }: AskedFor, origin: string): Way {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin) return 'network'
  if (mode === 'navigate') return 'page'
  if (/^\/assets\/[^/]+\.(?:js|css|woff2|svg|json)$/.test(pathname)) return 'asset'
  if (/^\/locales\/[a-z]+\.[0-9a-f]+\.json$/.test(pathname)) return 'text'
  return FILES.test(pathname) ? 'file' : 'network'
}

/** Addresses of this site that a page names and that may be kept with it. */
export function filesOf(html: string): string[] {
  const named = [...html.matchAll(/["'(](\/(?:assets|fonts|locales|flags|coins|brands)\/[^"'()\s\\&]+)/g)]
  return [...new Set(named.flatMap(([, path]) => path ?? []))]
}

/** True for what ends a session: whatever the page kept for the time without a network is given up with it. */
export function endsSession({ url, method }: Pick<AskedFor, 'url' | 'method'>): boolean {
  const { pathname } = new URL(url)
  return (method === 'POST' && /^\/logout(?:\.data)?$/.test(pathname)) || /^\/session-ended(?:\.data)?$/.test(pathname)
}

/**
 * Seconds after which the offline page stands in for a page that does not come. Whoever asks for the page again by hand
 * waits for it: on a network that is merely slow they would otherwise never get in.
 */
export function secondsToWait({ cache }: { readonly cache: string }): number | null {
  return cache === 'reload' || cache === 'no-cache' ? null : 6
}
