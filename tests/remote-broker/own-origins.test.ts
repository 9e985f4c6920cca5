/** Companies whose brokers are elsewhere, each somewhere else, beside companies of this process. */
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createBrokerClient } from '../../app/broker-client/broker.server'
import { createDoor } from '../../app/door/door.server'
import { buildHostMap } from '../../app/door/hosts.server'
import { socketUrlOf } from '../../app/door/site-handler.server'
import { acceptUpgrades } from '../../app/door/upgrades.server'
import { createLog } from '../../app/process/log.server'
import { ENDPOINTS } from '../../contract/index'
import { createWorld, type World } from '../fixtures/create-world'
import { pageContext } from '../fixtures/page-context'
import { remoteBrokerHandlers, type SeenCall } from '../fixtures/remote-broker'
import { openSocket } from '../fixtures/socket-client'
import { TEST_BASE_DOMAIN } from '../fixtures/test-tenants'

const ONE = 'https://broker-one.example'
const TWO = 'https://broker-two.example'
const ORIGINS: Readonly<Record<string, string>> = { aurora: ONE, meridian: TWO }
/** A domain of its own with an API host, although nothing is called there: its broker is elsewhere. */
const OWN_SITE = 'aurora.example'
const OWN_API = `api.${OWN_SITE}`
const OWN_HOSTS = { siteHosts: [`aurora.${TEST_BASE_DOMAIN}`, OWN_SITE, OWN_API], apiHosts: [OWN_API] }
const seen: Record<'one' | 'two' | 'here', (SeenCall | Request)[]> = { one: [], two: [], here: [] }

const remote = setupServer(...remoteBrokerHandlers(seen.one as SeenCall[], ONE), ...remoteBrokerHandlers(seen.two as SeenCall[], TWO))
let world: World
let server: Server
let port: number

beforeAll(async () => {
  remote.listen({ onUnhandledRequest: 'bypass' })
  world = await createWorld({ tenants: { aurora: { brokerOrigin: ONE, ...OWN_HOSTS }, meridian: { brokerOrigin: TWO } } })
  const hosts = buildHostMap(world.tenants, TEST_BASE_DOMAIN)
  server = createServer(
    createDoor({
      hosts,
      scheme: 'http',
      trustedProxies: new Set(),
      files: (_req, _res, next) => next(),
      site: async () => new Response('page'),
      shareImages: async () => Buffer.alloc(0),
      brokerFetch: (request) => world.broker.fetch(request),
      isReady: async () => true,
      isClosing: () => false,
      log: createLog('silent'),
    }),
  )
  const handle = (req: IncomingMessage, socket: never, head: Buffer) => world.broker.handleUpgrade(req, socket, head)
  acceptUpgrades(server, { hosts, handle: handle as never, isClosing: () => false, trustedProxies: new Set() })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  remote.resetHandlers()
  for (const calls of Object.values(seen)) calls.length = 0
})
afterAll(async () => {
  remote.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await world.close()
})

const client = createBrokerClient({
  send: (request) => {
    seen.here.push(request)
    return world.broker.fetch(request)
  },
  originOf: (id) => ORIGINS[id ?? ''],
  timeoutMs: 20_000,
})

/** As the site has it for a page of the company's host. */
function contextOf(id: string, headers: Record<string, string> = {}) {
  const origin = `http://${id}.${TEST_BASE_DOMAIN}`
  const tenant = world.tenants.find((one) => one.id === id) ?? null
  return pageContext({
    request: new Request(`${origin}/trade`, {
      headers: { cookie: 'candor_session=own-session-token; company_id=graphite; secret=1', ...headers },
    }),
    tenant,
    origin: tenant === null ? `http://${TEST_BASE_DOMAIN}` : origin,
    socketUrl: socketUrlOf(tenant, undefined, origin),
    broker: client,
    requestId: 'r-1',
    clientAddress: '203.0.113.9',
    now: () => 1_000,
    onSessionInvalid: () => {},
  })
}

const counts = () => Object.fromEntries(Object.entries(seen).map(([where, calls]) => [where, calls.length]))

interface Answer {
  readonly status: number
  readonly body: string
}
function ask(host: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest({ host: '127.0.0.1', port, path, headers: { ...headers, host } }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    asking.on('error', reject).end()
  })
}

