/** One spelling of every page, and what the host of all companies does with the pages of a company: over a real door. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAIN_SITE_PAGES, PAGE_ACCESS } from '../../app/addresses/route-access'
import { host, type LiveSite, openLiveSite } from '../fixtures/live-site'
import { TEST_BASE_DOMAIN } from '../fixtures/test-tenants'

let site: LiveSite
beforeAll(async () => {
  site = await openLiveSite()
})
afterAll(() => site.close())

async function ledTo(at: string, path: string): Promise<string | number> {
  const { status, headers } = await site.ask(at, path)
  return status === 302 ? String(headers.location) : status
}

describe('another spelling of a page', () => {
  test.each([
    ['/Order', '/order'],
    ['/USER', '/user'],
    ['/Mine/charge', '/mine/charge'],
    ['/ORDER?type=0&x=Ab%20C', '/order?type=0&x=Ab%20C'],
    ['/order/', '/order'],
    ['//order', '/order'],
    ['/%6Frder?type=1', '/order?type=1'],
    ['/mine//Wallet/', '/mine/wallet'],
    ['/Desk/deposits', '/desk/deposits'],
  ])('%s leads to %s', async (path, expected) => {
    expect(await ledTo(host('aurora'), path)).toBe(expected)
  })

  test('every page of the table in capitals leads to itself, and as the table has it to nowhere', async () => {
    for (const path of Object.keys(PAGE_ACCESS)) {
      if (path !== '/') expect([path, await ledTo(host('aurora'), `${path.toUpperCase()}?from=X`)]).toEqual([path, `${path}?from=X`])
      expect([path, await ledTo(host('aurora'), path)]).toEqual([path, 200])
    }
  })

  test.each([
    '/V1/api/forex/submit',
    '/API/user/info',
    '/v1/api/forex/SUBMIT',
    '/no-page',
    '/%0d%0aSet-Cookie:a=b',
    '/%E0%A4%A',
  ])('an address of no page, %s, is left as it is', async (path) => {
    expect(await ledTo(host('aurora'), path)).not.toBe(path.toLowerCase())
  })
})

describe('on the host of all companies', () => {
  test('every page of a company leads to the start, and those of the host itself are there', async () => {
    for (const path of Object.keys(PAGE_ACCESS)) {
      expect([path, await ledTo(TEST_BASE_DOMAIN, path)]).toEqual([path, MAIN_SITE_PAGES.has(path) ? 200 : '/'])
    }
  })

  test('in capitals, too', async () => {
    expect(await ledTo(TEST_BASE_DOMAIN, '/Trade?code=EURUSD')).toBe('/trade?code=EURUSD')
    expect(await ledTo(TEST_BASE_DOMAIN, '/trade?code=EURUSD')).toBe('/')
  })
})

test('the picture of every instrument is served where its address came from, without a session and to be kept', async () => {
  const list = '/v1/api/forex/trade_list'
  for (const [at, question] of [
    [host('aurora'), list],
    [`api.${TEST_BASE_DOMAIN}`, `${list}?company_id=aurora`],
  ] as const) {
    const { data } = JSON.parse((await site.ask(at, question)).body) as { data: { Code: string; Logo: string }[] }
    expect(data.length).toBeGreaterThan(10)
    for (const { Code, Logo } of data) {
      const { status, headers, body } = await site.ask(at, new URL(Logo, `http://${at}`).pathname)
      expect([Code, status, headers['content-type'], headers['cache-control']]).toEqual([
        Code,
        200,
        'image/svg+xml',
        'public, max-age=3600',
      ])
      expect(body).toContain('<svg')
    }
  }
})
