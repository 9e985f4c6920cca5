import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../contract/index'
import { createWorld, type World } from '../../../tests/fixtures/create-world'
import { type RealTrader, TEST_PASSWORD } from '../../../tests/fixtures/real-trader'
import { type SiteCallOptions, siteAnswer, siteCall } from '../../../tests/fixtures/site-call'
import { DEMO_RESTRICTED } from '../../broker-client/failure-reasons'
import { loader as sessionEnded } from '../../routes/resources/session-ended'
import { action as confirm, loader as confirmPage } from '../../routes/traders/confirm'
import { action as notMe, headers as notMeHeaders, loader as notMePage } from '../../routes/traders/not-me'
import { action as endSession, loader as sessionsPage } from '../../routes/traders/sessions'
import { action as twoStep, loader as twoStepPage } from '../../routes/traders/two-step'
import { confirmWhenAsked, requireAccess } from '../../visitor/guards.server'
import type { SessionsData } from './sessions-page'
import type { TwoStepAnswer } from './two-step-data'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const call = (page: string, options: SiteCallOptions = {}) =>
  siteCall({ send: world.broker.fetch, tenant: world.tenant('aurora'), now: () => world.clock.now() }, page, options)
const answerOf = siteAnswer

async function signInAgain(trader: RealTrader): Promise<string> {
  const credentials = { account: trader.email, password: trader.password, login_type: 'email' } as const
  return (await world.client.call(ENDPOINTS.login, credentials, { host: trader.host })).data.token
}
const rowsOf = async (token: string) => ((await answerOf(() => sessionsPage(call('/mine/sessions', { token })))).data as SessionsData).rows
const isAlive = async (trader: RealTrader, token: string) =>
  (await world.client.call(ENDPOINTS.getTrader, {}, { host: trader.host, token })).outcome === 'ok'

describe('the list of sessions', () => {
  test('shows this one first and ends another one, which leads nobody anywhere else', async () => {
    const trader = await world.realTrader()
    const other = await signInAgain(trader)
    const rows = await rowsOf(trader.token)
    expect(rows.map((row) => row.isCurrent)).toEqual([true, false])
    const form = { intent: 'end', id: rows[1]?.id ?? '' }
    expect(await answerOf(() => endSession(call('/mine/sessions', { token: trader.token, form })))).toMatchObject({
      status: 302,
      location: '/mine/sessions',
    })
    expect([await isAlive(trader, trader.token), await isAlive(trader, other)]).toEqual([true, false])
  })

  test('ends all others at once', async () => {
    const trader = await world.realTrader()
    const others = [await signInAgain(trader), await signInAgain(trader)]
    await answerOf(() => endSession(call('/mine/sessions', { token: trader.token, form: { intent: 'end-others' } })))
    expect(await rowsOf(trader.token)).toHaveLength(1)
    for (const token of others) expect(await isAlive(trader, token)).toBe(false)
  })

  test('leads to the login page when the own session was ended, without its cookie', async () => {
    const trader = await world.realTrader()
    const id = (await rowsOf(trader.token))[0]?.id ?? ''
    const ended = await answerOf(() => endSession(call('/mine/sessions', { token: trader.token, form: { intent: 'end', id } })))
    expect(ended).toMatchObject({ status: 302, location: '/login' })
    expect(ended.headers.getSetCookie()[0]).toMatch(/^candor_session=;.*Max-Age=0/)
    expect(await isAlive(trader, trader.token)).toBe(false)
  })

  test("cannot end a stranger's session", async () => {
    const trader = await world.realTrader()
    const stranger = await world.realTrader()
    const id = (await rowsOf(stranger.token))[0]?.id ?? ''
    const refused = await answerOf(() => endSession(call('/mine/sessions', { token: trader.token, form: { intent: 'end', id } })))
    expect(decodeURIComponent(refused.headers.get('set-cookie') ?? '')).toContain('"kind":"error"')
    expect(await isAlive(stranger, stranger.token)).toBe(true)
  })

  test('is open to a demo account too', async () => {
    const demo = await world.demoTrader()
    expect(await rowsOf(demo.token)).toHaveLength(1)
  })
})

describe('a page whose session was ended elsewhere', () => {
  test('is led to the login page with the way back and the message, once', async () => {
    const trader = await world.realTrader()
    await trader.call(ENDPOINTS.logout, {})
    const led = await answerOf(() => sessionEnded(call('/session-ended?from=%2Forder%3Ftype%3D3', { token: trader.token })))
    expect(led).toMatchObject({ status: 302, location: '/login?from=%2Forder%3Ftype%3D3' })
    expect(decodeURIComponent(led.headers.getSetCookie().join())).toContain('auth:loginAgain')
  })

  test('goes straight back when the session lives, and when the broker cannot be asked', async () => {
    const trader = await world.realTrader()
    const back = () => answerOf(() => sessionEnded(call('/session-ended?from=/order', { token: trader.token })))
    expect(await back()).toMatchObject({ location: '/order' })
    const broken = siteCall(
      { send: async () => Promise.reject(new TypeError('fetch failed')), tenant: world.tenant('aurora'), now: () => 1 },
      '/session-ended?from=//evil.example',
      { token: trader.token },
    )
    expect(await answerOf(() => sessionEnded(broken))).toMatchObject({ location: '/' })
  })
})

