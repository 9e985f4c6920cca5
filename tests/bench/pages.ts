/** Server-rendered pages a second, measured from outside with ten connections, one server at a time. */
import { BARE_PORT, demoSession, SITE_HOST, SITE_PORT, withBareRemix, withSite } from './bench-site'
import { type LoadResult, load } from './load'
import type { Figure } from './report'

const CONNECTIONS = 10
const WARM_UP_S = 3
const MEASURED_S = 8

async function visit(port: number, host: string, cookie?: string): Promise<LoadResult> {
  // The broker's budget counts by client address; each request comes from another, as visitors do. A page is asked for as a browser does.
  const always = ['GET / HTTP/1.1', `host: ${host}`, 'accept: text/html', 'accept-encoding: gzip, deflate, br']
  if (cookie !== undefined) always.push(`cookie: ${cookie}`)
  const request = (visitor: number) =>
    [...always, `x-forwarded-for: 10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`, '', ''].join('\r\n')
  const run = (seconds: number) => load({ port, request, connections: CONNECTIONS, seconds })
  await run(WARM_UP_S)
  return run(MEASURED_S)
}

export async function measurePages(): Promise<Figure[]> {
  const bare = await withBareRemix(() => visit(BARE_PORT, 'localhost'))
  const [visitors, trader] = await withSite(async () => [
    await visit(SITE_PORT, SITE_HOST),
    await visit(SITE_PORT, SITE_HOST, await demoSession()),
  ])
  return [...figuresOf('home page of visitors', visitors, bare), ...figuresOf('home page of a signed-in trader', trader, bare)]
}

function figuresOf(name: string, page: LoadResult, bare: LoadResult): Figure[] {
  const what = 'a bare Remix route of 33 rows'
  return [
    { what: `${name}, live feed running`, value: page.requestsPerSecond, unit: 'req/s', baseline: { what, value: bare.requestsPerSecond } },
    { what: `${name}, median`, value: page.p50, unit: 'ms', baseline: { what, value: bare.p50 } },
    { what: `${name}, p99`, value: page.p99, unit: 'ms', baseline: { what, value: bare.p99 } },
  ]
}
