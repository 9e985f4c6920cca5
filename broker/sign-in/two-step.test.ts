import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS } from '../../contract/index'
import { NO_LIMITS } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { sampleInputs } from '../../tests/fixtures/sample-inputs'
import { accountKey, auditEvent, recoveryCode, trader as traderTable } from '../db/schema'

const STEP_MS = 30_000
const MINUTE = 60_000

let world: World
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: NO_LIMITS } })
})
afterAll(() => world.close())

/** The code that the trader's authenticator shows, `steps` away from now. */
const codeOf = (secret: string, steps = 0) => generateSync({ secret, epoch: Math.floor((world.clock.now() + steps * STEP_MS) / 1000) })
const wrongCode = (secret: string) => {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !right.has(code)) ?? ''
}

interface Armed {
  readonly trader: RealTrader
  readonly secret: string
  readonly recovery: readonly string[]
}
/** A trader with two-step sign-in; the step whose code turned it on is over. */
async function armed(): Promise<Armed> {
  const trader = await world.realTrader()
  const { secret } = (await trader.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data
  const { data, outcome } = await trader.call(ENDPOINTS.enableTwoStep, { code: codeOf(secret) })
  expect(outcome).toBe('ok')
  world.pass(STEP_MS)
  return { trader, secret, recovery: data.recovery_codes }
}
function signIn({ email, host }: RealTrader, password = TEST_PASSWORD, token?: string) {
  const input = { account: email, password, login_type: 'email' as const }
  return world.client.call(ENDPOINTS.login, input, { host, headers: { lang: 'en' }, ...(token !== undefined && { token }) })
}
const challengeOf = async (trader: RealTrader) => (await signIn(trader)).details.challenge ?? ''
const secondStep = ({ host }: RealTrader, challenge: string, code: string, token?: string) =>
  world.client.call(ENDPOINTS.loginTwoStep, { challenge, code }, { host, ...(token !== undefined && { token }) })
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
  return (await world.broker.delivery.shown('aurora', email)).map(({ subject }) => subject)
}

