/** Two-step sign-in is taken off by two operators: for who has lost their authenticator, or whose thief set one up. */

import { eq, sql } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freezeTrader, getDeskTrader, keepTwoStep, takeTwoStepOff } from '../../contract/desk/people'
import { ENDPOINTS } from '../../contract/index'
import { HOUR_MS } from '../../rules/durations'
import { NO_LIMITS } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { TEST_MASTER_KEY } from '../../tests/fixtures/test-signer'
import { TEST_BASE_DOMAIN } from '../../tests/fixtures/test-tenants'
import { auditEvent, recoveryCode, trader as traderTable } from '../db/schema'
import { tenantDirectory } from '../directory/tenant-directory'
import { operatorCommands } from './operator-commands'

const WHY = 'He lost his telephone; we asked him by video.'

let world: World
let first: TestOperator
let second: TestOperator
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: NO_LIMITS } })
  first = await openOperator(world, { roles: ['compliance'] })
  second = await openOperator(world, { roles: ['compliance'] })
})
afterAll(() => world.close())

async function armed(): Promise<RealTrader> {
  const owner = await world.realTrader()
  const { secret } = (await owner.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data
  const code = generateSync({ secret, epoch: Math.floor(world.clock.now() / 1000) })
  expect((await owner.call(ENDPOINTS.enableTwoStep, { code })).outcome).toBe('ok')
  return owner
}
const takeOff = (by: TestOperator, { id }: RealTrader, reason = WHY) => by.call(takeTwoStepOff, { id, reason })
const login = ({ email, host }: RealTrader) =>
  world.client.call(ENDPOINTS.login, { account: email, password: TEST_PASSWORD, login_type: 'email' }, { host })
const item = async ({ id }: RealTrader) => (await first.call(getDeskTrader, { id })).data
const rowOf = async ({ id }: RealTrader) =>
  (
    await world.broker.database.withTenant('aurora', (tx) =>
      tx
        .select()
        .from(traderTable)
        .where(eq(traderTable.id, BigInt(id))),
    )
  )[0]
const mailsTo = async ({ email }: RealTrader) => {
  await world.broker.delivery.flush()
  return world.broker.delivery.shown('aurora', email)
}

test('one operator asks, another one takes it off: sessions end, the owner is told, payouts wait', async () => {
  const owner = await armed()
  expect((await takeOff(first, owner)).data).toEqual({ outcome: 'asked' })
  expect((await item(owner)).two_step_off).toEqual({ by: first.actor, at: world.clock.now(), reason: WHY })
  expect((await login(owner)).outcome).toBe('TWO_STEP_CODE_REQUIRED')
  expect((await owner.call(ENDPOINTS.getTrader, {})).outcome).toBe('ok')
  expect((await takeOff(first, owner)).outcome).toBe('DESK_SAME_PERSON')

  expect((await takeOff(second, owner)).data).toEqual({ outcome: 'off' })
  expect((await owner.call(ENDPOINTS.getTrader, {})).outcome).toBe('SESSION_INVALID')
  expect((await login(owner)).outcome).toBe('ok')
  expect(await item(owner)).toMatchObject({ has_two_step: false, two_step_off: null })
  const row = await rowOf(owner)
  const held = world.clock.now() + world.tenant('aurora').wallet.methodHoldHours * HOUR_MS
  expect([row?.twoStepSecret, row?.payoutsHeldUntil]).toEqual([null, held])
  const codes = await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(recoveryCode)
      .where(eq(recoveryCode.traderId, BigInt(owner.id))),
  )
  expect(codes).toEqual([])
  const [mail] = await mailsTo(owner)
  expect(mail?.text).toContain(WHY)
  expect(mail?.text).toContain(world.tenant('aurora').email)
  const { token } = (await login(owner)).data
  const kinds = (await owner.call(ENDPOINTS.listNotices, {}, { token })).data.data.map(({ kind }) => kind)
  expect(kinds).toEqual(['two-step-taken-off'])
  expect((await takeOff(first, owner)).outcome).toBe('DESK_ALREADY_DECIDED')
  const events = await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(auditEvent)
      .where(sql`${auditEvent.object} = ${`trader:${owner.id}`} and ${auditEvent.action} like 'trader.two-step%'`),
  )
  expect(events.map(({ action, actor }) => [action, actor])).toEqual([
    ['trader.two-step-off-asked', first.actor],
    ['trader.two-step-off', second.actor],
  ])
})

