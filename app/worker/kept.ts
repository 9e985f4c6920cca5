/**
 * What a page and its worker keep for the time without a network. Each brand has an origin of its own, so the same names hold
 * another brand's things on every one of them.
 */
export const CACHE = {
  /** The build's hashed files. */
  assets: 'assets',
  /** Fonts and pictures. */
  files: 'files',
  /** The offline page and the last quotes. */
  kept: 'kept',
} as const

/** Address of the offline page; its query says for which wishes it was made. */
const OFFLINE_PAGE = '/offline'
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

export async function keptOfflinePage(): Promise<Response | null> {
  const answer = await caches.match(OFFLINE_PAGE, { cacheName: CACHE.kept, ignoreSearch: true, ignoreVary: true })
  return answer ?? null
}

const DAY_MS = 24 * 3600 * 1000

/** Fetches the offline page, unless the one that is kept was made for the same wishes today. @param address with its query */
export async function keepOfflinePage(address: string): Promise<void> {
  const cache = await caches.open(CACHE.kept)
  const known = await cache.match(address, { ignoreVary: true })
  if (known !== undefined && Date.now() - Date.parse(known.headers.get('date') ?? '') < DAY_MS) return
  const answer = await fetch(address)
  if (!answer.ok || answer.redirected) return
  await cache.delete(OFFLINE_PAGE, { ignoreSearch: true, ignoreVary: true })
  await cache.put(address, answer)
}

/** Whoever signs out leaves nothing behind, not even what anybody may see. */
export async function forgetKept(): Promise<void> {
  await caches.delete(CACHE.kept)
}
