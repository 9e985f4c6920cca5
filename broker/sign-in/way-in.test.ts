/**
 * What changes the way in or out of an account asks for its owner: every call of the contract is in one class, and a session alone
 * changes nothing of what the classes guard. A new call has no class until somebody decides.
 */

import { asc, eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { HOUR_MS } from '../../rules/durations'
import { NO_LIMITS } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { sampleInputs } from '../../tests/fixtures/sample-inputs'
import { payoutMethod, recoveryCode, trader as traderTable } from '../db/schema'

type Guard =
  /** Password, or a code sent to the address. */
  | 'owner'
  /** A code of the second step. */
  | 'second step'
  /** `stepUp`: a code given again where two-step sign-in is on; a hold where it is not. */
  | 'step up'
  /** Of its own: no session is needed, the call carries its proof. */
  | 'own proof'
  /** Only takes away or makes safer. */
  | 'takes away'
  /** Touches neither the way in nor the way out. */
  | 'neither'

const TRADING = ['submitOrder', 'closeOrder', 'cancelOrder', 'closeAllOrders', 'reverseOrder', 'setStopPrice'] as const
const WRITES = [
  'createDemoAccount',
  'sendEmailCode',
  'sendSmsCode',
  'createSocketTicket',
  'uploadImage',
  'submitRealName',
  'resetDemoAccount',
  'setRankingProfile',
  'readNotices',
  'changeWatchlists',
  'createAlert',
  'changeAlert',
  'deleteAlert',
  'setAlertMail',
  'submitCoinDeposit',
  'submitBankDeposit',
  'sendFeedback',
  'sendVisitorFeedback',
  'challengeFill',
  'addToChallenge',
  'withdrawChallenge',
] as const
const GUARDS: Partial<Record<EndpointName, Guard>> = {
  ...Object.fromEntries([...TRADING, ...WRITES].map((name) => [name, 'neither'])),
  startTwoStep: 'owner',
  changePassword: 'owner',
  enableTwoStep: 'second step',
  disableTwoStep: 'second step',
  renewRecoveryCodes: 'second step',
  confirmTwoStep: 'second step',
  bindPayoutMethod: 'step up',
  deletePayoutMethod: 'step up',
  submitWithdrawal: 'step up',
  login: 'own proof',
  loginTwoStep: 'own proof',
  register: 'own proof',
  resetPassword: 'own proof',
  freezeAccount: 'own proof',
  turnOffAlertMail: 'own proof',
  logout: 'takes away',
  revokeSession: 'takes away',
  revokeSessions: 'takes away',
  cancelWithdrawal: 'takes away',
}
const CHANGING = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).filter(([, { changesState }]) => changesState)

let world: World
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: NO_LIMITS } })
})
afterAll(() => world.close())

/** Everything that lets somebody in, and where money goes out to. */
async function wayIn({ id }: RealTrader) {
  return world.broker.database.withTenant('aurora', async (tx) => {
    const [row] = await tx
      .select()
      .from(traderTable)
      .where(eq(traderTable.id, BigInt(id)))
    if (row === undefined) throw new Error('no trader')
    const { email, mobile, passwordHash, twoStepSecret, twoStepSince, frozenAt, frozenBy, contactProvenAt, payoutsHeldUntil } = row
    const codes = await tx
      .select()
      .from(recoveryCode)
      .where(eq(recoveryCode.traderId, BigInt(id)))
      .orderBy(asc(recoveryCode.codeHash))
    const methods = await tx
      .select()
      .from(payoutMethod)
      .where(eq(payoutMethod.traderId, BigInt(id)))
      .orderBy(asc(payoutMethod.id))
    return {
      email,
      mobile,
      passwordHash,
      twoStepSecret,
      twoStepSince,
      frozenAt,
      frozenBy,
      contactProvenAt,
      payoutsHeldUntil,
      codes,
      methods,
    }
  })
}