test('a longer hold is not shortened by it', async () => {
  const owner = await armed()
  const longer = world.clock.now() + 1_000 * HOUR_MS
  await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .update(traderTable)
      .set({ payoutsHeldUntil: longer })
      .where(eq(traderTable.id, BigInt(owner.id))),
  )
  await takeOff(first, owner)
  await takeOff(second, owner)
  expect((await rowOf(owner))?.payoutsHeldUntil).toBe(longer)
})

test('what was asked can be ended by anybody who may ask, also by who asked', async () => {
  const owner = await armed()
  expect((await first.call(keepTwoStep, { id: owner.id, reason: WHY })).outcome).toBe('DESK_ALREADY_DECIDED')
  for (const by of [first, second]) {
    await takeOff(first, owner)
    expect((await by.call(keepTwoStep, { id: owner.id, reason: ' ' })).outcome).toBe('DESK_REASON_REQUIRED')
    expect((await by.call(keepTwoStep, { id: owner.id, reason: WHY })).outcome).toBe('ok')
    expect(await item(owner)).toMatchObject({ has_two_step: true, two_step_off: null })
  }
  expect((await takeOff(second, owner)).data).toEqual({ outcome: 'asked' })
})

test('the first counts only while they may still decide', async () => {
  const owner = await armed()
  const thief = await openOperator(world, { roles: ['compliance'] })
  await takeOff(thief, owner)
  const directory = tenantDirectory(world.tenants, TEST_BASE_DOMAIN)
  const { database } = world.broker
  const parts = { database, directory, masterKey: TEST_MASTER_KEY, clock: world.clock, demo: null, committed: () => {} }
  await operatorCommands(parts)['operator.disable']?.({ name: thief.name }, 'test')
  expect((await item(owner)).two_step_off).toBeNull()
  expect((await takeOff(second, owner)).data).toEqual({ outcome: 'asked' })
  expect((await login(owner)).outcome).toBe('TWO_STEP_CODE_REQUIRED')
})

test('an owner who turns it off and on again is asked about anew', async () => {
  const owner = await armed()
  await takeOff(first, owner)
  await world.broker.database.withTenant('aurora', async (tx) => {
    const { dropTwoStep } = await import('../sign-in/drop-two-step')
    await dropTwoStep(tx, { id: BigInt(owner.id), tenantId: 'aurora' })
    await tx
      .update(traderTable)
      .set({ twoStepSince: world.clock.now() })
      .where(eq(traderTable.id, BigInt(owner.id)))
  })
  expect((await takeOff(second, owner)).data).toEqual({ outcome: 'asked' })
})

test('a frozen account stays frozen, and its second step goes all the same', async () => {
  const owner = await armed()
  expect((await first.call(freezeTrader, { id: owner.id, reason: WHY })).outcome).toBe('ok')
  await takeOff(first, owner)
  expect((await takeOff(second, owner)).data).toEqual({ outcome: 'off' })
  expect((await login(owner)).outcome).toBe('ACCOUNT_FROZEN_BY_COMPANY')
})

test('of twenty who race, one asks and one other takes it off', async () => {
  const owner = await armed()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => takeOff(index % 2 ? first : second, owner)))
  const outcomes = answers.map(({ outcome, data }) => (outcome === 'ok' ? data.outcome : outcome))
  expect(outcomes.filter((one) => one === 'asked')).toHaveLength(1)
  expect(outcomes.filter((one) => one === 'off')).toHaveLength(1)
})

test('nobody’s but the company’s own, and not by whoever may not freeze', async () => {
  const owner = await armed()
  const support = await openOperator(world, { roles: ['support'] })
  expect((await takeOff(support, owner)).outcome).toBe('DESK_FORBIDDEN')
  const elsewhere = await openOperator(world, { company: 'meridian', roles: ['compliance'] })
  expect((await takeOff(elsewhere, owner)).outcome).toBe('NOT_FOUND')
  expect((await takeOff(first, owner, '')).outcome).toBe('DESK_REASON_REQUIRED')
  const plain = await world.realTrader()
  expect((await takeOff(first, plain)).outcome).toBe('DESK_ALREADY_DECIDED')
  const demo = await world.demoTrader()
  expect((await first.call(takeTwoStepOff, { id: demo.id, reason: WHY })).outcome).toBe('NOT_FOUND')
})
