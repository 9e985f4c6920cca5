/**
 * Rules of every address of site and desk, walked over the table of routes: a page is covered the day it is written.
 *
 * A form of another origin changes nothing. A body longer than a form is read once it is known who sends. What is written for somebody
 * who is signed in is kept by no browser. Nothing that anybody can send is a failure of the server.
 */
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvent } from '../../broker/db/schema'
import { ROLES } from '../../contract/desk/roles'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { DESK_HOST, openOperator, type TestOperator } from '../fixtures/operator'
import { sendRaw } from '../fixtures/raw-request'
import type { RealTrader } from '../fixtures/real-trader'
import { openServedSite, type ServedSite, type SiteRoute } from '../fixtures/served-site'
import { TEST_BASE_DOMAIN } from '../fixtures/test-tenants'

const AURORA = `aurora.${TEST_BASE_DOMAIN}`
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const BOUNDARY = '-'.repeat(20) + 'candor'.repeat(2)
const PARTS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const WALK = 240_000

let world: World
let site: ServedSite
let demo: TestTrader
let real: RealTrader
let operator: TestOperator
const everyBudget = { burst: 1_000_000, refillMs: 1_000 }
beforeAll(async () => {
  const { DEFAULT_RATE_LIMITS } = await import('../../broker/calls/rate-limits')
  const rateLimits = Object.fromEntries(Object.keys(DEFAULT_RATE_LIMITS).map((kind) => [kind, everyBudget])) as never
  world = await createWorld({ broker: { rateLimits } })
  site = await openServedSite(world)
  demo = await world.demoTrader()
  real = await world.realTrader()
  operator = await openOperator(world, { roles: ROLES })
}, 180_000)
afterAll(async () => {
  await site.close()
  await world.close()
})

const isOfDesk = ({ address }: SiteRoute) => address === '/desk' || address.startsWith('/desk/')
const hostOf = (route: SiteRoute) => (isOfDesk(route) ? DESK_HOST : AURORA)
/** Addresses that can be asked: what a parameter stands for is given. */
const walked = () =>
  site.routes
    .filter(({ address }) => !address.includes('*'))
    .map((route) => ({ ...route, address: route.address.replace(':file', 'en.json') }))
const dataOf = (address: string) => (address === '/' ? '/_root.data' : `${address}.data`)
const cookieOf = (route: SiteRoute, trader: string) => (isOfDesk(route) ? `candor_desk=${operator.token}` : `candor_session=${trader}`)

test('the table is read: pages, forms and the desk are among it', () => {
  const all = walked()
  expect(all.filter(isOfDesk).length).toBeGreaterThan(15)
  expect(all.filter(({ hasAction }) => hasAction).length).toBeGreaterThan(35)
  expect(all.map(({ address }) => address)).toEqual(
    expect.arrayContaining(['/', '/order', '/mine/withdraw', '/desk/deposits', '/resources/upload-image']),
  )
})

test('no form of another origin is taken, at any address that takes one', { timeout: WALK }, async () => {
  const origins = (host: string): Record<string, string>[] => {
    const own = `http://${host}`
    return [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `http://meridian.${TEST_BASE_DOMAIN}` },
      { origin: `${own}.evil.example` },
      { origin: own.toUpperCase() },
      { origin: own.replace('http:', 'https:') },
      { origin: own, 'sec-fetch-site': 'cross-site' },
      { origin: own, 'sec-fetch-site': 'same-site' },
      { origin: own, 'sec-fetch-site': 'none' },
    ]
  }
  const faults: string[] = []
  let tried = 0
  for (const route of walked().filter(({ hasAction }) => hasAction)) {
    const host = hostOf(route)
    for (const place of [route.address, dataOf(route.address)]) {
      for (const headers of origins(host)) {
        const lines = Object.entries({
          host,
          cookie: cookieOf(route, real.token),
          ...FORM,
          ...headers,
          'content-length': '0',
          connection: 'close',
        })
        const text = `POST ${place} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`
        const { status } = await sendRaw({ port: site.port }, text)
        tried += 1
        if (status !== 403) faults.push(`${place} ${JSON.stringify(headers)} → ${status}`)
      }
    }
  }
  expect(faults).toEqual([])
  expect(tried).toBeGreaterThan(700)
})

