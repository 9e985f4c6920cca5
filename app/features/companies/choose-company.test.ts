import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { openBareBroker } from '../../../tests/fixtures/bare-broker'
import { testTenants } from '../../../tests/fixtures/test-tenants'
import { createBrokerClient } from '../../broker-client/broker.server'
import { loader } from '../../routes/resources/choose-company'

/** Chooses a company on the main site; the answer. */
async function choose(id: string, isSecure = false): Promise<Response> {
  const broker = await openBareBroker({ tenants: testTenants({ saffron: { status: 'wind-down' }, meridian: { listed: false } }) })
  const scope = {
    token: null,
    language: 'en',
    tenantId: null,
    siteOrigin: 'http://localhost:3000',
    requestId: 'r',
    clientAddress: '',
  } as const
  const context = { broker: createBrokerClient({ send: broker.fetch, timeoutMs: 5000 }).bind(scope), isSecure }
  const request = new Request(`http://localhost:3000/choose-company?company_id=${encodeURIComponent(id)}`)
  const answer = await loader({ request, context, params: {} } as unknown as LoaderFunctionArgs)
  await broker.close()
  return answer as Response
}

test('choosing a company is remembered for three years and leads to its site', async () => {
  const answer = await choose('aurora', true)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://aurora.localhost:3000'])
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^company_id=aurora;/)
  expect(cookie).toContain(`Max-Age=${3 * 365 * 24 * 3600}`)
  expect(cookie).toContain('Secure')
})

test.each([
  'nobody',
  'saffron',
  'meridian',
  '',
  'https://evil.example',
])('"%s" is not among the companies that are listed: nothing is remembered', async (id) => {
  const answer = await choose(id)
  expect([answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual(['/', null])
})
