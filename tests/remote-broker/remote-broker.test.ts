import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CallScope, createBrokerClient, sendOverHttp } from '../../app/broker-client/broker.server'
import { listInstruments } from '../../contract/market'
import { listOrders, submitOrder } from '../../contract/orders'
import { getTrader } from '../../contract/users'
import { EXPIRED_TOKEN, REMOTE_ORIGIN, remoteBrokerHandlers, type SeenCall, UNREACHED_COMPANY } from '../fixtures/remote-broker'

const seen: SeenCall[] = []
const remote = setupServer(...remoteBrokerHandlers(seen))
beforeAll(() => remote.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  seen.length = 0
  remote.resetHandlers()
})
afterAll(() => remote.close())

const client = createBrokerClient({ send: sendOverHttp, origin: REMOTE_ORIGIN, timeoutMs: 300 })

function bound(changes: Partial<CallScope> = {}) {
  return client.bind({
    token: null,
    language: 'ar',
    tenantId: 'aurora',
    siteOrigin: 'http://aurora.localhost:3000',
    requestId: 'r-1',
    clientAddress: '203.0.113.9',
    ...changes,
  })
}

describe('a broker behind BROKER_ORIGIN', () => {
  test('answers through the contract, asked in the visitor’s language for their company', async () => {
    const answer = await bound().call(listInstruments, { searchCurrency: 'EUR' })
    expect(answer.ok && answer.data[0]?.ForexQuotations.Close).toBe('1.17428')
    expect(seen[0]?.headers.get('lang')).toBe('ar')
    expect(seen[0]?.headers.get('company_id')).toBe('aurora')
    expect(seen[0]?.headers.get('cookie')).toBeNull()
    expect(seen[0]?.parameters.get('searchCurrency')).toBe('EUR')
  })

  test('a state-changing GET of the specification is called by its POST twin with the key of the intent', async () => {
    const input = { forex_id: '7001', type: '1', status: '1', cont: '0.1', multiple: '100' } as const
    await bound({ token: 'remote-session-token-1' }).call(submitOrder, input, { idempotencyKey: 'intent-1' })
    expect(seen[0]?.method).toBe('POST')
    expect(seen[0]?.headers.get('authorization')).toBe('remote-session-token-1')
    expect(seen[0]?.headers.get('idempotency-key')).toBe('intent-1')
    expect(Object.fromEntries(seen[0]?.parameters ?? [])).toEqual(input)
  })

  test('code 999 is told once to whoever keeps the session', async () => {
    let ended = 0
    const answer = await bound({ token: EXPIRED_TOKEN, onSessionInvalid: () => (ended += 1) }).call(getTrader, {})
    expect(answer).toMatchObject({ ok: false, error: { name: 'SESSION_INVALID', code: 999 } })
    expect(ended).toBe(1)
  })

  test('code 999 of an anonymous call ends no session', async () => {
    let ended = 0
    const answer = await bound({ onSessionInvalid: () => (ended += 1) }).call(getTrader, {})
    expect(answer.ok).toBe(false)
    expect(ended).toBe(0)
  })

  test('a broker that cannot be reached is a result, not an exception', async () => {
    const answer = await bound({ tenantId: UNREACHED_COMPANY }).call(listInstruments, {})
    expect(answer).toMatchObject({ ok: false, error: { name: 'NETWORK_ERROR' } })
  })

  test('a broker that does not answer in time is given up', async () => {
    remote.use(http.get(`${REMOTE_ORIGIN}${listInstruments.path}`, () => new Promise(() => {})))
    const answer = await bound().call(listInstruments, {})
    expect(answer).toMatchObject({ ok: false, error: { name: 'NETWORK_ERROR' } })
  })

  test('an answer that breaks the contract is a failure, never data', async () => {
    remote.use(http.get(`${REMOTE_ORIGIN}${listInstruments.path}`, () => HttpResponse.json({ code: 1, msg: '', data: [{ Id: 7001 }] })))
    expect(await bound().call(listInstruments, {})).toMatchObject({ ok: false, error: { name: 'ANSWER_UNREADABLE' } })
    remote.use(http.get(`${REMOTE_ORIGIN}${listInstruments.path}`, () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })))
    expect(await bound().call(listInstruments, {})).toMatchObject({ ok: false, error: { name: 'ANSWER_UNREADABLE', code: 502 } })
  })

  test('an error number that this version does not know keeps its text', async () => {
    remote.use(
      http.get(`${REMOTE_ORIGIN}${listInstruments.path}`, () => HttpResponse.json({ code: 98_765, msg: 'a new reason', data: null })),
    )
    expect(await bound().call(listInstruments, {})).toMatchObject({
      ok: false,
      error: { name: 'UNKNOWN_ERROR', code: 98_765, msg: 'a new reason' },
    })
  })

  test('a redirect is not followed: the token must not travel to a host that nobody configured', async () => {
    let leaked = false
    remote.use(
      http.get(`${REMOTE_ORIGIN}${listOrders.path}`, () => HttpResponse.redirect('https://elsewhere.example/steal', 302)),
      http.get('https://elsewhere.example/steal', () => {
        leaked = true
        return HttpResponse.json({ code: 1, msg: '', data: null })
      }),
    )
    const answer = await bound({ token: 'remote-session-token-1' }).call(listOrders, { status: '1' })
    expect(answer.ok).toBe(false)
    expect(leaked).toBe(false)
  })
})
