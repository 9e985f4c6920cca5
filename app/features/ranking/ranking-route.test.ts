import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type TestTrader, type World } from '../../../tests/fixtures/create-world'
import { pageContext } from '../../../tests/fixtures/page-context'
import { close, open, PLAIN_TERMS } from '../../../tests/fixtures/trader-actions'
import { createBrokerClient, type SendToBroker } from '../../broker-client/broker.server'
import { action, loader } from '../../routes/traders/rank'
import type { RankingData } from './ranking-data'

let world: World
let trader: TestTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  trader = await world.demoTrader()
  for (let count = 0; count < 5; count++) {
    await world.price('EURUSD', '1.10000')
    const { Id } = await open(world, trader, 'buy', 'EURUSD')
    await world.price('EURUSD', '1.10107')
    await close(trader, Id)
  }
})
afterAll(() => world.close())

const ORIGIN = 'http://aurora.localhost:3000'

function contextOf(page: string, { token = trader.token as string | null, send = world.broker.fetch as SendToBroker, body = {} } = {}) {
  const headers = new Headers({ 'accept-language': 'en', ...(token === null ? {} : { cookie: `candor_session=${token}` }) })
  const isPost = Object.keys(body).length > 0
  const request = new Request(ORIGIN + page, { headers, ...(isPost ? { method: 'POST', body: new URLSearchParams(body) } : {}) })
  const context = pageContext({
    request,
    tenant: world.tenant('aurora'),
    broker: createBrokerClient({ send, timeoutMs: 5_000 }),
    now: () => world.clock.now(),
  })
  return { context, request, params: {} }
}

const load = async (page: string, options: Parameters<typeof contextOf>[1] = {}): Promise<RankingData> => loader(contextOf(page, options))
const post = async (body: Record<string, string>, token: string | null = trader.token) => action(contextOf('/rank', { token, body }))
async function thrown(run: Promise<unknown>): Promise<Response> {
  const outcome = await run.then(
    (value) => value,
    (error: unknown) => error,
  )
  if (outcome instanceof Response) return outcome
  throw new Error(`no answer was thrown: ${String(outcome)}`)
}

describe('the loader', () => {
  test('shows a demo trader the demo accounts and the trader’s own place there', async () => {
    const data = await load('/rank')
    expect(data).toMatchObject({ ok: true, title: 'Ranking', tab: 'ranking', kind: 'demo', total: 1, page: 1, computedAt: '12:00' })
    expect(data).toMatchObject({ profile: { showsName: false, name: '' }, entries: [{ threeWeekRate: '5.00', threeWeekTradeNum: 5 }] })
  })

  test('shows a visitor the real accounts, and asks for no profile', async () => {
    expect(await load('/rank', { token: null })).toMatchObject({ ok: true, kind: 'real', total: 0, entries: [], profile: null })
    expect(await load('/rank?kind=demo', { token: null })).toMatchObject({ kind: 'demo', total: 1 })
  })

  test('the copy tab has its own title and the usual order', async () => {
    expect(await load('/rank?tab=copy&sort=drawdown&dir=asc')).toMatchObject({
      title: 'Copy trading',
      tab: 'copy',
      sort: 'three_week_rate',
      direction: 'desc',
    })
  })

  test.each([
    ['/rank?sort=drawdown&dir=asc', { sort: 'drawdown', direction: 'asc' }],
    ['/rank?sort=password&dir=sideways&kind=all&page=-1', { sort: 'three_week_rate', direction: 'desc', kind: 'demo', page: 1 }],
    ['/rank?page=2', { page: 2, entries: [] }],
  ])('%s', async (page, expected) => {
    expect(await load(page)).toMatchObject(expected)
  })

  test('a broker that cannot be reached is a state of the screen, not a broken page', async () => {
    const send: SendToBroker = async () => Promise.reject(new TypeError('connection refused'))
    expect(await load('/rank', { token: null, send })).toMatchObject({ ok: false, code: 'NETWORK_ERROR', title: 'Ranking' })
  })
})

describe('the action', () => {
  test('saves the name for a script and answers with what is kept', async () => {
    const answer = await post({ shows_name: '1', name: ' Nordlys ', reply: 'data' })
    expect(answer).toMatchObject({ data: { done: true, profile: { showsName: true, name: 'Nordlys' } } })
    expect(await load('/rank')).toMatchObject({ entries: [{ user: 'Nordlys' }] })
  })

  test("refuses a name that cannot be shown, in the broker's words", async () => {
    const answer = await post({ shows_name: '1', name: '<b>', reply: 'data' })
    expect(answer).toMatchObject({ data: { done: false, message: expect.stringContaining('letters') }, init: { status: 422 } })
    expect(await load('/rank')).toMatchObject({ profile: { showsName: true, name: 'Nordlys' } })
  })

  test('a name to be shown that is empty is refused, and not the one of before taken for it', async () => {
    const answer = await post({ shows_name: '1', name: ' ', reply: 'data' })
    expect(answer).toMatchObject({ data: { done: false, message: expect.stringContaining('letters') }, init: { status: 422 } })
  })

  test('a form without scripts is led back to its list, an unchecked box takes the name away', async () => {
    const answer = await thrown(post({ name: 'Nordlys', back: '/rank?kind=demo' }))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/rank?kind=demo'])
    expect(await load('/rank')).toMatchObject({ profile: { showsName: false, name: 'Nordlys' } })
    expect((await thrown(post({ name: 'x', back: 'https://elsewhere.example' }))).headers.get('location')).toBe('/rank')
  })

  test('a visitor is led to the login page', async () => {
    expect((await thrown(post({ shows_name: '1', name: 'x' }, null))).headers.get('location')).toBe('/login?from=%2Frank')
  })
})
