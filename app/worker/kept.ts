/**
 * What a page and its worker keep for the time without a network. Each brand has an origin of its own, so the same names hold
 * another brand's things on every one of them.
 */
export const CACHE = {
  /** The build's hashed files. */
  assets: 'assets',
  /** Fonts and pictures. */
  files: 'files',
  /** The offline page, the last quotes, and the pages that need no network with their texts. */
  kept: 'kept',
} as const

/** Address of the offline page; its query says for which wishes it was made. */
export const OFFLINE_PAGE = '/offline'
const QUOTES = '/offline/quotes.json'

export interface KeptQuote {
  /** As it is written: EUR/USD. */
  readonly code: string
  readonly price: string
  readonly change: string
}

/** The prices that were seen last, as they were shown; anybody may see them. */
export interface KeptQuotes {
  /** The broker's clock at which they were kept, Unix milliseconds. */
  readonly at: number
  /** The broker's clock minus the device's, milliseconds. */
  readonly clockOffset: number
  readonly quotes: readonly KeptQuote[]
}

export async function keepQuotes(kept: KeptQuotes): Promise<void> {
  const cache = await caches.open(CACHE.kept)
  await cache.put(QUOTES, Response.json(kept))
}

export async function keptQuotes(): Promise<KeptQuotes | null> {
  const answer = await caches.match(QUOTES, { cacheName: CACHE.kept })
  return answer === undefined ? null : ((await answer.json()) as KeptQuotes)
}

export const keptOfflinePage = (): Promise<Response | null> => keptAt(OFFLINE_PAGE)

const DAY_MS = 24 * 3600 * 1000
const ofPath = { ignoreSearch: true, ignoreVary: true }

/** A request with it is answered as a signed-out visitor's, whoever sends it: what is kept is nobody's. */
export const SIGNED_OUT_HEADER = 'x-signed-out'

/** Fetches the offline page, unless the one that is kept was made for the same wishes today. @param address with its query */
export async function keepOfflinePage(address: string): Promise<void> {
  await keepAnew(address, () => fetch(address))
}

/** The text of a page that was fetched to be kept; null where the one that is kept was made for the same wishes today. */
export async function keepPage(path: string, wishes: string): Promise<string | null> {
  const answer = await keepAnew(`${path}?${new URLSearchParams({ for: wishes })}`, () =>
    // Past the browser's own cache, where it would stand in for the trader's page.
    fetch(path, { headers: { [SIGNED_OUT_HEADER]: '1' }, cache: 'no-store' }),
  )
  return answer === null ? null : answer.text()
}

/** Of a path one page is kept, under an address that says for which wishes. */
async function keepAnew(address: string, ask: () => Promise<Response>): Promise<Response | null> {
  const cache = await caches.open(CACHE.kept)
  const known = await cache.match(address, { ignoreVary: true })
  if (known !== undefined && Date.now() - Date.parse(known.headers.get('date') ?? '') < DAY_MS) return null
  const answer = await ask()
  if (!answer.ok || answer.redirected) return null
  const [path = address] = address.split('?')
  await cache.delete(path, ofPath)
  await cache.put(address, answer.clone())
  return answer
}

/** What is kept of a page or a text, by its path. */
export async function keptAt(pathname: string): Promise<Response | null> {
  return (await caches.match(pathname, { cacheName: CACHE.kept, ...ofPath })) ?? null
}

/** In the place of the texts that were kept before. */
export async function keepTexts(path: string): Promise<void> {
  const cache = await caches.open(CACHE.kept)
  if ((await cache.match(path, ofPath)) === undefined) await cache.add(path)
  const others = (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((one) => one.startsWith('/locales/') && one !== path)
  await Promise.all(others.map((one) => cache.delete(one, ofPath)))
}

/** Whoever signs out leaves nothing behind, not even what anybody may see. */
export async function forgetKept(): Promise<void> {
  await caches.delete(CACHE.kept)
}