describe('two-step sign-in', () => {
  const post = (token: string, form: Record<string, string>) => answerOf(() => twoStep(call('/mine/two-step', { token, form })))
  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(world.clock.now() / 1000) })
  const stateOf = async (token: string) => (await answerOf(() => twoStepPage(call('/mine/two-step', { token })))).data

  async function turnOn(trader: RealTrader): Promise<{ secret: string; codes: readonly string[] }> {
    const started = (await post(trader.token, { intent: 'start', password: TEST_PASSWORD })).data as Extract<
      TwoStepAnswer,
      { stage: 'scan' }
    >
    const form = { intent: 'enable', secret: started.secret, uri: started.uri, code: codeOf(started.secret) }
    const enabled = (await post(trader.token, form)).data as Extract<TwoStepAnswer, { stage: 'codes' }>
    return { secret: started.secret, codes: enabled.codes }
  }

  test('a mistyped code shows the same secret again; the right one turns it on and shows the recovery codes once', async () => {
    const trader = await world.realTrader()
    expect(await stateOf(trader.token)).toMatchObject({ isOn: false, turnedOn: null })
    const started = await post(trader.token, { intent: 'start', password: TEST_PASSWORD })
    expect(started.headers.get('cache-control')).toBe('no-store')
    const { secret, uri, qr } = started.data as Extract<TwoStepAnswer, { stage: 'scan' }>
    expect(uri).toContain(secret)
    const wrong = await post(trader.token, { intent: 'enable', secret, uri, code: '000000' })
    expect(wrong).toMatchObject({ status: 422, data: { stage: 'scan', secret, qr, message: expect.stringMatching(/code/i) } })
    const enabled = await post(trader.token, { intent: 'enable', secret, uri, code: codeOf(secret) })
    expect(enabled).toMatchObject({ status: 200, data: { stage: 'codes', isRenewed: false, codes: expect.any(Array) } })
    expect(enabled.headers.get('cache-control')).toBe('no-store')
    expect(await stateOf(trader.token)).toMatchObject({ isOn: true, turnedOn: { at: expect.any(Number) }, recoveryCodesLeft: 10 })
  })

  test('new codes and turning off take a code; a wrong one is said in its place', async () => {
    const trader = await world.realTrader()
    const { codes } = await turnOn(trader)
    expect(await post(trader.token, { intent: 'renew', code: '123456' })).toMatchObject({
      status: 422,
      data: { stage: 'refused', intent: 'renew' },
    })
    const renewed = await post(trader.token, { intent: 'renew', code: codes[0] ?? '' })
    const fresh = (renewed.data as Extract<TwoStepAnswer, { stage: 'codes' }>).codes
    expect(fresh).not.toContain(codes[1])
    expect(await post(trader.token, { intent: 'disable', code: codes[1] ?? '' })).toMatchObject({ data: { intent: 'disable' } })
    expect(await post(trader.token, { intent: 'disable', code: fresh[0] ?? '' })).toMatchObject({ status: 302, location: '/mine/two-step' })
    expect(await stateOf(trader.token)).toMatchObject({ isOn: false })
  })

  test('a page of payouts asks for a code again, and opens for five minutes after it', async () => {
    const trader = await world.realTrader()
    const open = (page: string) => answerOf(() => requireAccess(call(page, { token: trader.token }).context))
    expect(await open('/mine/withdraw')).toMatchObject({ status: 200, data: { id: trader.id } })
    const { codes } = await turnOn(trader)
    world.pass(10 * 60_000)
    expect(await open('/mine/withdraw')).toMatchObject({ status: 302, location: '/mine/confirm?from=%2Fmine%2Fwithdraw' })
    const ask = '/mine/confirm?from=%2Fmine%2Fwithdraw-way%3Ftype%3D2'
    expect(await open('/mine/withdraw-way?type=2')).toMatchObject({ status: 302, location: ask })
    expect(await open('/mine/wallet')).toMatchObject({ status: 200 })

    const page = () => answerOf(() => confirmPage(call(ask, { token: trader.token })))
    expect(await page()).toMatchObject({ data: { from: '/mine/withdraw-way?type=2' } })
    const give = (form: Record<string, string>) => answerOf(() => confirm(call(ask, { token: trader.token, form })))
    expect(await give({ from: '/mine/withdraw', code: '000000' })).toMatchObject({ status: 422, data: { message: expect.any(String) } })
    expect(await give({ from: '/mine/withdraw', code: codes[0] ?? '' })).toMatchObject({ status: 302, location: '/mine/withdraw' })
    expect(await open('/mine/withdraw')).toMatchObject({ status: 200 })
    expect(await page()).toMatchObject({ status: 302, location: '/mine/withdraw-way?type=2' })
    world.pass(6 * 60_000)
    expect(await open('/mine/withdraw')).toMatchObject({ status: 302 })
  })

  test('leads nowhere but to pages of the site after the code', async () => {
    const trader = await world.realTrader()
    for (const from of ['https://evil.example', '//evil.example', '/mine/confirm', '/login']) {
      const page = `/mine/confirm?from=${encodeURIComponent(from)}`
      expect(await answerOf(() => confirmPage(call(page, { token: trader.token })))).toMatchObject({ location: '/user' })
    }
  })

  test('an action that is told to ask for a code does so; any other refusal stays its own', async () => {
    const { context } = call('/mine/withdraw')
    const refusal = (name: 'TWO_STEP_CONFIRM_REQUIRED' | 'PARAMETER_INVALID') =>
      ({ ok: false, error: { name, code: 1, msg: '', details: {} } }) as const
    expect(() => confirmWhenAsked(context, refusal('PARAMETER_INVALID'))).not.toThrow()
    expect(await answerOf(() => confirmWhenAsked(context, refusal('TWO_STEP_CONFIRM_REQUIRED')))).toMatchObject({
      location: '/mine/confirm?from=%2Fmine%2Fwithdraw',
    })
  })

  test('asks for the password first: none, and a wrong one, are said beside its field, and nothing is begun', async () => {
    const trader = await world.realTrader()
    const words: string[] = []
    for (const password of [undefined, '', 'not the password']) {
      const refused = await post(trader.token, { intent: 'start', ...(password !== undefined && { password }) })
      expect(refused).toMatchObject({ status: 422, data: { stage: 'refused', intent: 'start' } })
      expect(refused.headers.get('cache-control')).toBe('no-store')
      words.push((refused.data as Extract<TwoStepAnswer, { stage: 'refused' }>).message)
    }
    expect(words).toEqual(['Please enter your password.', 'Please enter your password.', 'Incorrect password.'])
    expect((await trader.call(ENDPOINTS.enableTwoStep, { code: '123456' })).outcome).toBe('TWO_STEP_NOT_STARTED')
  })

  test('is closed to a demo account', async () => {
    const { token } = await world.demoTrader()
    expect(await stateOf(token)).toMatchObject({ reason: DEMO_RESTRICTED })
    expect((await post(token, { intent: 'start', password: TEST_PASSWORD })).data).toMatchObject({ reason: DEMO_RESTRICTED })
    expect((await answerOf(() => confirmPage(call('/mine/confirm', { token })))).data).toMatchObject({ reason: DEMO_RESTRICTED })
  })
})

