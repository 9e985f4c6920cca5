/**
 * Stands between the pages and the network: every request that Remix makes for data passes here, because Remix asks through
 * `fetch` alone and takes what becomes of a request for what becomes of the page.
 */

import { type KeptRouter, keepPages, type Purpose, pageOf, purposeOf } from './keep-page'
import { forgetSending, hearKeptSendings, keepSending, markLost, takeKeptSendings } from './kept-sendings'
import { isOffline, LineLost, lossCode, NO_NETWORK } from './line-lost'
import { line } from './line-state'
import { read } from './read'
import { askAbout, newSending, type SendTools, send } from './send'

let plainFetch: typeof fetch | undefined
let trader: string | null = null
let isKept = false
/** What this page itself sends or asks about. */
const here = new Set<string>()

const router = (): KeptRouter | undefined => (window as { __remixRouter?: KeptRouter }).__remixRouter

/** Data of a page lie beside it: `/order.data`, and `/_root.data` for the first page. */
function dataAddress(input: RequestInfo | URL): URL | null {
  if (input instanceof Request) return null
  const url = new URL(input, window.location.href)
  return url.origin === window.location.origin && url.pathname.endsWith('.data') ? url : null
}
function pageOfData(url: URL): string {
  const page = new URL(url)
  page.pathname = page.pathname === '/_root.data' ? '/' : page.pathname.replace(/\.data$/, '')
  return pageOf(page)
}

const sendTools = (request: typeof fetch): SendTools => ({
  fetch: request,
  line,
  remember(sending) {
    here.add(sending.key)
    keepSending(sending)
  },
  tellTabs: markLost,
  forget(key) {
    here.delete(key)
    forgetSending(key)
  },
})

/** Before the first request of the page. */
export function watchLine(): void {
  if (plainFetch !== undefined) return
  const request = window.fetch.bind(window)
  plainFetch = request
  const purpose = (url: URL): Purpose => {
    const asking = router()
    return asking === undefined ? 'kept' : purposeOf(asking, pageOfData(url))
  }
  window.fetch = (input, init = {}) => {
    const url = dataAddress(input)
    if (url === null) return request(input, init)
    const isRead = (init.method ?? 'GET').toUpperCase() === 'GET'
    return isRead
      ? read({ fetch: request, line, purposeOf: purpose }, url, init)
      : send(sendTools(request), newSending(url.href, init, trader), init.signal)
  }
  window.addEventListener('online', line.tryNow)
}

/** When the page is alive: its router is there. */
export function keepThisPage(): void {
  const kept = router()
  if (kept === undefined || isKept) return
  isKept = true
  keepPages({ router: kept, line, reach: reachCode })
}

/** The code of a page and what that needs, as far as it is not here already. */
async function reachCode(routeId: string): Promise<void> {
  const { __remixManifest: manifest, __remixRouteModules: modules } = window
  const entry = manifest?.routes[routeId]
  if (entry === undefined || plainFetch === undefined || routeId in (modules ?? {})) return
  const request = plainFetch
  const missing = [entry.module, ...(entry.imports ?? [])].filter(
    (path) => performance.getEntriesByName(new URL(path, window.location.href).href).length === 0,
  )
  // Whatever answers is there; a file that is not is the framework's own business.
  await Promise.all(missing.map(async (path) => (await request(path)).arrayBuffer())).catch((failure) => {
    throw isOffline() ? new LineLost(NO_NETWORK, false) : new LineLost(lossCode(failure) ?? 'ERR_NETWORK', true)
  })
}

/**
 * Tells in whose name this tab sends, and asks what became of what the page before this one, or another tab, had sent in the same
 * name. Ends with the function that it returns.
 */
export function resumeSendings(traderId: string | null): () => void {
  trader = traderId
  askAboutKept()
  return hearKeptSendings(() => {
    // Another tab may have learned what this one still asks for.
    line.tryNow()
    askAboutKept()
  })
}

function askAboutKept(): void {
  const request = plainFetch
  if (request === undefined) return
  for (const { sending, lostAt } of takeKeptSendings(trader, Date.now())) {
    if (here.has(sending.key)) continue
    here.add(sending.key)
    void askAbout(sendTools(request), sending, lostAt)
  }
}
