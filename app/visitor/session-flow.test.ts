import { describe, expect, test } from 'vitest'
import { listOrders } from '../../contract/orders'
import { pageContext } from '../../tests/fixtures/page-context'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { createBrokerClient, type SendToBroker } from '../broker-client/broker.server'
import { BROKER_UNREACHABLE, DEMO_RESTRICTED } from '../broker-client/failure-reasons'
import { requireAccess, requireRealTrader, requireTrader } from './guards.server'
import type { SiteContext } from './load-context.server'
import { loadSite } from './load-site.server'

const TOKEN = 'a'.repeat(43)
const found = testTenants().find((tenant) => tenant.id === 'aurora')
/** A closed company may send its visitors to this host. */
const aurora = found === undefined ? null : { ...found, linkHosts: ['help.aurora.example'] }

const envelope = (code: number, data: unknown = null, msg = ''): Response => Response.json({ code, msg, data })
const TRADER = { id: '7', uid: '100', email: 'm@example.com', mobile: '', is_demo: 0, invite_code: '', created_at: 1 }
const BASIC = {
  service_link: '',
  service_link_type: 1,
  verify_reg_type: 1,
  trade_fee_type: 1,
  stop_out_level: '50',
  stale_after_ms: 2000,
  demo_balance: '10000',
}

/** A broker of canned answers; whatever is not listed says that the session is over. */
function brokerOf(answers: Record<string, Response | (() => Promise<Response>)>): SendToBroker {
  return async (request) => {
    const answer = answers[new URL(request.url).pathname]
    if (answer === undefined) return envelope(999, null, 'over')
    return typeof answer === 'function' ? answer() : answer.clone()
  }
}

function contextOf(
  page: string,
  send: SendToBroker,
  { token = TOKEN as string | null, tenant = aurora, origin = 'http://aurora.localhost:3000' } = {},
) {
  const cookies = token === null ? '' : `${origin.startsWith('https') ? '__Host-candor_session' : 'candor_session'}=${token}`
  const request = new Request(origin + page, { headers: { cookie: cookies, 'accept-language': 'en' } })
  const context = pageContext({
    request,
    tenant,
    socketUrl: 'ws://aurora.localhost:3000/v1/ws',
    broker: createBrokerClient({ send, timeoutMs: 500 }),
    now: () => 1_000,
  })
  return { context, request }
}

async function thrown(run: () => Promise<unknown>): Promise<{ status: number; headers: Headers; data: unknown }> {
  const outcome = await run().then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof Response) return { status: outcome.status, headers: outcome.headers, data: null }
  const { init, data } = outcome as { init?: ResponseInit; data: unknown }
  return { status: init?.status ?? 0, headers: new Headers(init?.headers), data }
}

const toLogin = (from: string): string => `/login?from=${encodeURIComponent(from)}`

describe('code 999', () => {
  test('sends the visitor to the login page with the way back, and takes the cookie away in the same answer', async () => {
    const { context } = contextOf('/order?type=3', brokerOf({}))
    const answer = await thrown(() => context.broker.call(listOrders, { status: '1', page: '1' }))
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(toLogin('/order?type=3'))
    const cookies = answer.headers.getSetCookie()
    expect(cookies.find((line) => line.startsWith('candor_session='))).toMatch(/Max-Age=0; HttpOnly/)
    expect(cookies.some((line) => line.startsWith('toast='))).toBe(true)
  })

  test('of a data request leads back to the page, not to its data address', async () => {
    const { context } = contextOf('/order.data?type=3&_routes=routes%2Forder', brokerOf({}))
    expect((await thrown(() => requireTrader(context))).headers.get('location')).toBe(toLogin('/order?type=3'))
  })

  test('of a first look is no redirect: the page is shown signed out and the cookie goes', async () => {
    const { context, request } = contextOf('/login', brokerOf({ '/api/basicSet/getBasicInfo': envelope(1, BASIC) }))
    const { site, headers } = await loadSite(request, context)
    expect(site.trader).toBeNull()
    expect(headers.getSetCookie().some((line) => line.startsWith('candor_session=;'))).toBe(true)
  })

  test('without a session is not ours to end', async () => {
    const { context } = contextOf('/trade', brokerOf({}), { token: null })
    const answer = await context.broker.call(listOrders, { status: '1', page: '1' })
    expect(answer).toMatchObject({ ok: false, error: { name: 'SESSION_INVALID' } })
    expect(context.session.isEnded).toBe(false)
  })

  test('on https ends the __Host- cookie', async () => {
    const { context } = contextOf('/order', brokerOf({}), { origin: 'https://aurora.example.com' })
    const answer = await thrown(() => requireTrader(context))
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-candor_session=; Path=\/; SameSite=Lax; Max-Age=0; HttpOnly; Secure$/)
  })
})