describe('the link "this was not me"', () => {
  const post = (token: string) => answerOf(() => notMe(call('/not-me', { form: { token } })))

  test('freezes nothing by being looked at, and is in no index', async () => {
    expect((await answerOf(() => notMePage(call('/not-me')))).data).toEqual({ title: 'This was not me' })
    expect(notMeHeaders({} as never)).toMatchObject({ 'X-Robots-Tag': expect.stringContaining('noindex') })
  })

  test('freezes the account of its mail when it is posted, for whoever holds it, and only once', async () => {
    const owner = await world.realTrader()
    const credentials = { account: owner.email, password: owner.password, login_type: 'email', device: 'another one' } as const
    await world.client.call(ENDPOINTS.login, credentials, { host: owner.host, headers: { lang: 'en' } })
    await world.broker.delivery.flush()
    const mails = await world.broker.delivery.shown('aurora', owner.email)
    const link = /http\S+\/not-me#[\w-]{43}/.exec(mails.map(({ text }) => text).join('\n'))?.[0] ?? ''
    expect(await isAlive(owner, owner.token)).toBe(true)
    expect(await post(link)).toMatchObject({ status: 200, data: { isFrozen: true, message: '' } })
    expect(await isAlive(owner, owner.token)).toBe(false)
    expect(await post(link)).toMatchObject({ status: 422, data: { isFrozen: false } })
  })

  test('says so when the key was used already, is none, or is missing', async () => {
    expect(await post('a'.repeat(43))).toMatchObject({ status: 422, data: { isFrozen: false, message: expect.stringMatching(/link/i) } })
    expect(await post('')).toMatchObject({ status: 422, data: { isFrozen: false, message: expect.stringMatching(/paste/) } })
    expect(await post('<script>')).toMatchObject({ status: 422, data: { isFrozen: false } })
  })
})