async function turnOn(trader: RealTrader): Promise<void> {
  const { secret } = (await trader.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data
  await trader.call(ENDPOINTS.enableTwoStep, { code: generateSync({ secret, epoch: Math.floor(world.clock.now() / 1000) }) })
}

async function armed(): Promise<RealTrader> {
  const trader = await world.realTrader()
  await turnOn(trader)
  return trader
}

/** An address of coins to pay out to. */
async function method(trader: RealTrader) {
  const { data: currencies } = await trader.call(ENDPOINTS.listWithdrawCurrencies, { type: '1' })
  const draw_id = currencies.find(({ protocol }) => protocol === 'TRC20')?.id ?? ''
  return { draw_id, type: '1', dc_address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' } as const
}

/** Sets a new password by a code sent to the address; the password. */
async function resetByMail({ email, host }: RealTrader): Promise<string> {
  await world.client.call(ENDPOINTS.sendEmailCode, { to: email, type: '2' }, { host })
  await world.broker.delivery.flush()
  const auth_code = (await world.broker.delivery.shown('aurora', email))[0]?.code ?? ''
  const password = 'seven herons over grey water'
  const reset = { type: 'email', account: email, new_password: password, secondary_password: password, auth_code } as const
  expect((await world.client.call(ENDPOINTS.resetPassword, reset, { host })).outcome).toBe('ok')
  return password
}

test('every call that changes anything is in a class, and nothing else is', () => {
  expect(Object.keys(GUARDS).sort()).toEqual(CHANGING.map(([name]) => name).sort())
})

test('the calls of "step up" are those that the contract marks', () => {
  const marked = CHANGING.filter(([, { stepUp }]) => stepUp).map(([name]) => name)
  expect(marked.sort()).toEqual(
    CHANGING.map(([name]) => name)
      .filter((name) => GUARDS[name] === 'step up')
      .sort(),
  )
})

test.each(
  CHANGING.filter(([name]) => GUARDS[name] !== 'own proof').map(([name]) => name),
)('%s: a session alone leaves the way in and out as it is, with and without two-step sign-in', async (name) => {
  const sample = sampleInputs({ orderId: '1', instrumentId: '1' }) as Readonly<Record<string, unknown>>
  for (const trader of [await world.realTrader(), await armed()]) {
    const before = await wayIn(trader)
    const { outcome } = await trader.call(ENDPOINTS[name] as Endpoint, sample[name] as never)
    expect(await wayIn(trader)).toEqual(before)
    if (GUARDS[name] === 'owner' || GUARDS[name] === 'second step') expect(outcome).not.toBe('ok')
  }
})

test('who opened an account with another’s address can set up nothing before the address is proven, and the other gets a clean one', async () => {
  const squatted = await world.realTrader()
  const isActor = eq(traderTable.id, BigInt(squatted.id))
  await world.broker.database.withTenant('aurora', (tx) => tx.update(traderTable).set({ contactProvenAt: null }).where(isActor))
  expect((await squatted.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).outcome).toBe('CONTACT_UNPROVEN')
  expect((await squatted.call(ENDPOINTS.bindPayoutMethod, await method(squatted))).outcome).toBe('CONTACT_UNPROVEN')
  // As it could be done before: second step, its codes and a method stand when the owner of the mailbox comes.
  await world.broker.database.withTenant('aurora', (tx) => tx.update(traderTable).set({ contactProvenAt: 1 }).where(isActor))
  expect((await squatted.call(ENDPOINTS.bindPayoutMethod, await method(squatted))).outcome).toBe('ok')
  await turnOn(squatted)
  await world.broker.database.withTenant('aurora', (tx) => tx.update(traderTable).set({ contactProvenAt: null }).where(isActor))
  expect((await wayIn(squatted)).codes).not.toEqual([])
  const { email, host } = squatted
  const password = await resetByMail(squatted)
  const login = await world.client.call(ENDPOINTS.login, { account: email, password, login_type: 'email' }, { host })
  expect(login.outcome).toBe('ok')
  const left = await wayIn(squatted)
  expect(left).toMatchObject({ twoStepSince: null, twoStepSecret: null, codes: [] })
  expect(left.methods.map(({ deletedAt }) => deletedAt)).toEqual([world.clock.now()])
})

test('a password reset without a second step holds payouts, also to an old method, for as long as a new method waits', async () => {
  const trader = await world.realTrader()
  const holdMs = world.tenant('aurora').wallet.methodHoldHours * HOUR_MS
  await fund(world, trader, '100')
  const wanted = await method(trader)
  const bound = (await trader.call(ENDPOINTS.bindPayoutMethod, wanted)).data
  const wish = { draw_currency_id: wanted.draw_id, draw_method_id: bound.id, number: '50' }
  world.pass(holdMs)
  const password = await resetByMail(trader)
  expect((await wayIn(trader)).payoutsHeldUntil).toBe(world.clock.now() + holdMs)
  const payOut = async () => {
    const { host, email } = trader
    const { token } = (await world.client.call(ENDPOINTS.login, { account: email, password, login_type: 'email' }, { host })).data
    return world.client.call(ENDPOINTS.submitWithdrawal, wish, { host, token: token ?? '' })
  }
  expect((await payOut()).outcome).toBe('PAYOUT_METHOD_ON_HOLD')
  world.pass(holdMs - 1)
  expect((await payOut()).outcome).toBe('PAYOUT_METHOD_ON_HOLD')
  world.pass(1)
  expect((await payOut()).outcome).toBe('ok')
})

test('the mail "two-step is on" carries a link by which its owner shuts out whoever turned it on', async () => {
  const owner = await armed()
  await world.broker.delivery.flush()
  const [mail] = await world.broker.delivery.shown('aurora', owner.email)
  const token = /not-me#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(token).toHaveLength(43)
  expect((await world.client.call(ENDPOINTS.freezeAccount, { token }, { host: owner.host })).outcome).toBe('ok')
  expect((await owner.call(ENDPOINTS.getTrader, {})).code).toBe(999)
})
