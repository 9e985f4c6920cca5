import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../../../tests/fixtures/create-world'
import { TEST_BASE_DOMAIN } from '../../../tests/fixtures/test-tenants'
import { createBrokerClient, type SendToBroker } from '../../broker-client/broker.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { loadVerify } from './load-verify.server'

let world: World
beforeAll(async () => {
  world = await createWorld({
    tenants: {
      meridian: { status: 'wind-down', lossUrl: 'https://help.meridian.example/end' },
      saffron: { status: 'closed', lossUrl: 'https://help.saffron.example/end' },
    },
  })
})
afterAll(() => world.close())

function contextOf(tenantId: string | null, send: SendToBroker = (request) => world.broker.fetch(request)): SiteContext {
  const host = tenantId === null ? TEST_BASE_DOMAIN : `${tenantId}.${TEST_BASE_DOMAIN}`
  const broker = createBrokerClient({ send, timeoutMs: 5_000 }).bind({
    token: 'secret',
    language: 'en',
    tenantId,
    siteOrigin: `http://${host}`,
    requestId: 'r',
    clientAddress: '',
  })
  return { tenant: tenantId === null ? null : world.tenant(tenantId), language: 'en', broker } as unknown as SiteContext
}

test('a company gives its own keys with the page', async () => {
  const { title, keys } = await loadVerify(contextOf('aurora'))
  expect(title).toBe('Check a receipt')
  expect(keys).toEqual([
    {
      keyId: expect.stringMatching(/^[0-9a-f]{16}$/),
      publicKey: expect.stringMatching(/^[\w-]{43}$/),
      broker: 'aurora',
      owner: world.tenant('aurora').legal.entity,
    },
  ])
})

test('the main site gives the keys of every company that it lists or did, as a receipt outlives its company', async () => {
  const { keys } = await loadVerify(contextOf(null))
  expect(keys.map(({ broker }) => broker).toSorted()).toEqual(world.tenants.map(({ id }) => id).toSorted())
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(keys.length)
})

test('nobody is asked in the name of a trader', async () => {
  const tokens: (string | null)[] = []
  await loadVerify(
    contextOf('aurora', (request) => {
      tokens.push(request.headers.get('authorization'))
      return world.broker.fetch(request)
    }),
  )
  expect(tokens).toEqual([null])
})

test.each([
  ['does not answer', () => Promise.reject(new Error('away'))],
  ['answers nonsense', () => Promise.resolve(new Response('{"receipt_keys":1}'))],
  ['answers with an error', () => Promise.resolve(new Response('{}', { status: 503 }))],
])('a broker that %s leaves the page without keys, not without itself', async (_, send) => {
  for (const tenantId of ['aurora', null]) expect((await loadVerify(contextOf(tenantId, send))).keys).toEqual([])
})
