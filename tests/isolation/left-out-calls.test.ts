/** What one company leaves out is refused there by every way in, and by no other company. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { createWorld, type World } from '../fixtures/create-world'
import type { RealTrader } from '../fixtures/real-trader'
import { TEST_BASE_DOMAIN } from '../fixtures/test-tenants'

const RANKING = ['listRanking', 'getRankingProfile', 'setRankingProfile'] as const satisfies EndpointName[]
const INVITE = ['getInvite'] as const satisfies EndpointName[]
const INPUTS: { readonly [Name in EndpointName]?: object } = { setRankingProfile: { shows_name: '1', name: 'Ada' } }

let world: World
const traders = new Map<string, RealTrader>()
beforeAll(async () => {
  world = await createWorld({
    tenants: {
      aurora: { features: { ranking: false, news: true, invite: true, chat: true } },
      meridian: { features: { ranking: true, news: true, invite: false, chat: true } },
    },
  })
  for (const id of ['aurora', 'meridian', 'graphite']) traders.set(id, await world.realTrader(id))
})
afterAll(() => world.close())

const outcomeOf = async (id: string, name: EndpointName, options: object = {}) => {
  const trader = traders.get(id)
  if (trader === undefined) throw new Error(`no trader of ${id}`)
  const call = { host: trader.host, token: trader.token, ...options }
  return (await world.client.call(ENDPOINTS[name], (INPUTS[name] ?? {}) as never, call)).outcome
}

describe.each([
  ['aurora', RANKING, INVITE],
  ['meridian', INVITE, RANKING],
] as const)('%s', (id, off, on) => {
  test.each([...off])('does not answer %s, on its own host and on the shared one', async (name) => {
    expect(await outcomeOf(id, name)).toBe('NOT_AVAILABLE_YET')
    expect(await outcomeOf(id, name, { host: `api.${TEST_BASE_DOMAIN}` })).toBe('NOT_AVAILABLE_YET')
    expect(await outcomeOf('graphite', name)).toBe('ok')
  })

  test.each([...on])('answers %s, which it has not left out', async (name) => {
    expect(await outcomeOf(id, name)).toBe('ok')
  })
})

test('a visitor learns no more than a trader', async () => {
  expect(await outcomeOf('aurora', 'listRanking', { token: undefined })).toBe('NOT_AVAILABLE_YET')
  expect(await outcomeOf('meridian', 'getInvite', { token: undefined })).toBe('SESSION_INVALID')
})
