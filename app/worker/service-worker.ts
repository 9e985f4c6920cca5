/**
 * The worker between the pages of a brand and the network. It keeps the build's files, fonts and pictures, and shows the offline
 * page when a page cannot come. What a page says stays with the page: see `requests.ts` for what is kept. A few pages do their work in
 * the browser alone: those are kept as they are for whoever is signed out.
 *
 * A new worker waits until the visitor agrees to it or no page of the old one is left; it never takes a page over by itself.
 */
import { clientsClaim } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies'
import { CACHE, forgetKept, keepPage, keepTexts, keptAt, keptOfflinePage, keptQuotes, OFFLINE_PAGE } from './kept'
import type { WorkerMessage } from './messages'
import { withQuotes } from './offline-answer'
import { endsSession, filesOf, secondsToWait, type Way, wayOf } from './requests'

/** The parts of a worker's global scope that are used; the library of types for workers contradicts the one for pages. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener(type: 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Lasting & { readonly request: Request }) => void): void
  addEventListener(type: 'message', listener: (event: Lasting & MessageEvent<WorkerMessage>) => void): void
}
declare const self: WorkerScope
/** Addresses of the build's hashed files; put in when the worker is built, so every build has a worker of its own. */
declare const __ASSETS__: readonly string[]

const goes =
  (way: Way) =>
  ({ request }: { request: Request }): boolean =>
    wayOf(request, location.origin) === way
const matchOptions = { ignoreVary: true }

const pagePlugins = [{ handlerDidError: answerWithoutNetwork }]
const pageWithin = (seconds: number) => new NetworkOnly({ networkTimeoutSeconds: seconds, plugins: pagePlugins })
const pageWhenever = new NetworkOnly({ plugins: pagePlugins })

registerRoute(goes('asset'), new CacheFirst({ cacheName: CACHE.assets, matchOptions }))
registerRoute(goes('file'), new StaleWhileRevalidate({ cacheName: CACHE.files, matchOptions }))
registerRoute(goes('page'), ({ event, request }) => {
  const seconds = secondsToWait(request)
  return (seconds === null ? pageWhenever : pageWithin(seconds)).handle({ event, request })
})

registerRoute(
  goes('text'),
  new NetworkOnly({ plugins: [{ handlerDidError: async ({ request }) => (await keptOf(request)) ?? undefined }] }),
)

const keptOf = ({ url }: Request): Promise<Response | null> => keptAt(new URL(url).pathname)

async function answerWithoutNetwork({ request }: { readonly request: Request }): Promise<Response | undefined> {
  const kept = await keptOf(request)
  if (kept !== null && new URL(request.url).pathname !== OFFLINE_PAGE) return kept
  const page = await keptOfflinePage()
  if (page === null) return undefined
  const quotes = await keptQuotes().catch(() => null)
  return new Response(withQuotes(await page.text(), quotes, Date.now()), { headers: page.headers })
}

self.addEventListener('fetch', (event) => {
  if (endsSession(event.request)) event.waitUntil(forgetKept())
})

self.addEventListener('message', (event) => {
  if (event.data.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (event.data.type === 'HAS') event.ports[0]?.postMessage(__ASSETS__.includes(event.data.path))
  if (event.data.type === 'KEEP') event.waitUntil(keepLoaded(event.data.urls))
  if (event.data.type === 'KEEP_PAGES') event.waitUntil(keepPages(event.data.paths, event.data.wishes))
})

/** A worker's own script stands in no page; it is asked for when its work begins. */
const WORKERS = /^\/assets\/day-worker-[^/]+\.js$/

/** With all that they name, so that they live without a network. */
async function keepPages(paths: readonly string[], wishes: string): Promise<void> {
  const files = new Set(__ASSETS__.filter((path) => WORKERS.test(path)))
  for (const path of paths) {
    const html = await keepPage(path, wishes)
    for (const file of html === null ? [] : filesOf(html)) files.add(file)
  }
  const isText = (path: string) => wayOf({ url: location.origin + path, method: 'GET', mode: 'cors' }, location.origin) === 'text'
  await Promise.allSettled([...files].filter(isText).map(keepTexts))
  await keepLoaded([...files].map((path) => location.origin + path))
}

/** What the first page loaded before there was a worker. */
async function keepLoaded(urls: readonly string[]): Promise<void> {
  const keep = async (url: string): Promise<void> => {
    const way = wayOf({ url, method: 'GET', mode: 'no-cors' }, location.origin)
    if (way !== 'asset' && way !== 'file') return
    const cache = await caches.open(way === 'asset' ? CACHE.assets : CACHE.files)
    if ((await cache.match(url, matchOptions)) === undefined) await cache.add(url)
  }
  await Promise.allSettled(urls.map(keep))
}

/**
 * Gives up the files of builds before the last one. Those of the last one stay: a page of it may still be open in another window
 * and ask for a part of itself that the server no longer has.
 */
async function giveUpOldAssets(): Promise<void> {
  const list = '/assets/kept-list'
  const cache = await caches.open(CACHE.assets)
  const before = await cache.match(list)
  const wanted = new Set<string>([list, ...__ASSETS__, ...(before === undefined ? [] : ((await before.json()) as string[]))])
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(new URL(url).pathname))
  await Promise.all(old.map((request) => cache.delete(request, matchOptions)))
  await cache.put(list, Response.json(__ASSETS__))
}

self.addEventListener('activate', (event) => {
  // The browser asks for a page while the worker is still starting up.
  event.waitUntil(Promise.all([giveUpOldAssets(), self.registration.navigationPreload?.enable()]))
})
clientsClaim()
