/**
 * Brands on domains of their own behind the nginx configuration that is shipped: TLS, hosts, cookies, sockets, what is told to a node,
 * and that nothing is sent twice. Without nginx or openssl on the machine the tests are counted as skipped, by name.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ENDPOINTS } from '../../contract/index'
import { type DomainSite, OWN_DOMAINS, openDomainSite } from '../fixtures/domain-site'
import { sendRaw } from '../fixtures/raw-request'
import { BASE_DOMAIN, HAS_OPENSSL, NGINX, type Nginx, startShippedNginx } from '../fixtures/shipped-nginx'

const AURORA = OWN_DOMAINS.aurora
const MERIDIAN = OWN_DOMAINS.meridian
const BRANDS = ['aurora', 'meridian', 'saffron', 'graphite']

interface Asked {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

function ask(nginx: Nginx, host: string, path: string, headers: Record<string, string> = {}, form?: string): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: nginx.port,
        servername: host,
        ca: nginx.ca,
        path,
        agent: false,
        method: form === undefined ? 'GET' : 'POST',
        headers: { ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }), ...headers, host },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
    sent.on('error', reject)
    sent.end(form)
  })
}

describe.skipIf(NGINX === undefined || !HAS_OPENSSL)('behind the shipped nginx configuration', () => {
  let site: DomainSite
  let nginx: Nginx
  beforeAll(async () => {
    site = await openDomainSite()
    nginx = await startShippedNginx({ nodes: [site.port], ownDomains: [AURORA, MERIDIAN] })
  })
  afterAll(async () => {
    await nginx?.close()
    await site?.close()
  })

  test.each([
    [AURORA, 'aurora'],
    [`www.${AURORA}`, 'aurora'],
    [`aurora.${BASE_DOMAIN}`, 'aurora'],
    [MERIDIAN, 'meridian'],
    [`meridian.${BASE_DOMAIN}`, 'meridian'],
    [`saffron.${BASE_DOMAIN}`, 'saffron'],
  ])('%s is %s, under its own addresses', async (host, brand) => {
    const { status, headers, text } = await ask(nginx, host, '/trade?code=EURUSD')
    expect(status).toBe(200)
    expect(BRANDS.filter((id) => text.includes(`>${id} `))).toEqual([brand])
    expect(text).toContain(`href="https://${host}/trade?code=EURUSD"`)
    expect(text).toContain(`data-socket="wss://${host}/v1/ws"`)
    // Its own socket, and the one provider whose page may stand in the site.
    expect(headers['content-security-policy']).toMatch(new RegExp(`connect-src 'self' wss://${host}(?: https://[^\\s;]+)?;`))
    expect(headers['strict-transport-security']).toBe('max-age=63072000')
    expect(headers['cache-control']).toBe('private, no-cache')
    for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/; Secure/)
  })

  test('api.<own domain> has the API of its company and no page', async () => {
    const api = `api.${AURORA}`
    const data = (text: string) => (JSON.parse(text) as { data: unknown }).data
    const own = await ask(nginx, api, '/api/basicSet/getBasicInfo', { lang: 'en', company_id: 'meridian' })
    expect(own.status).toBe(200)
    expect(data(own.text)).toEqual(data((await ask(nginx, AURORA, '/api/basicSet/getBasicInfo', { lang: 'en' })).text))
    expect(JSON.parse((await ask(nginx, api, '/.well-known/broker.json')).text)).toMatchObject({
      legal_name: site.tenants.find(({ id }) => id === 'aurora')?.legal.entity,
    })
    const page = await ask(nginx, api, '/')
    expect([page.status, BRANDS.filter((id) => page.text.toLowerCase().includes(id))]).toEqual([404, []])
  })

  test('a name that nobody has gets no certificate, and plain http leads to the same name', async () => {
    const socket = connectTls({ port: nginx.port, host: '127.0.0.1', servername: 'evil.example', ca: nginx.ca })
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
    expect(error.message).toMatch(/unrecognized name/)
    const redirect = await sendRaw({ port: nginx.plainPort }, `GET /a?b=c HTTP/1.1\r\nHost: ${AURORA}\r\nConnection: close\r\n\r\n`)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, `https://${AURORA}/a?b=c`])
    const unknown = await sendRaw({ port: nginx.plainPort }, 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
    expect([unknown.status, unknown.headers.get('location')]).toEqual([421, undefined])
  })

  test('one connection, another name: the address line, the Host and the cache never differ', async () => {
    const tls = { name: AURORA, ca: nginx.ca }
    const raw = (target: string, host: string) =>
      sendRaw({ port: nginx.port, tls }, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    for (const [target, host] of [
      [`http://${AURORA}/share.png`, MERIDIAN],
      [`https://${MERIDIAN}/share.png`, AURORA],
      [`https://evil.example/`, AURORA],
      ['/', 'evil.example'],
      ['/', `${AURORA}.`],
      ['/', `${AURORA}:8443`],
    ] as const) {
      const { status, text } = await raw(target, host)
      expect([status, BRANDS.filter((id) => text.toLowerCase().includes(id))], `${target} ${host}`).toEqual([421, []])
    }
    expect((await raw(`https://${AURORA}/`, `${AURORA}:443`)).status).toBe(200)
  })

  test('a session counts in a cookie with the __Host- prefix and in no other', async () => {
    const trader = await site.world.client.call(ENDPOINTS.createDemoAccount, {}, { host: `aurora.${BASE_DOMAIN}` })
    const shown = async (host: string, cookie: string) => /data-trader="(\d*)"/.exec((await ask(nginx, host, '/', { cookie })).text)?.[1]
    expect(await shown(AURORA, `__Host-candor_session=${encodeURIComponent(trader.data.token)}`)).toBe(trader.data.id)
    // What a sibling under the same parent domain could plant.
    expect(await shown(AURORA, `candor_session=${encodeURIComponent(trader.data.token)}`)).toBe('')
    expect(await shown(MERIDIAN, `__Host-candor_session=${encodeURIComponent(trader.data.token)}`)).toBe('')
  })

  test('what a client says about itself reaches no node', async () => {
    const spoofed = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': MERIDIAN,
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '8443',
      forwarded: `for=6.6.6.6;host=${MERIDIAN};proto=http`,
      'x-real-ip': '6.6.6.6',
      'x-host': MERIDIAN,
      'x-original-url': '/desk',
      // A cookie of no meaning: the home page that visitors share is written in nobody's name.
      cookie: 'unknown=1',
    }
    const { status, text } = await ask(nginx, AURORA, '/', spoofed)
    expect(status).toBe(200)
    expect(text).toContain('data-client="127.0.0.1"')
    expect(text).toContain(`href="https://${AURORA}/"`)
    expect(text).not.toContain('meridian')
    expect((await ask(nginx, AURORA, '/tls/ask?domain=aurora-markets.test')).status).toBe(404)
  })

  test('a form counts from its own pages only', async () => {
    const form = (origin: string, site: string) =>
      ask(nginx, AURORA, '/preferences', { origin, 'sec-fetch-site': site }, 'lng=en').then(({ status }) => status)
    expect(await form(`https://${AURORA}`, 'same-origin')).toBe(200)
    expect(await form(`https://www.${AURORA}`, 'same-site')).toBe(403)
    expect(await form(`https://aurora.${BASE_DOMAIN}`, 'cross-site')).toBe(403)
    expect(await form(`http://${AURORA}`, 'same-origin')).toBe(403)
  })

  test('sockets pass, on the site and on the API host, and a foreign page is refused', async () => {
    const first = (host: string, origin: string) =>
      new Promise<string>((resolve) => {
        // `servername` goes on to TLS, which the types of ws do not know.
        const options = { ca: nginx.ca, servername: host, headers: { host, origin } }
        const socket = new WebSocket(`wss://127.0.0.1:${nginx.port}/v1/ws`, options)
        socket.on('open', () => socket.send(JSON.stringify({ event: 'ping' })))
        socket.on('message', (text) => {
          socket.close()
          resolve((JSON.parse(String(text)) as { event: string }).event)
        })
        socket.on('unexpected-response', (_sent, answer) => {
          socket.on('error', () => {}).terminate()
          resolve(`status ${answer.statusCode}`)
        })
        socket.on('error', (error) => resolve(error.message))
      })
    expect(await first(AURORA, `https://${AURORA}`)).toBe('pong')
    expect(await first(`api.${AURORA}`, `https://${AURORA}`)).toBe('pong')
    expect(await first(`api.${BASE_DOMAIN}`, `https://${AURORA}`)).toBe('pong')
    expect(await first(AURORA, `https://${MERIDIAN}`)).toBe('status 403')
    expect(await first(AURORA, 'https://evil.example')).toBe('status 403')
  })
})

describe.skipIf(NGINX === undefined || !HAS_OPENSSL)('one of two nodes dies after it has taken a call', () => {
  const taken: string[] = []
  let alive: Server
  let nginx: Nginx
  const dying = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const called = /x-call: (\S+)/i.exec(bytes.toString('latin1'))?.[1]
      if (called !== undefined) taken.push(called)
      socket.destroy()
    })
  })
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

  beforeAll(async () => {
    alive = createServer((req, res) => {
      taken.push(String(req.headers['x-call']))
      req.resume().on('end', () => res.end('done'))
    })
    for (const server of [alive, dying]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    nginx = await startShippedNginx({ nodes: [portOf(alive), portOf(dying)] })
  })
  afterAll(async () => {
    await nginx?.close()
    for (const server of [alive, dying]) await new Promise((resolve) => server.close(resolve))
  })

  /** How often each of 20 calls reached a node, and how many were not answered. */
  async function call(what: string, path: string, form?: string): Promise<{ most: number; reached: number; failed: number }> {
    let failed = 0
    for (let index = 0; index < 20; index++) {
      const { status } = await ask(nginx, `aurora.${BASE_DOMAIN}`, path, { 'x-call': `${what}-${index}` }, form)
      if (status === 502) failed += 1
    }
    const times = Array.from({ length: 20 }, (_, index) => taken.filter((name) => name === `${what}-${index}`).length)
    return { most: Math.max(...times), reached: times.filter((time) => time > 0).length, failed }
  }

  test.each([
    ['a GET that changes state', '/v1/api/forex/submit?cont=1', undefined],
    ['its POST twin', '/v1/api/forex/submit', 'cont=1'],
    ['a GET of the account', '/api/account/resetForexDemoAccount', undefined],
    ['a form of the site', '/trade', 'intent=open'],
  ])('%s is never sent again', async (what, path, form) => {
    const { most, reached, failed } = await call(what.replaceAll(' ', '-'), path, form)
    expect(most).toBe(1)
    expect(reached).toBe(20)
    expect(failed).toBeGreaterThan(0)
  })

  test('a page is asked for at the other node', async () => {
    const { most, failed } = await call('page', '/trade')
    expect([most, failed]).toEqual([2, 0])
  })
})
