/**
 * The home page that visitors share for a second (decision 024): what is shared, and above all what never is. Through the real door,
 * with the headers, cookies and company rules of the real pages.
 */
import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DomainSite, openDomainSite } from '../fixtures/domain-site'

const AURORA = 'aurora-markets.test'
const MERIDIAN = 'meridian.example'

let site: DomainSite
beforeAll(async () => {
  site = await openDomainSite()
})
afterAll(() => site.close())
// Each rule begins in a second of its own.
beforeEach(() => site.world.clock.advance(5_000))

interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly nonces: readonly string[]
  /** Of the render: the same in two answers when they are of one render. */
  readonly render: string
}

function visit(headers: Record<string, string> = {}, { host = AURORA, path = '/', method = 'GET' } = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const asked = request({ port: site.barePort, path, method, headers: { 'accept-language': 'en', ...headers, host } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          nonces: [...text.matchAll(/nonce="([^"]*)"/g)].map(([, nonce = '']) => nonce),
          render: /data-request="([^"]*)"/.exec(text)?.[1] ?? '',
        })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

const policyNonces = ({ headers }: Page): string[] =>
  [...String(headers['content-security-policy']).matchAll(/'nonce-([^']*)'/g)].map(([, nonce = '']) => nonce)

describe('visitors who would see the same', () => {
  test('are given one render for a second, and the next second another', async () => {
    const first = await visit()
    site.world.clock.advance(1_000)
    expect((await visit()).render).toBe(first.render)
    site.world.clock.advance(1)
    const later = await visit()
    expect(later.render).not.toBe(first.render)
    expect(later.text).toContain(`data-written="${site.world.clock.now()}"`)
  })

  test('who come at once wait for one and the same render', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => visit()))
    expect(new Set(pages.map(({ render }) => render)).size).toBe(1)
  })

  test.each(['identity', 'gzip, deflate, br'])('never have the same nonce, and it is the one of their policy (%s)', async (accepted) => {
    const pages = await Promise.all(Array.from({ length: 50 }, () => visit({ 'accept-encoding': accepted })))
    expect(new Set(pages.map(({ render }) => render)).size).toBe(1)
    for (const page of pages) expect(new Set([...page.nonces, ...policyNonces(page)]).size).toBe(1)
    expect(new Set(pages.map(({ nonces }) => nonces[0])).size).toBe(50)
  })

  test('gzip and plain readers see the same page', async () => {
    const [plain, zipped] = await Promise.all([visit(), visit({ 'accept-encoding': 'gzip' })])
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(zipped.text.replaceAll(zipped.nonces[0] ?? '', '')).toBe(plain.text.replaceAll(plain.nonces[0] ?? '', ''))
  })

  test('a reader who refuses gzip is not given it', async () => {
    expect((await visit({ 'accept-encoding': 'gzip;q=0, identity' })).headers['content-encoding']).toBeUndefined()
  })

  test('may not be kept by anybody between them and the site', async () => {
    const { headers } = await visit()
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(String(headers.vary)).toMatch(/Cookie, Accept-Language/)
  })

  test('are each told the company they visited, and nothing else is laid on them', async () => {
    const [fresh, known] = [await visit(), await visit({ cookie: 'company_id=aurora' })]
    expect(known.render).toBe(fresh.render)
    expect(fresh.headers['set-cookie']).toEqual([expect.stringMatching(/^company_id=aurora;/)])
    expect(known.headers['set-cookie']).toBeUndefined()
  })
})

describe('what is never mixed', () => {
  test('languages, modes and price colours', async () => {
    const asked = [
      [{ 'accept-language': 'en' }, /lang="en"/],
      [{ 'accept-language': 'de' }, /lang="de"/],
      [{ 'accept-language': 'de', cookie: 'lng=fr' }, /lang="fr"/],
      [{ cookie: 'mode=dark' }, /data-mode="dark"/],
      [{ cookie: 'mode=light' }, /data-mode="light"/],
      [{ cookie: 'updown=red-up; mode=dark' }, /data-updown="red-up"/],
    ] as const
    for (const round of [1, 2]) {
      const pages = await Promise.all(asked.map(([headers]) => visit(headers)))
      for (const [index, page] of pages.entries()) expect(page.text, `round ${round}`).toMatch(asked[index]?.[1] ?? /never/)
    }
  })

  test('a preference that is none of ours is not part of the page, nor of what is kept', async () => {
    const page = await visit({ cookie: 'mode=%22%3E%3Cscript%3E; lng=xx; updown=../' })
    expect(page.text).not.toContain('script>"')
    expect(page.render).toBe((await visit()).render)
  })

  test('the companies, and the hosts of one company', async () => {
    const hosts = [AURORA, `www.${AURORA}`, MERIDIAN, `www.${MERIDIAN}`]
    await Promise.all(hosts.map((host) => visit({}, { host })))
    const pages = await Promise.all(hosts.map((host) => visit({}, { host })))
    for (const [index, { text }] of pages.entries()) {
      expect(text).toContain(`href="https://${hosts[index]}/"`)
      expect(text.includes('Meridian')).toBe(index > 1)
      expect(text.includes('Aurora')).toBe(index < 2)
    }
    expect((await visit({}, { host: 'evil.example' })).status).toBe(421)
  })

  test('a brand as its file was, and as it is now', async () => {
    await visit()
    const renamed = site.tenants.map((tenant) => (tenant.id === 'aurora' ? { ...tenant, title: 'Aurora anew' } : tenant))
    site.replace(renamed)
    expect((await visit()).text).toContain('<title>Aurora anew</title>')
    site.replace(site.tenants)
    expect((await visit()).text).toContain('<title>Aurora Markets</title>')
  })
})

describe('who is never given a shared page', () => {
  test.each<[string, Record<string, string>]>([
    ['somebody with a session', { cookie: `__Host-candor_session=${'a'.repeat(43)}` }],
    ['somebody with a message of a redirect', { cookie: 'toast=abc' }],
    ['somebody with any cookie that is not known to leave the page alone', { cookie: 'lng=en; something=else' }],
    ['somebody who hides amounts', { cookie: 'hide_amounts=1' }],
    ['somebody who is named to the broker', { authorization: 'abc' }],
  ])('%s', async (_who, headers) => {
    const shared = await visit()
    const own = await visit(headers)
    expect(own.status).toBe(200)
    expect(own.render).not.toBe(shared.render)
    expect((await visit()).render).toBe(shared.render)
  })

  test.each(['/?lng=en', '/?', '/?searchCurrency=EUR', '/trade', '//'])('somebody who asks for %s', async (path) => {
    const shared = await visit()
    expect((await visit({}, { path })).render).not.toBe(shared.render)
  })

  test('somebody who only asks for the head of the page', async () => {
    expect((await visit({}, { method: 'HEAD' })).text).toBe('')
  })

  test('a session seen by one request is in no shared page after it', async () => {
    expect((await visit({ cookie: `__Host-candor_session=${'a'.repeat(43)}` })).text).toContain('data-session="some"')
    const shared = await visit()
    expect(shared.text).toContain('data-session="none"')
    expect(shared.text).toContain('data-client=""')
  })
})
