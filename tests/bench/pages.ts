/**
 * Server-rendered pages a second, measured from outside with ten connections, one server at a time; what a signed-in page takes of the
 * processor (Linux), and how long its document is.
 */
import { request } from 'node:http'
import { BARE_PORT, demoSession, SITE_HOST, SITE_PORT, withBareRemix, withSite } from './bench-site'
import { type LoadResult, load } from './load'
import { processTree } from './process-tree'
import type { Figure } from './report'

const CONNECTIONS = 10
const WARM_UP_S = 3
const MEASURED_S = 8
/** Of a signed-in trader. */
const PAGES = { home: '/', trade: '/trade', orders: '/order', account: '/user' } as const

interface Visited extends LoadResult {
  /** Milliseconds of the server's own process for one page; null where it cannot be read. */
  readonly processorMs: number | null
}

interface Visit {
  readonly port: number
  readonly host: string
  readonly path?: string
  readonly cookie?: string
  /** Process id of the server. */
  readonly pid?: number
}

async function visit({ port, host, path = '/', cookie, pid }: Visit): Promise<Visited> {
  // The broker's budget counts by client address; each request comes from another, as visitors do. A page is asked for as a browser does.
  const always = [`GET ${path} HTTP/1.1`, `host: ${host}`, 'accept: text/html', 'accept-encoding: gzip, deflate, br']
  if (cookie !== undefined) always.push(`cookie: ${cookie}`)
  const ask = (visitor: number) =>
    [...always, `x-forwarded-for: 10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`, '', ''].join('\r\n')
  const run = (seconds: number) => load({ port, request: ask, connections: CONNECTIONS, seconds })
  const used = () => (pid === undefined || process.platform !== 'linux' ? null : (processTree(pid)[0]?.cpuMs ?? null))
  await run(WARM_UP_S)
  const before = used()
  const result = await run(MEASURED_S)
  const after = used()
  const pages = result.requestsPerSecond * MEASURED_S
  return { ...result, processorMs: before === null || after === null ? null : (after - before) / pages }
}

/** Bytes of a document as the browser unpacks it. */
function lengthOf(path: string, cookie: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host: SITE_HOST, accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) }
    request({ host: '127.0.0.1', port: SITE_PORT, path, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve(bytes))
    })
      .on('error', reject)
      .end()
  })
}

export async function measurePages(): Promise<Figure[]> {
  const bare = await withBareRemix(() => visit({ port: BARE_PORT, host: 'localhost' }))
  return withSite(async (pid) => {
    const site = { port: SITE_PORT, host: SITE_HOST, pid }
    const figures = figuresOf('home page of visitors', await visit(site), bare)
    figures.push(documentOf('home page of visitors', await lengthOf('/', undefined)))
    const cookie = await demoSession()
    for (const [name, path] of Object.entries(PAGES)) {
      figures.push(...figuresOf(`${name} of a signed-in trader`, await visit({ ...site, path, cookie }), bare))
      figures.push(documentOf(`${name} of a signed-in trader`, await lengthOf(path, cookie)))
    }
    return figures
  })
}

const documentOf = (name: string, bytes: number): Figure => ({ what: `${name}, document`, value: bytes / 1000, unit: 'kB', baseline: null })

function figuresOf(name: string, page: Visited, bare: LoadResult): Figure[] {
  const what = 'a bare Remix route of 33 rows'
  return [
    { what: `${name}, live feed running`, value: page.requestsPerSecond, unit: 'req/s', baseline: { what, value: bare.requestsPerSecond } },
    { what: `${name}, median`, value: page.p50, unit: 'ms', baseline: { what, value: bare.p50 } },
    { what: `${name}, p99`, value: page.p99, unit: 'ms', baseline: { what, value: bare.p99 } },
    ...(page.processorMs === null
      ? []
      : [{ what: `${name}, processor of the server for one`, value: page.processorMs, unit: 'ms', baseline: null }]),
  ]
}