describe('turning it on', () => {
  test('takes a code of the new secret; before that nothing is on', async () => {
    const trader = await world.realTrader()
    expect((await trader.call(ENDPOINTS.enableTwoStep, { code: '123456' })).outcome).toBe('TWO_STEP_NOT_STARTED')
    const { secret, uri } = (await trader.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(`otpauth://totp/Aurora%20Markets:${encodeURIComponent(trader.email)}?secret=${secret}&issuer=Aurora%20Markets`)
    expect((await signIn(trader)).outcome).toBe('ok')
    expect((await trader.call(ENDPOINTS.getTwoStep, {})).data).toEqual({ is_on: 0, turned_on_at: 0, recovery_codes_left: 0 })
    expect((await trader.call(ENDPOINTS.confirmTwoStep, { code: codeOf(secret) })).outcome).toBe('TWO_STEP_NOT_ON')
    for (const code of ['', ' - ']) expect((await trader.call(ENDPOINTS.enableTwoStep, { code })).outcome).toBe('CODE_REQUIRED')
    expect((await trader.call(ENDPOINTS.enableTwoStep, { code: wrongCode(secret) })).outcome).toBe('TWO_STEP_CODE_WRONG')
    const on = await trader.call(ENDPOINTS.enableTwoStep, { code: codeOf(secret) }, { headers: { lang: 'en' } })
    expect([on.outcome, on.msg]).toEqual(['ok', 'Two-factor authentication is on.'])
    expect((await trader.call(ENDPOINTS.getTwoStep, {})).data).toEqual({
      is_on: 1,
      turned_on_at: world.clock.now(),
      recovery_codes_left: 10,
    })
    expect((await trader.call(ENDPOINTS.getTrader, {})).data.two_step).toBe(1)
    expect((await trader.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).outcome).toBe('TWO_STEP_ALREADY_ON')
    expect((await trader.call(ENDPOINTS.enableTwoStep, { code: codeOf(secret, 1) })).outcome).toBe('TWO_STEP_ALREADY_ON')
  })

  test('starting again makes the first secret worthless', async () => {
    const trader = await world.realTrader()
    const first = (await trader.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data.secret
    const second = (await trader.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data.secret
    expect((await trader.call(ENDPOINTS.enableTwoStep, { code: codeOf(first) })).outcome).toBe('TWO_STEP_CODE_WRONG')
    expect((await trader.call(ENDPOINTS.enableTwoStep, { code: codeOf(second) })).outcome).toBe('ok')
  })

  test('ends the other sessions, tells the owner, and stands in the audit without a secret', async () => {
    const trader = await world.realTrader()
    const other = (await signIn(trader)).data.token
    const { secret } = (await trader.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data
    const { recovery_codes } = (await trader.call(ENDPOINTS.enableTwoStep, { code: codeOf(secret) })).data
    expect((await world.client.call(ENDPOINTS.getTrader, {}, { token: other, host: trader.host })).code).toBe(999)
    expect((await trader.call(ENDPOINTS.getTrader, {})).outcome).toBe('ok')
    expect(await mailsTo(trader)).toHaveLength(1)
    const events = await world.broker.database.withTenant('aurora', (tx) =>
      tx
        .select()
        .from(auditEvent)
        .where(eq(auditEvent.object, `trader:${trader.id}`)),
    )
    expect(events.map(({ action }) => action)).toEqual(['account.two-step-on'])
    const codes = await world.broker.database.withTenant('aurora', (tx) => tx.select().from(recoveryCode))
    const stored = JSON.stringify([await rowOf(trader), events, codes], (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const code of [secret, ...recovery_codes, ...recovery_codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(code)
  })

  test('is not for demo accounts', async () => {
    expect((await (await world.demoTrader()).call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).outcome).toBe('DEMO_RESTRICTED')
  })
})

describe('signing in', () => {
  test('the password alone gives a challenge and no session; a wrong one gives neither', async () => {
    const { trader } = await armed()
    const half = await signIn(trader)
    expect([half.outcome, half.data, half.msg]).toEqual(['TWO_STEP_CODE_REQUIRED', null, 'Enter the code from your authenticator app.'])
    expect(half.details.challenge).toMatch(/^[\w-]{43}$/)
    const wrong = await signIn(trader, 'wrong')
    expect([wrong.outcome, wrong.details]).toEqual(['LOGIN_FAILED', {}])
    for (const token of [half.details.challenge, trader.token.slice(1)])
      expect((await world.client.call(ENDPOINTS.getTrader, {}, { token: token ?? '', host: trader.host })).code).toBe(999)
  })

  test('challenge and code give a session and end the one whose token came along', async () => {
    const { trader, secret } = await armed()
    const signedIn = await secondStep(trader, await challengeOf(trader), codeOf(secret), trader.token)
    expect([signedIn.outcome, signedIn.data.id]).toEqual(['ok', trader.id])
    expect((await trader.call(ENDPOINTS.getTrader, {})).code).toBe(999)
    expect((await world.client.call(ENDPOINTS.getTrader, {}, { token: signedIn.data.token, host: trader.host })).outcome).toBe('ok')
  })

  test.each([
    [-2, 'TWO_STEP_CODE_WRONG'],
    [-1, 'ok'],
    [0, 'ok'],
    [1, 'ok'],
    [2, 'TWO_STEP_CODE_WRONG'],
  ] as const)('a clock that is %d steps off: %s', async (steps, outcome) => {
    const { trader, secret } = await armed()
    world.pass(3 * STEP_MS)
    expect((await secondStep(trader, await challengeOf(trader), codeOf(secret, steps))).outcome).toBe(outcome)
  })

  test('a code may be typed in groups and in the digits of another script', async () => {
    const { trader, secret } = await armed()
    const grouped = codeOf(secret).replace(/(...)(...)/, ' $1-$2 ')
    expect((await secondStep(trader, await challengeOf(trader), grouped)).outcome).toBe('ok')
    world.pass(STEP_MS)
    const arabic = codeOf(secret).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    expect((await secondStep(trader, await challengeOf(trader), arabic)).outcome).toBe('ok')
  })

  test('a code works once, and so does no earlier one after it', async () => {
    const { trader, secret } = await armed()
    const earlier = codeOf(secret)
    world.pass(STEP_MS)
    const code = codeOf(secret)
    expect((await secondStep(trader, await challengeOf(trader), code)).outcome).toBe('ok')
    expect((await secondStep(trader, await challengeOf(trader), code)).outcome).toBe('TWO_STEP_CODE_WRONG')
    expect((await secondStep(trader, await challengeOf(trader), earlier)).outcome).toBe('TWO_STEP_CODE_WRONG')
  })

  test('of two who give one code at once, one is let in', async () => {
    const { trader, secret } = await armed()
    const challenges = [await challengeOf(trader), await challengeOf(trader)]
    const outcomes = await Promise.all(challenges.map(async (challenge) => (await secondStep(trader, challenge, codeOf(secret))).outcome))
    expect(outcomes.sort()).toEqual(['TWO_STEP_CODE_WRONG', 'ok'])
  })

  test('a challenge works once, has five tries and lives five minutes', async () => {
    const { trader, secret } = await armed()
    const used = await challengeOf(trader)
    expect((await secondStep(trader, used, codeOf(secret))).outcome).toBe('ok')
    world.pass(STEP_MS)
    expect((await secondStep(trader, used, codeOf(secret))).outcome).toBe('TWO_STEP_CHALLENGE_INVALID')
    const guessed = await challengeOf(trader)
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await secondStep(trader, guessed, wrongCode(secret))).outcome).toBe('TWO_STEP_CODE_WRONG')
    expect((await secondStep(trader, guessed, codeOf(secret))).outcome).toBe('TWO_STEP_CHALLENGE_INVALID')
    const late = await challengeOf(trader)
    world.pass(5 * MINUTE)
    expect((await secondStep(trader, late, codeOf(secret))).outcome).toBe('TWO_STEP_CHALLENGE_INVALID')
  })

  test('an empty code is no try; a made-up challenge and one of another company are worth nothing', async () => {
    const { trader, secret } = await armed()
    const challenge = await challengeOf(trader)
    for (let attempt = 0; attempt < 6; attempt++) expect((await secondStep(trader, challenge, ' ')).outcome).toBe('CODE_REQUIRED')
    for (const wrong of ['', 'x', 'A'.repeat(43), trader.token])
      expect((await secondStep(trader, wrong, codeOf(secret))).outcome).toBe('TWO_STEP_CHALLENGE_INVALID')
    const elsewhere = { ...trader, host: 'meridian.localhost:3000' }
    expect((await secondStep(elsewhere, challenge, codeOf(secret))).outcome).toBe('TWO_STEP_CHALLENGE_INVALID')
    expect((await secondStep(trader, challenge, codeOf(secret))).outcome).toBe('ok')
  })

  test('ending all sessions ends a sign-in that waits for its code', async () => {
    const { trader, secret } = await armed()
    const challenge = await challengeOf(trader)
    await trader.call(ENDPOINTS.revokeSessions, { scope: 'all' })
    expect((await secondStep(trader, challenge, codeOf(secret))).outcome).toBe('TWO_STEP_CHALLENGE_INVALID')
  })

  test('a frozen account stays closed to the second step', async () => {
    const { trader, secret } = await armed()
    const challenge = await challengeOf(trader)
    await world.broker.database.withTenant('aurora', (tx) =>
      tx
        .update(traderTable)
        .set({ frozenAt: world.clock.now() })
        .where(eq(traderTable.id, BigInt(trader.id))),
    )
    expect((await secondStep(trader, challenge, codeOf(secret))).outcome).toBe('ACCOUNT_FROZEN')
  })

  test('the store keeps of a challenge nothing that could be used', async () => {
    const { trader } = await armed()
    const challenge = await challengeOf(trader)
    const keys = await world.broker.database.withTenant('aurora', (tx) =>
      tx
        .select()
        .from(accountKey)
        .where(eq(accountKey.traderId, BigInt(trader.id))),
    )
    expect(keys.map(({ keyHash }) => keyHash)).not.toContain(challenge)
  })
})

describe('recovery codes', () => {
  test('ten different ones in readable groups, each good for one sign-in, however it is typed', async () => {
    const { trader, recovery } = await armed()
    expect(new Set(recovery).size).toBe(10)
    for (const code of recovery) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    const [first = '', second = ''] = recovery
    expect((await secondStep(trader, await challengeOf(trader), first)).outcome).toBe('ok')
    expect((await secondStep(trader, await challengeOf(trader), first)).outcome).toBe('TWO_STEP_CODE_WRONG')
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`
    const { data } = await secondStep(trader, await challengeOf(trader), typed)
    const left = await world.client.call(ENDPOINTS.getTwoStep, {}, { token: data.token, host: trader.host })
    expect(left.data.recovery_codes_left).toBe(8)
  })

  test('one trader’s code is nothing to another', async () => {
    const [one, other] = [await armed(), await armed()]
    const code = one.recovery[0] ?? ''
    expect((await secondStep(other.trader, await challengeOf(other.trader), code)).outcome).toBe('TWO_STEP_CODE_WRONG')
  })

  test('new ones take a code and make the old worthless', async () => {
    const { trader, secret, recovery } = await armed()
    expect((await trader.call(ENDPOINTS.renewRecoveryCodes, { code: wrongCode(secret) })).outcome).toBe('TWO_STEP_CODE_WRONG')
    const renewed = (await trader.call(ENDPOINTS.renewRecoveryCodes, { code: codeOf(secret) })).data.recovery_codes
    expect(renewed.filter((code) => recovery.includes(code))).toEqual([])
    expect((await secondStep(trader, await challengeOf(trader), recovery[3] ?? '')).outcome).toBe('TWO_STEP_CODE_WRONG')
    expect((await secondStep(trader, await challengeOf(trader), renewed[3] ?? '')).outcome).toBe('ok')
  })
})

describe('turning it off', () => {
  test('takes a code, tells the owner, and the password is enough again', async () => {
    const { trader, secret, recovery } = await armed()
    expect((await trader.call(ENDPOINTS.disableTwoStep, { code: wrongCode(secret) })).outcome).toBe('TWO_STEP_CODE_WRONG')
    expect((await trader.call(ENDPOINTS.disableTwoStep, { code: codeOf(secret) })).outcome).toBe('ok')
    expect((await trader.call(ENDPOINTS.disableTwoStep, { code: codeOf(secret) })).outcome).toBe('TWO_STEP_NOT_ON')
    expect(await rowOf(trader)).toMatchObject({ twoStepSecret: null, twoStepSince: null })
    expect(await mailsTo(trader)).toHaveLength(2)
    expect((await signIn(trader)).outcome).toBe('ok')
    // On again: what was given out the first time is worth nothing.
    const again = (await trader.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data.secret
    await trader.call(ENDPOINTS.enableTwoStep, { code: codeOf(again) })
    expect((await secondStep(trader, await challengeOf(trader), recovery[0] ?? '')).outcome).toBe('TWO_STEP_CODE_WRONG')
  })

  test('a recovery code will do: the authenticator may be lost', async () => {
    const { trader, recovery } = await armed()
    expect((await trader.call(ENDPOINTS.disableTwoStep, { code: recovery[9] ?? '' })).outcome).toBe('ok')
  })
})

describe('a code again, before money and payout methods', () => {
  const GUARDED = Object.entries<Endpoint>(ENDPOINTS).filter(([, { stepUp }]) => stepUp)
  const outcomesOf = async (trader: RealTrader, token = trader.token) => {
    const sample = sampleInputs({ orderId: '1', instrumentId: '1' }) as Readonly<Record<string, unknown>>
    const answers = GUARDED.map(([name, endpoint]) => world.client.call(endpoint, sample[name] as never, { host: trader.host, token }))
    return (await Promise.all(answers)).map(({ outcome }) => outcome === 'TWO_STEP_CONFIRM_REQUIRED')
  }
  const ASKED = [true, true, true]
  const OPEN = [false, false, false]

  test('these calls ask for one', () => {
    expect(GUARDED.map(([name]) => name).sort()).toEqual(['bindPayoutMethod', 'deletePayoutMethod', 'submitWithdrawal'])
  })

  test('not without two-step sign-in; with it until one is given, and again after five minutes', async () => {
    const plain = await world.realTrader()
    expect(await outcomesOf(plain)).toEqual(OPEN)
    const { trader, secret } = await armed()
    expect(await outcomesOf(trader)).toEqual(ASKED)
    expect((await trader.call(ENDPOINTS.confirmTwoStep, { code: wrongCode(secret) })).outcome).toBe('TWO_STEP_CODE_WRONG')
    expect(await outcomesOf(trader)).toEqual(ASKED)
    const { until } = (await trader.call(ENDPOINTS.confirmTwoStep, { code: codeOf(secret) })).data
    expect(until).toBe(world.clock.now() + 5 * MINUTE)
    expect((await trader.call(ENDPOINTS.getTrader, {})).data.step_up_until).toBe(until)
    expect(await outcomesOf(trader)).toEqual(OPEN)
    world.pass(5 * MINUTE - 1)
    expect(await outcomesOf(trader)).toEqual(OPEN)
    world.pass(1)
    expect(await outcomesOf(trader)).toEqual(ASKED)
  })

  test('one session’s code opens nothing in another', async () => {
    const { trader, secret } = await armed()
    const { token } = (await secondStep(trader, await challengeOf(trader), codeOf(secret))).data
    expect(await outcomesOf(trader, token)).toEqual(ASKED)
    world.pass(STEP_MS)
    await trader.call(ENDPOINTS.confirmTwoStep, { code: codeOf(secret) })
    expect([await outcomesOf(trader), await outcomesOf(trader, token)]).toEqual([OPEN, ASKED])
  })
})
