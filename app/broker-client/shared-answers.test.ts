import { describe, expect, test } from 'vitest'
import { getBasicInfo } from '../../contract/companies'
import { listInstruments } from '../../contract/market'
import { createBrokerClient } from './broker.server'
import { isDeskChange, shareAnswers } from './shared-answers.server'

/** A broker that counts what it is asked, and how its answers are shared. */
function world(answer: (request: Request) => unknown = () => ({ code: 1, msg: '', data: [] })) {
  const asked: { path: string; token: string | null; address: string | null; language: string | null }[] = []
  let now = 1
  const send = async (request: Request) => {
    const { headers, url } = request
    asked.push({
      path: new URL(url).pathname,
      token: headers.get('authorization'),
      address: headers.get('x-forwarded-for'),
      language: headers.get('lang'),
    })
    return Response.json(answer(request))
  }
  const { broker, forget } = shareAnswers(createBrokerClient({ send, timeoutMs: 1_000 }), () => now)
  const reader = (token: string | null, language: 'en' | 'fr' = 'en', tenantId = 'aurora') =>
    broker.bind({ token, language, tenantId, siteOrigin: `http://${tenantId}.localhost`, requestId: 'r', clientAddress: '203.0.113.7' })
  const pass = (ms: number) => {
    now += ms
  }
  return { asked, reader, forget, pass }
}

const SHARED = { initial: true, shared: true } as const

describe('answers for all', () => {
  test('are asked for once, in nobody’s name, and are one object for all readers', async () => {
    const { asked, reader } = world()
    const answers = await Promise.all([reader('ann'), reader('bob'), reader(null)].map((each) => each.call(listInstruments, {}, SHARED)))
    expect(new Set(answers).size).toBe(1)
    expect(asked).toEqual([{ path: '/v1/api/forex/trade_list', token: null, address: null, language: 'en' }])
  })

  test('are another for each language, brand and question', async () => {
    const { asked, reader } = world()
    await reader('ann').call(listInstruments, {}, SHARED)
    await reader('ann', 'fr').call(listInstruments, {}, SHARED)
    await reader('ann', 'en', 'meridian').call(listInstruments, {}, SHARED)
    await reader('ann').call(listInstruments, { searchCurrency: 'EUR' }, SHARED)
    expect(asked).toHaveLength(4)
  })

  test('are half a second old at most', async () => {
    const { asked, reader, pass } = world()
    await reader('ann').call(listInstruments, {}, SHARED)
    pass(500)
    await reader('bob').call(listInstruments, {}, SHARED)
    expect(asked).toHaveLength(1)
    pass(1)
    await reader('bob').call(listInstruments, {}, SHARED)
    expect(asked).toHaveLength(2)
  })

  test('are forgotten when something was changed, even while they are on their way', async () => {
    const { asked, reader, forget } = world()
    const before = reader('ann').call(listInstruments, {}, SHARED)
    forget()
    await Promise.all([before, reader('bob').call(listInstruments, {}, SHARED)])
    expect(asked).toHaveLength(2)
  })

  test('a refusal is not shared: each reader asks in their own name', async () => {
    const { asked, reader } = world(({ headers }) =>
      headers.get('authorization') === 'ann' ? { code: 1, msg: '', data: [] } : { code: 999, msg: 'no', data: null },
    )
    expect(await reader('ann').call(listInstruments, {}, SHARED)).toMatchObject({ ok: true })
    expect(await reader('bob').call(listInstruments, {}, SHARED)).toMatchObject({ ok: false })
    expect(asked.map(({ token }) => token)).toEqual([null, 'ann', 'bob'])
  })

  test('what is not marked is asked for by each reader in their own name', async () => {
    const { asked, reader } = world()
    await Promise.all([reader('ann'), reader('bob')].map((each) => each.call(getBasicInfo, {}, { initial: true })))
    expect(asked.map(({ token, address }) => [token, address])).toEqual([
      ['ann', '203.0.113.7'],
      ['bob', '203.0.113.7'],
    ])
  })
})

test.each([
  ['POST', '/api/desk/save_article', true],
  ['GET', '/api/desk/articles', false],
  ['POST', '/v1/api/forex/submit', false],
])('%s %s changes what readers are told: %s', (method, path, changes) => {
  expect(isDeskChange(new Request(`http://desk.localhost${path}`, { method }))).toBe(changes)
})
