import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS } from '../../contract/index'
import { LANGUAGES } from '../../contract/primitives'
import { type BareBroker, openBareBroker } from '../../tests/fixtures/bare-broker'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { done, forTrader } from '../calls/handler'
import { trader as traderTable } from '../db/schema'

let broker: BareBroker
let token: string

beforeAll(async () => {
  broker = await openBareBroker({
    tenants: testTenants({
      saffron: { status: 'wind-down', lossUrl: 'https://help.saffron.example/closing' },
      graphite: { status: 'closed', lossUrl: 'https://help.graphite.example/closed' },
    }),
    handlers: {
      closeOrder: forTrader(async () => {
        throw new Error('the books at 10.0.0.7 are on fire')
      }),
      getBalance: forTrader(async ({ trader }) => done({ balance: trader.id, lock_balance: 'not a number' })),
    },
  })
  token = (await broker.client.call(ENDPOINTS.createDemoAccount, {})).data.token
})
afterAll(() => broker.close())
afterEach(() => {
  broker.failures.length = 0
})

const at = (host: string, path: string, init: RequestInit = {}) => broker.client.send(path, init, { host })
const form = (body: string): RequestInit => ({ method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
const LOGIN = ENDPOINTS.login.path
const CLOSE = ENDPOINTS.closeOrder.path

describe('the transport', () => {
  test('an unknown host is 421 and names no company', async () => {
    for (const host of ['evil.example', 'aurora.localhost', 'aurora.localhost:3001', 'x.aurora.localhost:3000', 'desk.localhost:3000']) {
      const answer = await at(host, '/api/company/getCompanyStatus')
      expect([host, answer.status, answer.outcome, answer.data]).toEqual([host, 421, 'HOST_UNKNOWN', null])
      expect(answer.text.toLowerCase()).not.toContain('aurora')
    }
  })

  test('an unknown path is 404 in the envelope', async () => {
    for (const path of ['/api/nothing', '/v1/api/forex/submit/', '/api/', '/v1/api/forex/SUBMIT']) {
      const answer = await broker.client.send(path)
      expect([path, answer.status, answer.outcome]).toEqual([path, 404, 'PATH_UNKNOWN'])
    }
  })

  test('a wrong method is 405 and says which are right', async () => {
    for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
      const isPostOnly = endpoint.method === 'POST'
      const answer = await broker.client.send(endpoint.path, { method: isPostOnly ? 'GET' : 'DELETE' })
      expect([endpoint.path, answer.status, answer.outcome]).toEqual([endpoint.path, 405, 'METHOD_NOT_ALLOWED'])
      expect(answer.headers.get('allow')?.split(', ')).toContain(endpoint.method)
    }
  })

  test('a read answers HEAD without a body, a change refuses HEAD', async () => {
    expect(await broker.client.send('/api/company/getCompany', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    expect((await broker.client.send(CLOSE, { method: 'HEAD' })).status).toBe(405)
  })

  test('no answer may be stored by a cache', async () => {
    for (const path of ['/api/company/getCompany', '/api/nothing', `${CLOSE}?id=1`]) {
      expect((await broker.client.send(path)).headers.get('cache-control')).toBe('no-store')
    }
  })

  test('a body over 64 KiB is 413, whatever length it declares', async () => {
    const long = `account=${'a'.repeat(70_000)}`
    expect((await broker.client.send(LOGIN, form(long))).status).toBe(413)
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('a'.repeat(10_000)))
      },
    })
    const endless = { method: 'POST', body: stream, duplex: 'half', headers: { 'content-type': 'application/json' } } as RequestInit
    expect((await broker.client.send(LOGIN, endless)).status).toBe(413)
  })

  test('a body that cannot be read is 400, one of a foreign kind 415', async () => {
    const post = (type: string, body: string | Uint8Array<ArrayBuffer>) =>
      broker.client.send(LOGIN, { method: 'POST', body, headers: { 'content-type': type } })
    expect((await post('application/json', '{')).status).toBe(400)
    expect((await post('application/json', '[]')).status).toBe(400)
    expect((await post('application/json', 'null')).status).toBe(400)
    expect((await post('application/json', new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400)
    expect((await post('text/plain', 'account=a')).status).toBe(415)
    expect((await post('multipart/form-data; boundary=x', '--x--')).status).toBe(415)
    expect((await post('application/json; charset=utf-16', '{}')).status).toBe(415)
    expect((await broker.client.send(ENDPOINTS.uploadImage.path, form('file=x'))).status).toBe(415)
  })

  test('an unexpected failure is 500 and tells the caller nothing', async () => {
    const answer = await broker.client.call(ENDPOINTS.closeOrder, { id: '1' }, { token })
    expect([answer.status, answer.outcome, answer.data]).toEqual([500, 'INTERNAL_ERROR', null])
    expect(answer.text).not.toMatch(/10\.0\.0\.7|fire|Error:/)
    expect(broker.failures.join()).toContain('fire')
  })

  test('an answer that breaks the contract never leaves in tests', async () => {
    expect((await broker.client.call(ENDPOINTS.getBalance, {}, { token })).status).toBe(500)
    expect(broker.failures.join()).toContain('getBalance does not fit the contract')
  })

  test('the request id that came in is the one that goes out, if it is one', async () => {
    const named = await broker.client.send('/api/company/getCompany', {}, { headers: { 'x-request-id': 'abc-1' } })
    expect(named.headers.get('x-request-id')).toBe('abc-1')
    const strange = await broker.client.send('/api/company/getCompany', {}, { headers: { 'x-request-id': 'a b' } })
    expect(strange.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('parameters', () => {
  const codeOf = async (init: RequestInit) => (await broker.client.send(CLOSE, init, { token })).outcome

  test('a repeated parameter is refused in a query, a form and a JSON body', async () => {
    expect(await codeOf(form('id=1&id=2'))).toBe('PARAMETER_REPEATED')
    expect((await broker.client.send(`${CLOSE}?id=1&id=1`, {}, { token })).outcome).toBe('PARAMETER_REPEATED')
    expect(await codeOf({ method: 'POST', body: '{"id":"1","\\u0069d":"2"}', headers: { 'content-type': 'application/json' } })).toBe(
      'PARAMETER_REPEATED',
    )
  })

  test('a parameter nobody knows is ignored, also one with a dangerous name', async () => {
    const json = '{"id":"1","__proto__":{"cont":"x"},"constructor":"x","t":[1],"t":2}'
    expect(await codeOf({ method: 'POST', body: json, headers: { 'content-type': 'application/json' } })).toBe('INTERNAL_ERROR')
    expect(await codeOf(form('id=1&t=1&t=2&toString=x'))).toBe('INTERNAL_ERROR')
  })

  test.each([
    ['a safe integer counts as its digits', '{"id":17}', 'INTERNAL_ERROR'],
    ['a fraction', '{"id":1.5}', 'PARAMETER_INVALID'],
    ['minus zero', '{"id":-0}', 'PARAMETER_INVALID'],
    ['an integer that a double cannot hold', '{"id":9007199254740993}', 'PARAMETER_INVALID'],
    ['a list', '{"id":["1"]}', 'PARAMETER_INVALID'],
    ['true', '{"id":true}', 'PARAMETER_INVALID'],
    ['null', '{"id":null}', 'PARAMETER_INVALID'],
    ['an object', '{"id":{"$gt":""}}', 'PARAMETER_INVALID'],
    ['a zero byte', '{"id":"1\\u0000"}', 'PARAMETER_INVALID'],
    ['half a surrogate pair', '{"id":"\\ud800"}', 'PARAMETER_INVALID'],
  ])('in JSON: %s', async (_what, body, outcome) => {
    expect(await codeOf({ method: 'POST', body, headers: { 'content-type': 'application/json' } })).toBe(outcome)
  })

  test('the message names the parameter as people know it, in the language of the call', async () => {
    const answer = await broker.client.send(CLOSE, form('cont=1e9&id=1'), { token, headers: { lang: 'en' } })
    expect([answer.outcome, answer.msg]).toEqual(['PARAMETER_INVALID', 'Please check your entry: Lots.'])
  })

  test('the POST twin reads its body, not the query', async () => {
    expect((await broker.client.send(`${CLOSE}?id=1`, { method: 'POST' }, { token })).outcome).toBe('PARAMETER_INVALID')
  })
})

describe('calls that change state', () => {
  const asGet = (headers: Record<string, string>) => broker.client.send(ENDPOINTS.createDemoAccount.path, {}, { headers })

  test('a prefetch is refused, as GET and as POST', async () => {
    const marks = [
      ['sec-purpose', 'prefetch'],
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
      ['x-moz', 'prefetch'],
    ] as const
    for (const [name, value] of marks) {
      const headers = { [name]: value }
      expect((await asGet(headers)).outcome).toBe('PREFETCH_REFUSED')
      expect((await broker.client.send(ENDPOINTS.createDemoAccount.path, { method: 'POST' }, { headers })).outcome).toBe('PREFETCH_REFUSED')
    }
  })

  test('a foreign or sibling page and a mere navigation cannot cause them', async () => {
    expect((await asGet({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).outcome).toBe('PREFETCH_REFUSED')
    expect((await asGet({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).outcome).toBe('PREFETCH_REFUSED')
    expect((await asGet({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).outcome).toBe('PREFETCH_REFUSED')
    expect((await asGet({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).outcome).toBe('PREFETCH_REFUSED')
  })

  test('a page of ours on the API host and a client that is no browser can', async () => {
    expect((await asGet({})).outcome).toBe('ok')
    const page = await asGet({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', origin: 'http://aurora.localhost:3000' })
    expect([page.outcome, page.headers.get('access-control-allow-origin')]).toEqual(['ok', 'http://aurora.localhost:3000'])
  })

  test('a preflight is granted to pages of ours only', async () => {
    const ask = (origin: string) => broker.client.send(CLOSE, { method: 'OPTIONS' }, { host: 'api.localhost:3000', headers: { origin } })
    const ours = await ask('http://aurora.localhost:3000')
    expect([ours.status, ours.headers.get('access-control-allow-headers')]).toEqual([204, expect.stringContaining('authorization')])
    expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the session', () => {
  const info = ENDPOINTS.getTrader

  test('the token is taken bare or as Bearer, and only from the header', async () => {
    expect((await broker.client.call(info, {}, { token })).outcome).toBe('ok')
    expect((await broker.client.call(info, {}, { token: `Bearer ${token}` })).outcome).toBe('ok')
    const cookies = { cookie: `candor_session=${token}; __Host-candor_session=${token}; token=${token}; authorization=${token}` }
    expect((await broker.client.call(info, {}, { headers: cookies })).outcome).toBe('SESSION_INVALID')
    expect((await broker.client.send(`${info.path}?token=${token}&authorization=${token}`)).outcome).toBe('SESSION_INVALID')
  })

  test.each([
    '',
    'x',
    'null',
    'undefined',
    "' or 1=1 --",
    'a'.repeat(43),
    'a'.repeat(5_000),
  ])('code 999 for the token %j', async (wrong) => {
    expect((await broker.client.call(info, {}, { token: wrong })).code).toBe(999)
  })

  test('a token used on the host of another company is 999', async () => {
    expect((await broker.client.call(info, {}, { token, host: 'meridian.localhost:3000' })).code).toBe(999)
  })

  test('on the API host the session decides the company, whatever else is said', async () => {
    const options = { token, host: 'api.localhost:3000', headers: { company_id: 'meridian', cookie: 'company_id=meridian' } }
    expect((await broker.client.call(info, {}, options)).outcome).toBe('ok')
  })

  test('a wrong token on a call open to all makes its sender anonymous, not an error', async () => {
    expect((await broker.client.call(ENDPOINTS.getBasicInfo, {}, { token: 'a'.repeat(43) })).outcome).toBe('ok')
  })

  test('logout ends exactly this session, at once', async () => {
    const demo = (await broker.client.call(ENDPOINTS.createDemoAccount, {})).data
    const other = (await broker.client.call(ENDPOINTS.createDemoAccount, { demo_id: demo.demo_id })).data
    expect(other.id).toBe(demo.id)
    expect((await broker.client.call(ENDPOINTS.logout, {}, { token: demo.token })).outcome).toBe('ok')
    expect((await broker.client.call(info, {}, { token: demo.token })).code).toBe(999)
    expect((await broker.client.call(ENDPOINTS.logout, {}, { token: demo.token })).code).toBe(999)
    expect((await broker.client.call(info, {}, { token: other.token })).outcome).toBe('ok')
  })

  test('a session ends after 7 idle days and after 30 days in any case', async () => {
    const own = await openBareBroker()
    const day = 24 * 3600_000
    try {
      const idle = (await own.client.call(ENDPOINTS.createDemoAccount, {})).data.token
      const busy = (await own.client.call(ENDPOINTS.createDemoAccount, {})).data.token
      for (let passed = 0; passed < 29; passed++) {
        own.clock.advance(day)
        expect((await own.client.call(info, {}, { token: busy })).outcome).toBe('ok')
        if (passed === 6) expect((await own.client.call(info, {}, { token: idle })).code).toBe(999)
      }
      own.clock.advance(day)
      expect((await own.client.call(info, {}, { token: busy })).code).toBe(999)
    } finally {
      await own.close()
    }
  })
})

describe('the company of a call', () => {
  const status = ENDPOINTS.getCompanyStatus
  const shared = (headers: Record<string, string>, query = '') =>
    broker.client.send(`${status.path}${query}`, {}, { host: 'api.localhost:3000', headers })

  test('on the API host it comes from header, query or cookie, in this order', async () => {
    expect((await shared({ company_id: 'graphite', cookie: 'company_id=aurora' }, '?company_id=aurora')).data).toMatchObject({ status: 1 })
    expect((await shared({ cookie: 'company_id=aurora' }, '?company_id=graphite')).data).toMatchObject({ status: 1 })
    expect((await shared({ cookie: 'a=b; company_id=graphite' })).data).toMatchObject({ status: 1 })
  })

  test('without one, or with an unknown one, the company is unknown', async () => {
    expect((await shared({})).outcome).toBe('COMPANY_UNKNOWN')
    expect((await shared({ company_id: 'nobody' })).outcome).toBe('COMPANY_UNKNOWN')
    expect((await shared({}, '?company_id=aurora&company_id=graphite')).outcome).toBe('PARAMETER_REPEATED')
  })

  test('the host of a company cannot be talked over', async () => {
    const answer = await broker.client.call(status, {}, { headers: { company_id: 'graphite' } })
    expect(answer.data).toEqual({ status: 0, loss_url: '' })
  })

  test('the list of companies needs none', async () => {
    const answer = await broker.client.call(ENDPOINTS.listCompanies, {}, { host: 'localhost:3000' })
    expect(answer.data.map(({ id }) => id)).toEqual(
      broker.tenants.filter(({ listed, status }) => listed && status === 'live').map(({ id }) => id),
    )
  })
})

describe('a company that no longer serves everybody', () => {
  test('closed: only its state and settings are told', async () => {
    const host = 'graphite.localhost:3000'
    expect((await broker.client.call(ENDPOINTS.getCompanyStatus, {}, { host })).data).toEqual({
      status: 1,
      loss_url: 'https://help.graphite.example/closed',
    })
    expect((await broker.client.call(ENDPOINTS.getBasicInfo, {}, { host })).outcome).toBe('ok')
    for (const endpoint of [ENDPOINTS.createDemoAccount, ENDPOINTS.listInstruments, ENDPOINTS.getCategories]) {
      expect((await broker.client.call(endpoint as Endpoint, {}, { host })).outcome).toBe('COMPANY_CLOSED')
    }
  })

  test('winding down: no new accounts; the way in and the news stay', async () => {
    const host = 'saffron.localhost:3000'
    expect((await broker.client.call(ENDPOINTS.getCompanyStatus, {}, { host })).data).toMatchObject({ status: 2 })
    expect((await broker.client.call(ENDPOINTS.createDemoAccount, {}, { host })).outcome).toBe('COMPANY_WINDING_DOWN')
    expect((await broker.client.call(ENDPOINTS.listInstruments, {}, { host })).outcome).toBe('COMPANY_WINDING_DOWN')
    expect(
      (await broker.client.call(ENDPOINTS.login, { account: 'a@b.example', password: 'x', login_type: 'email' }, { host })).outcome,
    ).toBe('LOGIN_FAILED')
    expect((await broker.client.call(ENDPOINTS.listNews, { category_id: '1' }, { host })).outcome).toBe('ok')
  })
})

describe('precedence', () => {
  test('session before demo restriction before parameters', async () => {
    const wrong = form('number=NaN')
    expect((await broker.client.send(ENDPOINTS.submitWithdrawal.path, wrong)).outcome).toBe('SESSION_INVALID')
    expect((await broker.client.send(ENDPOINTS.submitWithdrawal.path, wrong, { token })).outcome).toBe('DEMO_RESTRICTED')
    expect((await broker.client.send(CLOSE, form('id='), { token })).outcome).toBe('PARAMETER_INVALID')
  })

  test('what is not built yet says so, after the question who calls', async () => {
    expect((await broker.client.call(ENDPOINTS.submitOrder, {} as never)).outcome).toBe('SESSION_INVALID')
    expect((await broker.client.call(ENDPOINTS.submitOrder, {} as never, { token })).outcome).toBe('NOT_AVAILABLE_YET')
    expect((await broker.client.call(ENDPOINTS.getCategories, {})).outcome).toBe('NOT_AVAILABLE_YET')
  })
})

describe('languages', () => {
  const msgIn = async (lang: string | undefined) =>
    (await broker.client.call(ENDPOINTS.getTrader, {}, { headers: lang === undefined ? {} : { lang } })).msg

  test('the message comes in the language of the header, else in Traditional Chinese', async () => {
    expect(await msgIn('en')).toBe('Your session has ended. Please log in again.')
    expect(await msgIn('ar')).toMatch(/[؀-ۿ]/)
    expect(await msgIn(undefined)).toMatch(/\p{Script=Han}/u)
    expect(await msgIn('xx')).toBe(await msgIn('hk'))
  })

  test('every language of the product has a message of its own', async () => {
    const messages = await Promise.all(LANGUAGES.map((language) => msgIn(language)))
    expect(new Set(messages).size).toBe(LANGUAGES.length)
  })
})

describe('a broker that cannot serve right now', () => {
  const handlers = {
    getBalance: forTrader(async () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    }),
  }

  test('answers 503 and says when to come back, while it stops and while its store is gone', async () => {
    let isClosing = false
    const own = await openBareBroker({ handlers, services: { isClosing: () => isClosing } })
    try {
      const { data } = await own.client.call(ENDPOINTS.createDemoAccount, {})
      const gone = await own.client.call(ENDPOINTS.getBalance, {}, { token: data.token })
      expect([gone.status, gone.outcome, gone.headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '5'])
      isClosing = true
      expect((await own.client.call(ENDPOINTS.getCompanyStatus, {})).status).toBe(503)
    } finally {
      await own.close()
    }
  })
})

describe('what is logged of a failure', () => {
  test('a failed query is named without the data it was to write', async () => {
    const secret = 'canary@example.com'
    const own = await openBareBroker({
      handlers: {
        getBalance: forTrader(async ({ tx, tenant }) => {
          await tx.insert(traderTable).values({ tenantId: tenant.id, uid: secret, isDemo: true, inviteCode: '', createdAt: Number.NaN })
          return done({ balance: '0', lock_balance: '0' })
        }),
      },
    })
    try {
      const { data } = await own.client.call(ENDPOINTS.createDemoAccount, {})
      expect((await own.client.call(ENDPOINTS.getBalance, {}, { token: data.token })).status).toBe(500)
      expect(own.failures.join()).toContain('a query failed')
      expect(own.failures.join()).not.toContain(secret)
    } finally {
      await own.close()
    }
  })
})