describe('the site', () => {
  test.each([
    ['aurora', { one: 1, two: 0, here: 0 }],
    ['meridian', { one: 0, two: 1, here: 0 }],
    ['graphite', { one: 0, two: 0, here: 1 }],
  ])('asks the broker of %s and no other', async (id, expected) => {
    expect((await contextOf(id).broker.as(null).call(ENDPOINTS.listInstruments, {})).ok).toBe(true)
    expect(counts()).toEqual(expected)
  })

  test('asks the broker of a company that the main site names, without a token', async () => {
    const main = contextOf('nobody')
    await main.broker.as(null, { tenantId: 'meridian' }).call(ENDPOINTS.getBasicInfo, {})
    await main.broker.as(null).call(ENDPOINTS.listCompanies, {})
    expect(counts()).toEqual({ one: 0, two: 1, here: 1 })
    expect((seen.two[0] as SeenCall).headers.get('authorization')).toBeNull()
  })

  test('sends nothing of the visitor’s request but what the contract names: no cookie, no header of theirs', async () => {
    const context = contextOf('aurora', {
      'user-agent': 'Browser/1',
      referer: 'http://x.example/',
      'x-forwarded-host': 'evil.example',
      'x-own': '1',
    })
    const order = { forex_id: '7001', type: '1', status: '1', cont: '0.1', multiple: '100' } as const
    await context.broker.call(ENDPOINTS.submitOrder, order, { idempotencyKey: 'intent-1' })
    const { headers } = seen.one[0] as SeenCall
    expect([headers.get('authorization'), headers.get('company_id'), headers.get('cookie')]).toEqual(['own-session-token', 'aurora', null])
    const named = [
      'accept',
      'authorization',
      'company_id',
      'content-type',
      'idempotency-key',
      'lang',
      'user-agent',
      'x-forwarded-for',
      'x-request-id',
    ]
    expect([...headers.keys()].sort()).toEqual(named)
  })

  test('a broker that never answers holds up no other company', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isAsked = false
    remote.use(
      http.all(`${ONE}/*`, async () => {
        isAsked = true
        await held
        return HttpResponse.error()
      }),
    )
    const stuck = contextOf('aurora').broker.as(null).call(ENDPOINTS.getBasicInfo, {})
    let isStuck = true
    void stuck.then(() => (isStuck = false))
    const others = await Promise.all(
      ['meridian', 'graphite', 'saffron'].map((id) => contextOf(id).broker.as(null).call(ENDPOINTS.getBasicInfo, {})),
    )
    expect(others.map(({ ok }) => ok)).toEqual([true, true, true])
    await expect.poll(() => isAsked).toBe(true)
    expect(isStuck).toBe(true)
    release()
    expect(await stuck).toMatchObject({ ok: false, error: { name: 'NETWORK_ERROR' } })
  })

  test('a broker that answers with something else than the contract breaks its own company only', async () => {
    remote.use(http.all(`${TWO}/*`, () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })))
    const ask = (id: string) => contextOf(id).broker.as(null).call(ENDPOINTS.listInstruments, {})
    expect(await ask('meridian')).toMatchObject({ ok: false, error: { name: 'ANSWER_UNREADABLE', code: 502 } })
    expect([(await ask('aurora')).ok, (await ask('graphite')).ok]).toEqual([true, true])
  })

  test('a broker that redirects to another one does not get the token there', async () => {
    remote.use(http.all(`${ONE}/*`, ({ request }) => HttpResponse.redirect(request.url.replace(ONE, TWO), 307)))
    const answer = await contextOf('aurora').broker.call(ENDPOINTS.getBalance, {})
    expect([answer.ok, seen.two.length]).toEqual([false, 0])
  })

  test.each([
    ['aurora', undefined, 'wss://broker-one.example/v1/ws?company_id=aurora'],
    ['graphite', undefined, 'ws://graphite.localhost:3000/v1/ws'],
    ['graphite', 'https://all.example', 'wss://all.example/v1/ws?company_id=graphite'],
    ['aurora', 'https://all.example', 'wss://broker-one.example/v1/ws?company_id=aurora'],
  ])('tells the page of %s (everybody else at %s) the socket %s', (id, everybodys, url) => {
    const tenant = world.tenants.find((one) => one.id === id) ?? null
    expect(socketUrlOf(tenant, everybodys, `http://${id}.${TEST_BASE_DOMAIN}`)).toBe(url)
  })
})