/** Sends more than a form holds and never ends: whatever is answered was said without waiting for the rest. 0: nothing was. */
function pour(route: SiteRoute, cookie: string): Promise<number> {
  return new Promise((resolve) => {
    const head = { host: hostOf(route), origin: `http://${hostOf(route)}`, ...PARTS, 'transfer-encoding': 'chunked' }
    const req = httpRequest({
      port: site.port,
      path: route.address,
      method: 'POST',
      headers: { ...head, ...(cookie !== '' && { cookie }) },
    })
    const done = (status: number) => {
      clearTimeout(timer)
      req.destroy()
      resolve(status)
    }
    const timer = setTimeout(() => done(0), 5_000)
    req.on('response', (res) => done(res.statusCode ?? 0)).on('error', () => done(0))
    req.write(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`)
    req.write(Buffer.alloc(300 * 1024, 120))
  })
}

test('a body longer than a form is read only once it is known who sends it', { timeout: WALK }, async () => {
  const faults: string[] = []
  for (const route of walked().filter(({ hasAction }) => hasAction)) {
    for (const cookie of ['', `candor_session=${'A'.repeat(43)}; candor_desk=${'A'.repeat(43)}`]) {
      const status = await pour(route, cookie)
      if (status === 0 || status >= 500) faults.push(`${route.address} with ${cookie === '' ? 'no cookie' : 'an invented one'} → ${status}`)
    }
  }
  expect(faults).toEqual([])
})

test('a picture of 8 MB is taken from a living session only, and a hundred thousand parts from nobody', { timeout: WALK }, async () => {
  const body = (bytes: number) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="text"\r\n\r\n${'x'.repeat(bytes)}\r\n--${BOUNDARY}--\r\n`
  const post = async (cookie: string, text: string) =>
    (await site.ask('/feedback', { method: 'POST', headers: { ...PARTS, cookie }, body: text })).status
  expect(await post('candor_session=AAAAAAAAAAAAAAAAAAAA', body(8_900_000))).toBe(413)
  expect(await post(`candor_session=${demo.token}`, body(8_900_000))).toBe(422)
  const parts = Array.from(
    { length: 100_000 },
    (_, at) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${at}"\r\n\r\n\r\n`,
  ).join('')
  expect(await post(`candor_session=${demo.token}`, `${parts}--${BOUNDARY}--\r\n`)).toBe(413)
})

test('what is written for somebody who is signed in is not stored, nor is anything of the desk', { timeout: WALK }, async () => {
  const faults: string[] = []
  let looked = 0
  for (const route of walked()) {
    if (!route.hasLoader && !route.hasPage) continue
    for (const place of [route.address, ...(route.hasPage ? [dataOf(route.address)] : [])]) {
      for (const token of isOfDesk(route) ? [''] : [demo.token, real.token]) {
        const { status, headers } = await site.ask(place, { host: hostOf(route), headers: { cookie: cookieOf(route, token) } })
        looked += 1
        const said = headers['cache-control'] ?? ''
        const isShared = route.address.startsWith('/locales/')
        if (isShared ? !/^public|no-store/.test(said) : said !== 'no-store') faults.push(`${place} ${status} → ${said}`)
      }
    }
  }
  expect(faults).toEqual([])
  expect(looked).toBeGreaterThan(150)
})

test('no address is a failure of the server, on any host, whatever is asked for with it', { timeout: WALK }, async () => {
  site.complaints.length = 0
  const faults: string[] = []
  for (const host of [AURORA, TEST_BASE_DOMAIN, DESK_HOST]) {
    for (const { address, hasPage } of walked()) {
      // The old way of asking for the data of one route.
      for (const place of [address, ...(hasPage ? [dataOf(address)] : []), `${address}?_data=root`, `${address}?index&_data`]) {
        const { status } = await site.ask(place, { host })
        if (status >= 500) faults.push(`${host} ${place} → ${status}`)
      }
    }
  }
  expect(faults).toEqual([])
  expect(site.complaints).toEqual([])
})

test('no method and no broken form is a failure of the server, at any address', { timeout: WALK }, async () => {
  // Both are signed out on the way.
  ;[real, operator] = [await world.realTrader(), await openOperator(world, { roles: ROLES })]
  site.complaints.length = 0
  const faults: string[] = []
  for (const route of walked()) {
    const host = hostOf(route)
    for (const cookie of ['', cookieOf(route, real.token)]) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS']) {
        const { status } = await site.ask(route.address, { host, method, headers: { cookie } })
        if (![405, 404].includes(status)) faults.push(`${method} ${route.address} → ${status}`)
      }
      for (const [headers, body] of [
        [PARTS, `--${BOUNDARY}\r\nbroken`],
        [FORM, '%%%=%ff&&&=;'],
      ] as const) {
        const { status } = await site.ask(route.address, { host, method: 'POST', headers: { cookie, ...headers }, body })
        if (status >= 500 || (!route.hasAction && ![404, 405, 302].includes(status)))
          faults.push(`POST ${route.address} ${body} → ${status}`)
      }
    }
  }
  const star = await sendRaw({ port: site.port }, `OPTIONS * HTTP/1.1\r\nHost: ${AURORA}\r\nConnection: close\r\n\r\n`)
  expect(star.status).toBe(400)
  expect(faults).toEqual([])
  expect(site.complaints).toEqual([])
})

