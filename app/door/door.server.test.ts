import { readFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NODE_ROLES, type NodeRole } from '../../contract/node-roles'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { appIcons } from '../brand/app-icons.server'
import { shareImages } from '../brand/share-image.server'
import { createLog } from '../process/log.server'
import { createDoor } from './door.server'
import { buildHostMap } from './hosts.server'
import type { SiteRequest } from './site-handler.server'
import { staticFiles } from './static-files.server'
import { acceptUpgrades } from './upgrades.server'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tenants = testTenants()
const hosts = buildHostMap(tenants, 'localhost:3000')
const brandFile = (id: string, name: string) =>
  tenants.some((tenant) => tenant.id === id) && name.endsWith('.svg')
    ? { content: readFileSync(`${root}tenants/${id}/${name}`), etag: `"${id}-${name}"` }
    : undefined
let brandProblems: { tenantId: string; file: string; path: string; reason: string }[] = []
const AURORA = 'aurora.localhost:3000'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** The cookie of a session that lives; whatever else looks like one does not. */
const LIVING = `candor_session=${'a'.repeat(43)}`

let server: Server
let port: number
let isClosing = false
let isReady = true
let roles: readonly NodeRole[] = NODE_ROLES
const siteRequests: SiteRequest[] = []
const brokerRequests: { url: string; client: string; body: string }[] = []

beforeAll(async () => {
  const door = createDoor({
    hosts,
    scheme: 'http',
    trustedProxies: new Set(),
    files: staticFiles({ clientDir: `${root}build/none`, publicDir: `${root}public`, brandFile, isDev: false }),
    site: async (visit) => {
      siteRequests.push(visit)
      if (visit.request.headers.get('cookie') === LIVING) visit.onTrader?.()
      await visit.request.text().catch(() => '')
      return new Response('<p>page</p>', { headers: { 'Content-Type': 'text/html', 'Set-Cookie': 'a=1' } })
    },
    shareImages: shareImages(`${root}public`),
    appIcons: appIcons(() => readFileSync(`${root}tenants/aurora/icon.svg`)),
    brokerFetch: async (request, client) => {
      brokerRequests.push({ url: request.url, client, body: await request.text() })
      return Response.json({ code: 1, msg: '', data: null })
    },
    isReady: async () => isReady,
    get roles() {
      return roles
    },
    brandProblems: () => brandProblems,
    isClosing: () => isClosing,
    log: createLog('silent'),
  })
  server = createServer(door)
  acceptUpgrades(server, {
    hosts,
    handle: (_req, socket) => socket.end('HTTP/1.1 101 Taken\r\n\r\n'),
    isClosing: () => isClosing,
    trustedProxies: new Set(),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
interface Ask {
  readonly host?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

function ask(path: string, { host = AURORA, method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = httpRequest({ port, path, method, headers: { ...headers, host } }, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text }))
    })
    req.on('error', reject)
    req.end(body)
  })
}

/** Raw bytes, for requests that a well-behaved client cannot send. */
function askRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.on('close', () => resolve(text)).on('error', reject)
    setTimeout(() => socket.end(), 300)
  })
}