describe('the door', () => {
  test('answers no call and takes no socket of a company whose broker is elsewhere', async () => {
    for (const path of [ENDPOINTS.getBasicInfo.path, ENDPOINTS.createDemoAccount.path, '/.well-known/broker.json']) {
      expect((await ask(`aurora.${TEST_BASE_DOMAIN}`, path)).status).toBe(404)
      expect((await ask(`graphite.${TEST_BASE_DOMAIN}`, path)).status).toBe(200)
    }
    expect(await openSocket(port, { host: `aurora.${TEST_BASE_DOMAIN}` }).closed).toBe(404)
    const socket = openSocket(port, { host: `graphite.${TEST_BASE_DOMAIN}` })
    socket.send({ event: 'ping' })
    await socket.next(({ event }) => event === 'pong')
    socket.close()
  })

  test.each([
    [`aurora.${TEST_BASE_DOMAIN}`, ONE],
    [`graphite.${TEST_BASE_DOMAIN}`, `http://graphite.${TEST_BASE_DOMAIN}`],
    [`api.${TEST_BASE_DOMAIN}`, `http://api.${TEST_BASE_DOMAIN}`],
  ])('serves on %s the documents of the contract, which name %s', async (host, origin) => {
    const openApi = await ask(host, '/.well-known/openapi.json')
    expect([openApi.status, (JSON.parse(openApi.body) as { servers: unknown }).servers]).toEqual([200, [{ url: origin }]])
    const asyncApi = JSON.parse((await ask(host, '/.well-known/asyncapi.json')).body) as { servers: unknown }
    expect(asyncApi.servers).toMatchObject({ broker: { host: new URL(origin).host } })
  })

  test('keeps nothing on the API host of such a company but the documents, and those lead to its broker', async () => {
    for (const path of [ENDPOINTS.getBasicInfo.path, ENDPOINTS.createDemoAccount.path, '/.well-known/broker.json', '/', '/trade']) {
      expect([path, (await ask(OWN_API, path)).status]).toEqual([path, 404])
    }
    expect(await openSocket(port, { host: OWN_API }).closed).toBe(404)
    const openApi = await ask(OWN_API, '/.well-known/openapi.json')
    expect([openApi.status, (JSON.parse(openApi.body) as { servers: unknown }).servers]).toEqual([200, [{ url: ONE }]])
    // Its pages are on its own domain, its calls are not there either.
    expect((await ask(OWN_SITE, '/trade')).body).toBe('page')
    expect((await ask(OWN_SITE, ENDPOINTS.getBasicInfo.path)).status).toBe(404)
  })

  test('serves them to no other host', async () => {
    expect((await ask('evil.example', '/.well-known/openapi.json')).status).toBe(421)
    expect((await ask(`desk.${TEST_BASE_DOMAIN}`, '/.well-known/openapi.json')).status).toBe(404)
  })
})

describe('the embedded broker', () => {
  const shared = `api.${TEST_BASE_DOMAIN}`

  test('carries out no call of such a company, however it is named: nobody has accounts in two places', async () => {
    const ways: readonly Record<string, string>[] = [{ company_id: 'aurora' }, { cookie: 'company_id=aurora' }]
    for (const headers of ways) {
      const answer = await world.client.call(ENDPOINTS.createDemoAccount, {}, { host: shared, headers })
      expect([answer.outcome, answer.data]).toEqual(['COMPANY_UNKNOWN', null])
    }
    for (const host of [`aurora.${TEST_BASE_DOMAIN}`, OWN_SITE, OWN_API]) {
      expect((await world.client.call(ENDPOINTS.createDemoAccount, {}, { host })).outcome).toBe('HOST_UNKNOWN')
    }
    expect((await world.client.call(ENDPOINTS.createDemoAccount, {}, { host: shared, headers: { company_id: 'graphite' } })).outcome).toBe(
      'ok',
    )
  })

  test('gives it no prices on the shared socket either', async () => {
    const socket = openSocket(port, { host: shared, path: '/v1/ws?company_id=aurora' })
    socket.send({ event: 'sub', topic: 'DAY_MARKET' })
    expect((await socket.reply('sub', 'DAY_MARKET')).code).not.toBe(1)
    socket.close()
  })

  test('lists it with the others', async () => {
    const { data } = await world.client.call(ENDPOINTS.listCompanies, {}, { host: TEST_BASE_DOMAIN })
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(['aurora', 'meridian', 'graphite']))
  })
})
