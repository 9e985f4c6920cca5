import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiHostsOf } from '../../contract/tenant/places'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { createLog } from '../process/log.server'
import { createDoor } from './door.server'
import { liveHostMap } from './hosts.server'

const aurora = testTenants().find(({ id }) => id === 'aurora')!
const own = ['brand.example', 'www.brand.example', 'api.brand.example']
const tenant = { ...aurora, siteHosts: [...aurora.siteHosts, ...own], apiHosts: apiHostsOf(own) }
const hosts = liveHostMap([tenant], 'example.com:3000')
const TRUSTED = '127.0.0.1'
const servers: Record<'trusting' | 'bare', Server> = { trusting: serve([TRUSTED]), bare: serve([]) }

function serve(trustedProxies: readonly string[]): Server {
  return createServer(
    createDoor({
      hosts,
      scheme: 'https',
      trustedProxies: new Set(trustedProxies),
      files: (_req, _res, next) => next(),
      site: async () => new Response('<p>page</p>', { status: 404 }),
      shareImages: async () => Buffer.alloc(0),
      brokerFetch: async () => Response.json({ code: 1 }),
      isReady: async () => true,
      isClosing: () => false,
      log: createLog('silent'),
    }),
  )
}
beforeAll(async () => {
  for (const server of Object.values(servers)) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const server of Object.values(servers)) await new Promise((resolve) => server.close(resolve))
})

function ask(path: string, headers: Record<string, string> = {}, server: keyof typeof servers = 'trusting'): Promise<number> {
  const { port } = servers[server].address() as AddressInfo
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, agent: false, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}
const about = (domain: string) => ask(`/tls/ask?domain=${encodeURIComponent(domain)}`)

describe('a certificate may be obtained', () => {
  test.each([
    'example.com',
    'api.example.com',
    'desk.example.com',
    'aurora.example.com',
    'AURORA.example.com',
    ...own,
  ])('for %s', async (name) => {
    expect(await about(name)).toBe(200)
  })

  test.each([
    '',
    'evil.example',
    'www.aurora.example.com',
    'xaurora.example.com',
    'aurora.example.com.',
    'aurora.example.com:3000',
    'aurora.example.com.evil.example',
    '*.example.com',
    'aurora.example.com,evil.example',
    'аurora.example.com',
    '127.0.0.1',
    '__proto__',
    'a'.repeat(5_000),
  ])('not for %s', async (name) => {
    expect(await about(name)).toBe(404)
  })

  test('not for two at once, and not for none', async () => {
    expect(await ask('/tls/ask?domain=example.com&domain=evil.example')).toBe(404)
    expect(await ask('/tls/ask')).toBe(404)
  })

  test('for a brand that has come, and no more when it has gone', async () => {
    hosts.replace([tenant, { ...tenant, id: 'newcomer', siteHosts: ['newcomer.example'], apiHosts: [] }])
    expect([await about('newcomer.example'), await about('newcomer.example.com')]).toEqual([200, 200])
    hosts.replace([tenant])
    expect([await about('newcomer.example'), await about('newcomer.example.com')]).toEqual([404, 404])
  })
})

describe('nobody else is told', () => {
  test.each([
    ['a visitor whom a proxy passed on', { 'x-forwarded-for': '203.0.113.9' }],
    ['one who says so in another way', { forwarded: 'for=203.0.113.9' }],
    ['one who asks by an unknown name, passed on', { host: 'evil.example', 'x-forwarded-for': '203.0.113.9' }],
  ])('%s', async (_who, headers) => {
    expect(await ask('/tls/ask?domain=example.com', headers)).toBe(421)
  })

  test('a site, which has no such page', async () => {
    expect(await ask('/tls/ask?domain=example.com', { host: 'brand.example' })).toBe(404)
  })

  test('this machine is, without any proxy that is trusted', async () => {
    expect(await ask('/tls/ask?domain=example.com', {}, 'bare')).toBe(200)
  })
})

describe('names for programs', () => {
  test.each([
    [['brand.example', 'api.brand.example'], ['api.brand.example']],
    [['www.brand.example', 'api.brand.example'], ['api.brand.example']],
    // A brand whose site itself begins like that.
    [['api.brand.example'], []],
    [['api.brand.example', 'other.example'], []],
    [['brand.example', 'apis.brand.example', 'rapi.brand.example'], []],
  ])('of %j are %j', (names, expected) => expect(apiHostsOf(names)).toEqual(expected))

  test('have no pages and are of their company', () => {
    expect(hosts.siteOf('api.brand.example')).toMatchObject({ kind: 'api', tenant: { id: 'aurora' } })
    expect(hosts.siteOf('www.brand.example')).toMatchObject({ kind: 'tenant', host: 'www.brand.example' })
  })
})