describe('who may open a page', () => {
  const real = brokerOf({ '/api/user/info': envelope(1, TRADER) })
  const demo = brokerOf({ '/api/user/info': envelope(1, { ...TRADER, is_demo: 1 }) })
  const signedOut = { token: null }
  const open = (page: string, send: SendToBroker, options = {}) => requireAccess(contextOf(page, send, options).context)

  test.each(['/', '/trade', '/rank', '/mine/announcement', '/mine/email'])('%s is open to everybody', async (page) => {
    expect(await open(page, real, signedOut)).toBeNull()
  })

  test.each(['/order', '/user', '/mine/history', '/mine/system', '/mine/auth', '/mine/wallet'])('%s needs a login', async (page) => {
    expect((await thrown(() => open(page, real, signedOut))).headers.get('location')).toBe(toLogin(page))
    expect(await open(page, real)).toMatchObject({ id: '7' })
  })

  test.each([
    '/mine/auth',
    '/mine/charge',
    '/mine/withdraw',
    '/mine/wallet',
    '/mine/invite',
    '/mine/password',
    '/mine/two-step',
    '/mine/confirm',
  ])('%s is closed to a demo account, with the reason', async (page) => {
    expect(await thrown(() => open(page, demo))).toMatchObject({ status: 200, data: { reason: DEMO_RESTRICTED } })
  })

  test('a demo account may trade and see its history', async () => {
    expect(await open('/order', demo)).toMatchObject({ is_demo: 1 })
    expect(await open('/mine/history', demo)).toMatchObject({ is_demo: 1 })
  })

  test('a real account passes the door of real accounts', async () => {
    expect(await requireRealTrader(contextOf('/mine/wallet', real).context)).toMatchObject({ id: '7' })
  })
})

describe('a broker that cannot be reached', () => {
  const broken: SendToBroker = async () => {
    throw new TypeError('fetch failed')
  }

  test('signs nobody out: the page says what is wrong', async () => {
    const { context } = contextOf('/order', broken)
    expect(await thrown(() => requireTrader(context))).toMatchObject({
      status: 503,
      data: { reason: BROKER_UNREACHABLE, code: 'NETWORK_ERROR' },
    })
    expect(context.session.isEnded).toBe(false)
  })

  test('still gets a frame round the page', async () => {
    const { context, request } = contextOf('/trade', broken)
    const { site, headers } = await loadSite(request, context)
    expect(site).toMatchObject({ isBrokerReachable: false, trader: null, tenant: { id: 'aurora' } })
    expect(headers.getSetCookie()).toEqual([])
  })
})

describe('a company that has closed', () => {
  const closed = (status: number, loss_url: string) =>
    brokerOf({
      '/api/user/info': envelope(1, TRADER),
      '/api/basicSet/getBasicInfo': envelope(1, BASIC),
      '/api/company/getCompanyStatus': envelope(1, { status, loss_url }),
    })
  const visit = async (send: SendToBroker, token: string | null): Promise<string | null> => {
    const { context, request } = contextOf('/', send, { token })
    const outcome = await loadSite(request, context).catch((error: unknown) => error as Response)
    return outcome instanceof Response ? outcome.headers.get('location') : null
  }
  const allowed = 'https://help.aurora.example/closed'

  test.each([
    [0, allowed, null, null],
    [1, allowed, null, allowed],
    [1, allowed, TOKEN, allowed],
    [2, allowed, null, allowed],
    [2, allowed, TOKEN, null],
    [1, 'https://evil.example/', null, null],
    [1, 'http://help.aurora.example/closed', null, null],
    [1, 'https://help.aurora.example.evil.com/', null, null],
    [1, 'javascript:alert(1)', null, null],
    [1, '', null, null],
  ])('status %i with %o, token %o leads to %o', async (status, lossUrl, token, target) => {
    expect(await visit(closed(status, lossUrl), token)).toBe(target)
  })
})

test('the context of a request is in the language and with the wishes of the visitor', () => {
  const { context }: { context: SiteContext } = contextOf('/trade?lng=ar', brokerOf({}))
  expect([context.language, context.page, context.preferences.mode]).toEqual(['ar', '/trade?lng=ar', 'dark'])
})