describe('hosts', () => {
  test.each([
    'evil.com',
    'localhost',
    '127.0.0.1',
    'aurora.localhost',
    'aurora.localhost:3001',
    'aurora.localhost:3000.evil.com',
    'xn--urora-7ua.localhost:3000',
  ])('%s is answered 421 by a page that names no company', async (host) => {
    const answer = await ask('/', { host })
    expect(answer.status).toBe(421)
    for (const tenant of tenants) expect(answer.body).not.toContain(tenant.name)
    expect(answer.body).not.toMatch(/candor/i)
  })

  test('an unknown host gets no picture of a company either, and no API', async () => {
    expect((await ask('/brands/aurora/logo.svg', { host: 'evil.com' })).status).toBe(421)
    expect((await ask('/api/company/getCompany', { host: 'evil.com' })).status).toBe(421)
  })

  test('two Host headers, or one in the request line, do not get past the gate', async () => {
    expect(await askRaw(`GET / HTTP/1.1\r\nHost: evil.com\r\nHost: ${AURORA}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 4(00|21)/)
    expect(await askRaw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 4(00|21)/)
    const absolute = await askRaw(`GET http://evil.com/ HTTP/1.1\r\nHost: ${AURORA}\r\nConnection: close\r\n\r\n`)
    expect(absolute).toMatch(/^HTTP\/1\.1 200/)
    expect(new URL(siteRequests.at(-1)?.request.url ?? '').host).toBe(AURORA)
  })

  test('forwarding headers change neither host nor origin', async () => {
    await ask('/', { headers: { 'x-forwarded-host': 'evil.com', 'x-forwarded-proto': 'https', forwarded: 'host=evil.com' } })
    const visit = siteRequests.at(-1)
    expect(visit?.origin).toBe(`http://${AURORA}`)
    expect(visit?.request.headers.has('x-forwarded-host')).toBe(false)
  })

  test('a path with two slashes stays a path of this site', async () => {
    await ask('//evil.com/x')
    expect(new URL(siteRequests.at(-1)?.request.url ?? '').host).toBe(AURORA)
  })

  test('the API host serves no pages', async () => {
    expect((await ask('/', { host: 'api.localhost:3000' })).status).toBe(404)
    expect((await ask('/api/company/getCompany', { host: 'api.localhost:3000' })).status).toBe(200)
  })
})

describe('state changes on the site', () => {
  const own = { origin: `http://${AURORA}`, 'sec-fetch-site': 'same-origin' }

  test('a form of the site itself is let in', async () => {
    expect((await ask('/logout', { method: 'POST', headers: own })).status).toBe(200)
  })

  test.each([
    ['no Origin', {}],
    ['another brand', { origin: 'http://meridian.localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['another site', { origin: 'https://evil.com', 'sec-fetch-site': 'cross-site' }],
    ['the right Origin, the wrong Sec-Fetch-Site', { ...own, 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused before Remix sees it', async (_what, headers) => {
    const before = siteRequests.length
    expect((await ask('/logout', { method: 'POST', headers: headers as Record<string, string> })).status).toBe(403)
    expect(siteRequests).toHaveLength(before)
  })

  test('a body beyond the limit is refused, with and without a length', async () => {
    const body = 'x'.repeat(300 * 1024)
    const form = { ...own, ...FORM }
    expect((await ask('/login', { method: 'POST', headers: { ...form, 'content-length': String(body.length) }, body })).status).toBe(413)
    expect((await ask('/login', { method: 'POST', headers: { ...form, 'transfer-encoding': 'chunked' }, body })).status).toBe(413)
  })

  test('a button without a form is an empty form', async () => {
    expect((await ask('/demo-account', { method: 'POST', headers: own })).status).toBe(200)
    const request = siteRequests.at(-1)?.request
    expect(request?.headers.get('content-type')).toBe(FORM['content-type'])
  })

  test.each([
    ['something of no type', {}],
    ['JSON', { 'content-type': 'application/json' }],
    ['plain text, the type of a page elsewhere that wants no preflight', { 'content-type': 'text/plain' }],
    ['a form of parts without a boundary', { 'content-type': 'multipart/form-data' }],
    ['almost a form', { 'content-type': 'application/x-www-form-urlencoded2' }],
  ])('%s is refused: no page reads it', async (_what, headers) => {
    const before = siteRequests.length
    const answer = await ask('/demo-account', { method: 'POST', headers: { ...own, ...headers } as Record<string, string>, body: '{}' })
    expect(answer.status).toBe(415)
    expect(siteRequests).toHaveLength(before)
  })

  test.each([
    ['/resources/upload-image', 8, 10],
    ['/mine/auth', 17, 19],
  ])('pictures go to %s: %i MB from a signed-in visitor, not %i, and none from anybody else', async (path, fits, tooMuch) => {
    const session = { cookie: LIVING }
    const parts = { 'content-type': 'multipart/form-data; boundary=x' }
    const post = async (megabytes: number, headers: Record<string, string>) =>
      (await ask(path, { method: 'POST', headers: { ...own, ...parts, ...headers }, body: 'x'.repeat(megabytes * 1024 * 1024) })).status
    const chunked = { 'transfer-encoding': 'chunked' }
    expect(await post(fits, session)).toBe(200)
    expect(await post(fits, { ...session, ...chunked })).toBe(200)
    expect(await post(tooMuch, session)).toBe(413)
    expect(await post(1, {})).toBe(413)
    expect(await post(1, { cookie: 'candor_session=short' })).toBe(413)
    expect(await post(1, { cookie: `candor_session=${'b'.repeat(43)}` })).toBe(413)
    expect(await post(1, { ...session, ...FORM })).toBe(413)
    expect(await post(1, { ...session, origin: 'http://meridian.localhost:3000' })).toBe(403)
  })

  test('the header-token API is not behind the origin gate', async () => {
    const answer = await ask('/v1/api/forex/submit', {
      method: 'POST',
      body: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(200)
    expect(brokerRequests.at(-1)).toMatchObject({ url: `http://${AURORA}/v1/api/forex/submit`, client: '127.0.0.1', body: 'a=1' })
  })
})

describe('what every answer carries', () => {
  test('security headers, and a fresh request id and nonce', async () => {
    const first = await ask('/')
    const second = await ask('/')
    expect(first.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
    expect(siteRequests.at(-1)?.nonce).not.toBe(siteRequests.at(-2)?.nonce)
  })

  test("the manifest is the brand's own", async () => {
    const manifest = JSON.parse((await ask('/manifest.json', { headers: { 'accept-language': 'ar' } })).body)
    expect(manifest).toMatchObject({ name: 'Aurora Markets', id: '/', lang: 'ar', dir: 'rtl' })
    expect(manifest.icons.at(-1)).toMatchObject({ src: '/brands/aurora/icon.svg', sizes: 'any' })
    expect(manifest.icons.map((icon: { sizes: string; purpose: string }) => `${icon.purpose} ${icon.sizes}`)).toEqual(
      expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']),
    )
    expect(manifest.shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
      ['التداول', '/trade'],
      ['الأوامر', '/order'],
    ])
    expect((await ask('/manifest.json', { host: 'localhost:3000' })).status).toBe(404)
  })

  test('search engines are told what they may read: public pages of a site, nothing of the desk and the API', async () => {
    for (const host of ['aurora.localhost:3000', 'localhost:3000']) {
      const { status, headers, body } = await ask('/robots.txt', { host })
      expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
      expect(body.split('\n')).toEqual(expect.arrayContaining(['User-agent: *', 'Allow: /mine/announcement', 'Disallow: /mine/']))
    }
    for (const host of ['api.localhost:3000', 'desk.localhost:3000']) {
      expect((await ask('/robots.txt', { host })).body).toBe('User-agent: *\nDisallow: /\n')
    }
  })

  test('whoever installs a demonstration reads so under its icon', async () => {
    const manifest = JSON.parse((await ask('/manifest.json', { host: 'graphite.localhost:3000' })).body)
    expect(manifest).toMatchObject({ name: 'DEMO · Graphite Demo', short_name: 'DEMO Graphite Demo' })
    expect((await ask('/manifest.json')).body).not.toContain('DEMO')
  })

  test.each([
    ['the picture of a link', '/share.png'],
    ['an icon for a home screen', '/app-icons/maskable-192.png'],
  ])("%s is the brand's own, and there is none where there is no brand", async (_what, path) => {
    const picture = await ask(path)
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect(picture.headers['cache-control']).toContain('max-age')
    const head = await ask(path, { method: 'HEAD' })
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', picture.headers['content-length']])
    for (const host of ['localhost:3000', 'api.localhost:3000', 'desk.localhost:3000']) {
      expect((await ask(path, { host })).status).toBe(404)
    }
    expect((await ask(path, { host: 'evil.com' })).status).toBe(421)
  })

  test.each([
    '/brands/aurora/tenant.json',
    '/brands/aurora/..%2f..%2fpackage.json',
    '/brands/unknown/logo.svg',
    '/.env',
    '/server.ts',
  ])('%s is no file that is given out', async (path) => {
    expect((await ask(path)).body).toBe('<p>page</p>')
  })

  test.each([
    '/brands/../package.json',
    '/locales/../developers',
    '/locales/%2e%2E/verify',
    '/locales/.%2e/resources/positions',
    '/desk/..',
    '/locales\\..\\verify',
  ])('%s is read as it is written or not at all', async (path) => {
    expect((await ask(path, { host: path.startsWith('/brands') ? AURORA : 'desk.localhost:3000' })).status).toBe(400)
  })

  test("a brand's picture is shown but can run nothing", async () => {
    const logo = await ask('/brands/aurora/logo.svg')
    expect(logo.headers['content-type']).toBe('image/svg+xml')
    expect(logo.headers['content-security-policy']).toContain('sandbox')
    expect(logo.body).toContain('<svg')
    const again = await ask('/brands/aurora/logo.svg', { headers: { 'if-none-match': String(logo.headers.etag) } })
    expect([again.status, again.body]).toEqual([304, ''])
  })
})

describe('health, and the end', () => {
  test('health needs no host; readiness follows the broker', async () => {
    expect((await ask('/healthz', { host: '10.0.0.5' })).status).toBe(200)
    expect((await ask('/readyz', { host: '10.0.0.5' })).status).toBe(200)
    isReady = false
    expect((await ask('/readyz', { host: '10.0.0.5' })).status).toBe(503)
    isReady = true
  })

  test('what is wrong with a brand is told to this machine and to nobody else, and the server is ready all the same', async () => {
    brandProblems = [{ tenantId: 'aurora', file: 'tenants/aurora/tenant.json', path: 'email', reason: 'Invalid email' }]
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      const answer = await ask('/readyz', { host })
      expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { ok: true, brands: brandProblems }])
    }
    const outside = [{ host: AURORA }, { host: '10.0.0.5' }, { host: 'localhost:3000', headers: { 'x-forwarded-for': '127.0.0.1' } }]
    for (const options of outside) expect((await ask('/readyz', options)).body).toBe('{"ok":true}')
    brandProblems = []
    expect((await ask('/readyz', { host: 'localhost:3000' })).body).toBe('{"ok":true}')
  })

  test('while it closes, new visits are asked to come back and the balancer is told', async () => {
    isClosing = true
    const answer = await ask('/')
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
    expect((await ask('/readyz')).status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
    isClosing = false
  })
})

describe('what is left to other nodes', () => {
  afterEach(() => {
    roles = NODE_ROLES
  })

  test.each<[string, readonly NodeRole[], string, string]>([
    ['pages', ['api', 'engine'], '/login', '/api/index/setting'],
    ['calls', ['site'], '/api/index/setting', '/login'],
  ])('%s: a proxy is told to ask the next node, and nothing is carried out', async (_what, own, left, done) => {
    roles = own
    const before = [siteRequests.length, brokerRequests.length]
    const answer = await ask(left)
    expect([answer.status, answer.headers['x-accel-redirect'], answer.headers['retry-after']]).toEqual([503, '@another_node', '5'])
    expect([siteRequests.length, brokerRequests.length]).toEqual(before)
    expect((await ask(done)).status).toBe(200)
  })

  test('a health check of this machine names what the node does', async () => {
    roles = ['api', 'sockets']
    expect(JSON.parse((await ask('/readyz', { host: 'localhost:3000' })).body)).toEqual({ ok: true, roles })
    expect((await ask('/readyz', { host: '10.0.0.5' })).body).toBe('{"ok":true}')
  })
})

describe('socket upgrades', () => {
  const upgrade = (path: string, host: string): Promise<string> =>
    askRaw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)

  test.each([
    ['/v1/ws', AURORA, '101'],
    ['/v1/ws', 'api.localhost:3000', '101'],
    ['/v1/ws', 'evil.com', '421'],
    ['/other', AURORA, '404'],
  ])('%s on %s is answered %s', async (path, host, status) => expect(await upgrade(path, host)).toContain(`HTTP/1.1 ${status}`))
})

describe('the desk', () => {
  const DESK = 'desk.localhost:3000'

  test.each([
    '/desk',
    '/desk.data',
    '/desk/login',
    '/desk/deposits?company=aurora',
    '/locales/en.json',
    '/preferences',
  ])('%s is a page of its host', async (path) => {
    siteRequests.length = 0
    expect((await ask(path, { host: DESK })).status).toBe(200)
    expect(siteRequests.map(({ siteKind, tenant }) => [siteKind, tenant])).toEqual([['desk', null]])
  })

  test.each([
    '/trade',
    '/login',
    '/mine/wallet',
    '/product',
    '/deskx',
    '/manifest.json',
    '/socket-ticket',
    '/resources/image',
    '/dev/gallery',
  ])('%s is nothing there, and no company is named', async (path) => {
    const answer = await ask(path, { host: DESK })
    expect(answer.status).toBe(404)
    for (const tenant of tenants) expect(answer.body).not.toContain(tenant.name)
  })

  test('opens at its own root, and its addresses lead home everywhere else', async () => {
    expect((await ask('/', { host: DESK })).headers.location).toBe('/desk')
    for (const host of [AURORA, 'localhost:3000']) {
      for (const path of ['/desk', '/desk/', '/desk.data', '/desk/login', '/desk/deposits?company=aurora']) {
        const { status, headers } = await ask(path, { host })
        expect([host, path, status, headers.location]).toEqual([host, path, 302, '/'])
      }
    }
    expect((await ask('/desk', { host: 'api.localhost:3000' })).status).toBe(404)
  })

  test('takes no form of another site', async () => {
    const form = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${AURORA}` },
      body: 'a=1',
    }
    expect((await ask('/desk/login', { host: DESK, ...form })).status).toBe(403)
    expect((await ask('/desk/login', { host: DESK, ...form, headers: { ...form.headers, origin: `http://${DESK}` } })).status).toBe(200)
  })
})
