import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { Tenant } from '../../contract/tenant'
import { loggedPath } from '../process/log.server'
import { takeClientAddress } from './forwarding.server'
import { buildHostMap } from './hosts.server'
import { passesOriginGate } from './origin-gate.server'
import { contentSecurityPolicy } from './security-headers.server'

const tenant = (id: string, siteHosts: string[], apiHosts: string[] = []): Tenant => ({ id, siteHosts, apiHosts }) as unknown as Tenant

describe('host map', () => {
  const hosts = buildHostMap(
    [tenant('aurora', ['aurora.example.com', 'aurora-markets.com']), tenant('meridian', ['meridian.example.com'])],
    'example.com',
  )
  const shown = (host: string | undefined): string => {
    const site = hosts.siteOf(host)
    return site === null ? 'unknown' : site.kind === 'tenant' ? site.tenant.id : site.kind
  }

  test.each([
    ['aurora.example.com', 'aurora'],
    ['AURORA.Example.com', 'aurora'],
    ['aurora-markets.com', 'aurora'],
    ['meridian.example.com', 'meridian'],
    ['example.com', 'main'],
    ['api.example.com', 'api'],
    ['desk.example.com', 'desk'],
  ])('%s is %s', (host, site) => expect(shown(host)).toBe(site))

  test.each([
    [undefined],
    [''],
    ['evil.com'],
    ['aurora.example.com.evil.com'],
    ['evil.com/aurora.example.com'],
    ['aurora.example.com:80'],
    ['aurora.example.com:443@evil.com'],
    ['user@aurora.example.com'],
    ['aurora.example.com.'],
    [' aurora.example.com'],
    ['aurora.example.com\t'],
    ['aurora.example.com, evil.com'],
    ['aurora.example.com%00.evil.com'],
    ['xaurora.example.com'],
    ['www.aurora.example.com'],
    ['AURORA.EXAMPLE.COM.'],
    ['aurora。example.com'],
    ['аurora.example.com'],
    ['[::1]'],
    ['127.0.0.1'],
    ['localhost'],
    ['__proto__'],
    ['constructor'],
  ])('%o is nobody', (host) => expect(shown(host)).toBe('unknown'))

  test('a tenant cannot take over a name of the house', () => {
    const greedy = buildHostMap([tenant('api', ['api.example.com', 'example.com'])], 'example.com')
    expect(greedy.siteOf('api.example.com')?.kind).toBe('api')
    expect(greedy.siteOf('example.com')?.kind).toBe('main')
  })
})

describe('origin gate', () => {
  const siteOrigin = 'https://aurora.example.com'
  test.each([
    ['GET', null, null, true],
    ['GET', 'https://evil.com', 'cross-site', true],
    ['HEAD', null, null, true],
    ['POST', siteOrigin, 'same-origin', true],
    ['POST', siteOrigin, null, true],
    ['POST', null, null, false],
    ['POST', null, 'same-origin', false],
    ['POST', 'null', 'cross-site', false],
    ['POST', siteOrigin, 'cross-site', false],
    ['POST', siteOrigin, 'same-site', false],
    ['POST', siteOrigin, 'none', false],
    ['POST', 'https://meridian.example.com', 'same-site', false],
    ['POST', 'http://aurora.example.com', 'same-origin', false],
    ['POST', 'https://aurora.example.com:443', 'same-origin', false],
    ['POST', 'https://aurora.example.com.evil.com', 'same-origin', false],
    ['POST', 'https://AURORA.example.com', 'same-origin', false],
    ['DELETE', 'https://evil.com', null, false],
    ['PATCH', null, null, false],
    ['post', null, null, false],
  ])('%s from %s (Sec-Fetch-Site %s): %s', (method, origin, secFetchSite, passes) => {
    expect(passesOriginGate({ method, origin, secFetchSite, siteOrigin })).toBe(passes)
  })
})

describe('client address', () => {
  const request = (remoteAddress: string, headers: Record<string, string>): IncomingMessage =>
    ({ socket: { remoteAddress }, headers: { ...headers } }) as unknown as IncomingMessage

  test.each([
    ['203.0.113.7', {}, [], '203.0.113.7'],
    ['::ffff:203.0.113.7', {}, [], '203.0.113.7'],
    ['203.0.113.7', { 'x-forwarded-for': '1.2.3.4' }, [], '203.0.113.7'],
    ['10.0.0.1', { 'x-forwarded-for': '198.51.100.9' }, ['10.0.0.1'], '198.51.100.9'],
    ['10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 198.51.100.9' }, ['10.0.0.1'], '198.51.100.9'],
    ['10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 198.51.100.9, 10.0.0.2' }, ['10.0.0.1', '10.0.0.2'], '198.51.100.9'],
    ['10.0.0.1', { 'x-forwarded-for': '<script>' }, ['10.0.0.1'], '10.0.0.1'],
    ['10.0.0.1', { 'x-forwarded-for': '203.0.113.7:8080' }, ['10.0.0.1'], '203.0.113.7'],
    ['10.0.0.1', { 'x-forwarded-for': '[2001:db8::7]:8080' }, ['10.0.0.1'], '2001:db8::7'],
    ['10.0.0.1', { 'x-forwarded-for': '[::ffff:203.0.113.7]' }, ['10.0.0.1'], '203.0.113.7'],
    ['10.0.0.1', { 'x-forwarded-for': '999.999.999.999' }, ['10.0.0.1'], '10.0.0.1'],
    ['10.0.0.1', { 'x-forwarded-for': 'a.b.c' }, ['10.0.0.1'], '10.0.0.1'],
    ['10.0.0.1', {}, ['10.0.0.1'], '10.0.0.1'],
  ])('peer %s with %o behind %o is %s', (peer, headers, trusted, expected) => {
    expect(takeClientAddress(request(peer, headers as Record<string, string>), new Set(trusted))).toBe(expected)
  })

  test('hearsay headers are gone for whoever reads the request later, even from a trusted proxy', () => {
    const headers = {
      forwarded: 'host=evil',
      'x-forwarded-host': 'evil',
      'x-forwarded-proto': 'https',
      'x-real-ip': '1.1.1.1',
      'x-original-url': '/admin',
      accept: '*/*',
    }
    const req = request('10.0.0.1', headers)
    takeClientAddress(req, new Set(['10.0.0.1']))
    expect(req.headers).toEqual({ accept: '*/*' })
  })
})

describe('what is logged and what is sent', () => {
  test.each([
    ['/login', '/login'],
    ['/login?from=%2Forder&token=abc', '/login?from&token'],
    ['/order?type=1&type=3', '/order?type'],
  ])('the path %s is logged as %s: never the values of a query', (url, logged) => expect(loggedPath(url)).toBe(logged))

  test('the policy allows scripts by nonce and from the site itself only, and no inline style element', () => {
    const policy = contentSecurityPolicy({ nonce: 'abc', socketOrigin: 'wss://a.example', frameOrigins: [], isSecure: true, isDev: false })
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self' 'nonce-abc'")
    expect(policy).toContain("style-src 'self' 'nonce-abc';")
    expect(policy).toContain("frame-src 'none'")
    expect(policy).toContain("connect-src 'self' wss://a.example;")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })
})
