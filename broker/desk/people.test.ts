import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { ENDPOINTS } from '../../contract/index'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { trader as traderTable } from '../db/schema'
import { setPassword } from '../sign-in/set-password'
import type { UserServices } from '../sign-in/user-services'

const { listTraders, getDeskTrader, endTraderSessions, freezeTrader, thawTrader } = DESK_ENDPOINTS
const WHY = 'asked by telephone'

let world: World
let support: TestOperator
let compliance: TestOperator
beforeAll(async () => {
  world = await createWorld()
  support = await openOperator(world, { roles: ['support'] })
  compliance = await openOperator(world, { roles: ['compliance'] })
})
afterAll(() => world.close())

const signIn = ({ email, host }: RealTrader) =>
  world.client.call(ENDPOINTS.login, { account: email, password: TEST_PASSWORD, login_type: 'email' }, { host })
const found = async (q: string) => (await compliance.call(listTraders, { q })).data.data.map(({ id }) => id)

test('a trader is found by the beginning of the number or address, in their own company only', async () => {
  const owner = await world.realTrader()
  const elsewhere = await world.realTrader('meridian')
  const { uid } = (await compliance.call(getDeskTrader, { id: owner.id })).data
  for (const q of [uid, uid.slice(0, 7), owner.email, ` ${owner.email.toUpperCase()} `]) expect(await found(q)).toContain(owner.id)
  expect(await found(elsewhere.email)).toEqual([])
  expect((await compliance.call(getDeskTrader, { id: elsewhere.id })).outcome).toBe('NOT_FOUND')
  const demo = await world.demoTrader()
  expect((await compliance.call(getDeskTrader, { id: demo.id })).outcome).toBe('NOT_FOUND')
})

test.each(['%', '_', '%@example.com', 'trader_', '\\', "' or 1=1 --", '*'])('%s finds nothing but itself', async (q) => {
  await world.realTrader()
  expect(await found(q)).toEqual([])
})

test('support sees a masked address, compliance the whole one', async () => {
  const owner = await world.realTrader()
  expect((await support.call(getDeskTrader, { id: owner.id })).data.email).toBe('t***@example.com')
  expect((await compliance.call(getDeskTrader, { id: owner.id })).data.email).toBe(owner.email)
})

test('a look at a trader is written down once an hour for each operator, whatever is read', async () => {
  const owner = await world.realTrader()
  const other = await world.realTrader()
  const looks = async () =>
    (await compliance.call(DESK_ENDPOINTS.listAuditEvents, { action: 'trader.viewed' })).data.data
      .filter(({ trader_id }) => trader_id === owner.id)
      .map(({ actor, object }) => [actor, object])
  await Promise.all([support.call(getDeskTrader, { id: owner.id }), support.call(DESK_ENDPOINTS.getTraderRecords, { id: owner.id })])
  await support.call(getDeskTrader, { id: owner.id })
  await support.call(getDeskTrader, { id: other.id })
  expect(await looks()).toEqual([[support.actor, `trader:${owner.id}`]])
  await compliance.call(DESK_ENDPOINTS.getTraderRecords, { id: owner.id })
  expect(await looks()).toEqual([
    [compliance.actor, `trader:${owner.id}`],
    [support.actor, `trader:${owner.id}`],
  ])
})

test('ended sessions end at once, and the trader and the log are told why', async () => {
  const owner = await world.realTrader()
  expect((await support.call(endTraderSessions, { id: owner.id, reason: ' ' })).outcome).toBe('DESK_REASON_REQUIRED')
  expect((await support.call(endTraderSessions, { id: owner.id, reason: WHY })).data).toEqual({ ended: 1 })
  expect((await owner.call(ENDPOINTS.getTrader, {})).code).toBe(999)
  const { token } = (await signIn(owner)).data
  const notices = (await owner.call(ENDPOINTS.listNotices, {}, { token })).data.data
  expect(notices.map(({ kind }) => kind)).toEqual(['sessions-ended'])
  expect(notices[0]?.text).toContain(WHY)
  const { history } = (await support.call(getDeskTrader, { id: owner.id })).data
  expect(history.find(({ action }) => action === 'trader.sessions-ended')).toMatchObject({ actor: support.actor, reason: WHY })
})

test('who sees a masked address cannot find it out letter by letter: their search takes whole addresses and numbers', async () => {
  const owner = await world.realTrader()
  const { email, uid } = (await compliance.call(getDeskTrader, { id: owner.id })).data
  const seen = async (by: TestOperator, q: string) => (await by.call(listTraders, { q })).data.data.map(({ id }) => id)
  for (let length = 1; length < email.length; length++) expect(await seen(support, email.slice(0, length))).toEqual([])
  expect(await seen(support, email)).toEqual([owner.id])
  expect(await seen(support, uid)).toEqual([owner.id])
  expect(await seen(compliance, email.slice(0, -3))).toContain(owner.id)
})

test('support cannot freeze', async () => {
  const owner = await world.realTrader()
  expect((await support.call(freezeTrader, { id: owner.id, reason: WHY })).outcome).toBe('DESK_FORBIDDEN')
  expect((await owner.call(ENDPOINTS.getTrader, {})).outcome).toBe('ok')
})

test('a freeze of the desk outlives a new password and ends when the desk thaws it', async () => {
  const owner = await world.realTrader()
  expect((await compliance.call(freezeTrader, { id: owner.id, reason: WHY })).outcome).toBe('ok')
  expect((await owner.call(ENDPOINTS.getTrader, {})).code).toBe(999)
  expect((await compliance.call(freezeTrader, { id: owner.id, reason: WHY })).outcome).toBe('DESK_ALREADY_DECIDED')
  expect((await compliance.call(listTraders, { state: 'frozen' })).data.data.map(({ id }) => id)).toEqual([owner.id])
  await world.broker.database.withTenant('aurora', async (tx) => {
    const [row] = await tx
      .select()
      .from(traderTable)
      .where(eq(traderTable.id, BigInt(owner.id)))
    if (row === undefined || row.passwordHash === null) throw new Error('no trader')
    const wanted = { tenant: world.tenant('aurora'), row, passwordHash: row.passwordHash, action: 'account.password-reset' as const }
    await setPassword(tx, { delivery: world.broker.delivery } as UserServices, wanted, world.clock.now())
  })
  expect((await signIn(owner)).outcome).toBe('ACCOUNT_FROZEN_BY_COMPANY')
  expect((await compliance.call(thawTrader, { id: owner.id, reason: WHY })).outcome).toBe('ok')
  expect((await compliance.call(thawTrader, { id: owner.id, reason: WHY })).outcome).toBe('DESK_ALREADY_DECIDED')
  const { token } = (await signIn(owner)).data
  const kinds = (await owner.call(ENDPOINTS.listNotices, {}, { token })).data.data.map(({ kind }) => kind)
  expect(kinds).toEqual(['account-thawed', 'account-frozen'])
})