test('another site of the base domain can lead to a page of the desk, and neither look at a picture nor count a look', async () => {
  operator = await openOperator(world, { roles: ROLES })
  const cookie = `candor_desk=${operator.token}`
  const read = async (place: string, headers: Record<string, string>) =>
    (await site.ask(place, { host: DESK_HOST, headers: { cookie, ...headers } })).status
  const logged = () => world.broker.database.withTenant('aurora', (tx) => tx.$count(auditEvent, eq(auditEvent.actor, operator.actor)))
  const before = await logged()
  const image = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const frame = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  for (const place of [
    '/desk/picture?company=aurora&id=1&side=front',
    '/desk/identity?company=aurora&id=1&full=1',
    '/desk/traders-file?company=aurora',
  ]) {
    for (const headers of [image, frame, link]) expect([place, await read(place, headers)]).toEqual([place, 403])
  }
  expect(await logged()).toBe(before)
  expect(await read('/desk/traders?company=aurora', image)).toBe(403)
  expect(await read('/desk/traders?company=aurora', link)).toBe(200)
  expect(await read('/desk/traders?company=aurora', { 'sec-fetch-site': 'same-origin' })).toBe(200)
  expect(await read('/desk/traders?company=aurora', { 'sec-fetch-site': 'none' })).toBe(200)
})

test('the address is judged as it is read: long ones, and those that lead elsewhere, are refused', async () => {
  for (const place of ['/locales/../developers', '/locales/../verify', '/locales/../resources/positions', '/locales/%2e%2e/verify']) {
    expect([
      place,
      (await sendRaw({ port: site.port }, `GET ${place} HTTP/1.1\r\nHost: ${DESK_HOST}\r\nConnection: close\r\n\r\n`)).status,
    ]).toEqual([place, 400])
  }
  const slashes = `${'/'.repeat(15_000)}x`
  expect((await sendRaw({ port: site.port }, `GET ${slashes} HTTP/1.1\r\nHost: ${AURORA}\r\nConnection: close\r\n\r\n`)).status).toBe(414)
})

test('on https no message is read from a cookie that another site of the base domain could have set', { timeout: WALK }, async () => {
  const secure = await openServedSite(world, { scheme: 'https' })
  const words = 'Your account is locked. Call +44 20 7946 0000 now.'
  const cookie = `toast=${encodeURIComponent(JSON.stringify({ kind: 'error', text: words }))}`
  expect((await secure.ask('/login', { headers: { cookie } })).body).not.toContain('7946')
  expect((await secure.ask('/login', { headers: { cookie: `__Host-${cookie}` } })).body).toContain('7946')
  await secure.close()
})

test('whoever sends the head slowly is let go when the time is over, not at the next full half minute', async () => {
  const { createServer } = await import('node:http')
  const { SERVER_LIMITS } = await import('../../app/door/server-limits')
  const faster = { ...SERVER_LIMITS }
  for (const name of ['headersTimeout', 'requestTimeout', 'connectionsCheckingInterval'] as const)
    Object.assign(faster, { [name]: SERVER_LIMITS[name] / 50 })
  const server = createServer(faster, (_req, res) => res.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const text = await new Promise<string>((resolve) => {
    let came = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n'))
    socket.on('data', (chunk) => (came += String(chunk))).on('close', () => resolve(came))
  })
  expect(text).toMatch(/^HTTP\/1\.1 408/)
  await new Promise((resolve) => server.close(resolve))
})

test('the outbox that switched itself on is for this machine: whoever comes through a proxy finds nothing', async () => {
  const local = await openServedSite(world, { hasDevTools: true, isOutboxForMachine: true })
  const read = async (headers: Record<string, string>) => (await local.ask('/dev/outbox.json', { headers })).status
  expect([await read({}), await read({ 'x-forwarded-for': '203.0.113.7' })]).toEqual([200, 404])
  await local.close()
})
