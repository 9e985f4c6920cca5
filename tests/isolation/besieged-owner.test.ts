/** The site tells the broker that it is the owner who asks: what strangers have used up keeps no owner from their own pages. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BudgetName, DEFAULT_RATE_LIMITS } from '../../broker/calls/rate-limits'
import { ENDPOINTS } from '../../contract/index'
import { createWorld, type World } from '../fixtures/create-world'
import { type RealTrader, TEST_PASSWORD } from '../fixtures/real-trader'
import { openServedSite, type ServedSite } from '../fixtures/served-site'
import { TEST_BASE_DOMAIN } from '../fixtures/test-tenants'

const AURORA = `aurora.${TEST_BASE_DOMAIN}`
const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${AURORA}`, 'accept-language': 'en' }
const DEVICE = 'd'.repeat(43)
const three = Object.fromEntries(
  (Object.keys(DEFAULT_RATE_LIMITS) as BudgetName[])
    .filter((name) => name !== 'calls')
    .map((name) => [name, { burst: 3, refillMs: 3_600_000 }]),
)

let world: World
let site: ServedSite
let owner: RealTrader
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: three as never } })
  site = await openServedSite(world)
  owner = await world.realTrader()
  const credentials = { account: owner.email, password: TEST_PASSWORD, login_type: 'email' as const, device: DEVICE }
  expect((await world.client.call(ENDPOINTS.login, credentials, { host: AURORA })).outcome).toBe('ok')
  // From four networks, until each is refused.
  for (let network = 1; network <= 4; network += 1) {
    let status = 0
    for (let count = 0; count < 4; count += 1) {
      world.pass(61_000)
      const context = { clientAddress: `198.51.${network}.1` }
      status = (await world.client.call(ENDPOINTS.sendEmailCode, { to: owner.email, type: '2' }, { host: AURORA, context })).status
    }
    expect(status).toBe(429)
  }
  world.pass(61_000)
}, 180_000)
afterAll(async () => {
  await site.close()
  await world.close()
})

const press = async (address: string, fields: Record<string, string>, cookie: string) => {
  const body = new URLSearchParams({ intent: 'send-code', ...fields }).toString()
  return site.ask(address, { host: AURORA, method: 'POST', headers: { ...FORM, cookie }, body })
}
const sentTo = async () => {
  await world.broker.delivery.flush()
  return (await world.broker.delivery.shown('aurora', owner.email)).length
}

test('forgotten password: a stranger’s browser is refused, that of the owner has a code sent', async () => {
  const fields = { login_type: 'email', account: owner.email }
  const before = await sentTo()
  await press('/forgot', fields, `candor_device=${'s'.repeat(43)}`)
  expect(await sentTo()).toBe(before)
  await press('/forgot', fields, `candor_device=${DEVICE}`)
  expect(await sentTo()).toBe(before + 1)
  world.pass(61_000)
})

test('change of password: the signed-in owner has a code sent, also from a browser of which nothing is known', async () => {
  const before = await sentTo()
  await press('/mine/password', {}, `candor_session=${owner.token}`)
  expect(await sentTo()).toBe(before + 1)
})
