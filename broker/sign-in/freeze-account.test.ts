import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { DAY_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { accountKey, auditEvent, knownDevice, trader as traderTable } from '../db/schema'
import { forgetOldAccountKeys } from '../sessions/account-keys'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let devices = 0
function signIn({ email, host }: RealTrader, device = `device ${++devices}`) {
  const input = { account: email, password: TEST_PASSWORD, login_type: 'email' as const, device }
  return world.client.call(ENDPOINTS.login, input, { host, headers: { lang: 'en' } })
}
const mailsTo = async (email: string) => {
  await world.broker.delivery.flush()
  return world.broker.delivery.shown('aurora', email)
}
/** The key in the newest mail about a new device. */
async function linkKey({ email }: RealTrader): Promise<string> {
  const mail = (await mailsTo(email)).find(({ text }) => text.includes('/not-me#'))
  return /not-me#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
const freeze = (token: string, host = 'aurora.localhost:3000') =>
  world.client.call(ENDPOINTS.freezeAccount, { token }, { host, headers: { lang: 'en' } })
const keysOf = ({ id }: RealTrader) =>
  world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(accountKey)
      .where(eq(accountKey.traderId, BigInt(id))),
  )

test('the link of the mail ends every session, keeps everybody out and is told to the owner', async () => {
  const owner = await world.realTrader()
  const thief = (await signIn(owner, 'thief')).data
  const frozen = await freeze(await linkKey(owner))
  expect([frozen.outcome, frozen.msg]).toEqual(['ok', 'Your account is frozen and every device is logged out.'])
  for (const token of [owner.token, thief.token])
    expect((await world.client.call(ENDPOINTS.getTrader, {}, { token, host: owner.host })).code).toBe(999)
  expect((await signIn(owner)).outcome).toBe('ACCOUNT_FROZEN')
  const [newest] = await mailsTo(owner.email)
  expect(newest?.subject).toMatch(/frozen/)
  const events = await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(auditEvent)
      .where(and(eq(auditEvent.object, `trader:${owner.id}`), eq(auditEvent.action, 'account.frozen'))),
  )
  expect(events.map(({ detail }) => detail)).toEqual([{ ended: 2 }])
})

test('the reported device is a stranger again, the owner’s own is not', async () => {
  const owner = await world.realTrader()
  world.pass(1)
  await signIn(owner, 'thief')
  await freeze(await linkKey(owner))
  const left = await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(knownDevice)
      .where(eq(knownDevice.traderId, BigInt(owner.id))),
  )
  expect(left).toHaveLength(1)
})

test('a link works once, and freezing makes the others worthless', async () => {
  const owner = await world.realTrader()
  await signIn(owner)
  const first = await linkKey(owner)
  await signIn(owner)
  const second = await linkKey(owner)
  expect(second).not.toBe(first)
  expect((await freeze(second)).outcome).toBe('ok')
  for (const key of [second, first]) expect((await freeze(key)).outcome).toBe('LINK_INVALID')
  expect(await keysOf(owner)).toEqual([])
})

test('two who follow one link at once: it is used by one of them', async () => {
  const owner = await world.realTrader()
  await signIn(owner)
  const key = await linkKey(owner)
  const outcomes = (await Promise.all([freeze(key), freeze(key)])).map(({ outcome }) => outcome)
  expect(outcomes.sort()).toEqual(['LINK_INVALID', 'ok'])
})

test('a link that is made up, of another company or older than seven days is worth nothing', async () => {
  const owner = await world.realTrader()
  await signIn(owner)
  const key = await linkKey(owner)
  for (const wrong of ['', 'x', 'A'.repeat(43), owner.token]) expect((await freeze(wrong)).outcome).toBe('LINK_INVALID')
  expect((await freeze(key, 'meridian.localhost:3000')).outcome).toBe('LINK_INVALID')
  world.pass(7 * DAY_MS)
  expect((await freeze(key)).outcome).toBe('LINK_INVALID')
  await forgetOldAccountKeys(world.broker.database, world.clock.now() + 1)
  expect(await keysOf(owner)).toEqual([])
  expect((await signIn(owner)).outcome).toBe('ok')
})

test('looking at the link freezes nothing: there is no GET', async () => {
  const owner = await world.realTrader()
  await signIn(owner)
  const answer = await world.client.send(`${ENDPOINTS.freezeAccount.path}?token=${await linkKey(owner)}`)
  expect(answer.status).toBe(405)
  expect((await signIn(owner)).outcome).toBe('ok')
})

test('the store holds no link that could be followed', async () => {
  const owner = await world.realTrader()
  await signIn(owner)
  const key = await linkKey(owner)
  expect((await keysOf(owner)).map(({ keyHash }) => keyHash === key || !/^[0-9a-f]{64}$/.test(keyHash))).toEqual([false])
})

test('a sign-in that was under way when the account froze gets no session', async () => {
  const owner = await world.realTrader()
  await signIn(owner)
  const key = await linkKey(owner)
  const [attempt] = await Promise.all([signIn(owner), freeze(key)])
  const [row] = await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(traderTable)
      .where(eq(traderTable.id, BigInt(owner.id))),
  )
  expect(row?.frozenAt).not.toBeNull()
  if (attempt.outcome === 'ok')
    expect((await world.client.call(ENDPOINTS.getTrader, {}, { token: attempt.data.token, host: owner.host })).code).toBe(999)
  else expect(attempt.outcome).toBe('ACCOUNT_FROZEN')
})
