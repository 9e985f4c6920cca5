/** The five forms through their own loaders and actions, over a whole broker. */
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../contract/index'
import { NO_LIMITS, readCode } from '../../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../../tests/fixtures/create-world'
import { TEST_PASSWORD } from '../../../tests/fixtures/real-trader'
import { Visitor } from '../../../tests/fixtures/site-visitor'
import { solveCaptcha } from '../../../tests/fixtures/solve-captcha'
import { DEMO_RESTRICTED } from '../../broker-client/failure-reasons'
import { loader as loadCaptcha } from '../../routes/resources/captcha'
import { action as makeDemo } from '../../routes/resources/demo-account'
import { action as forgot, loader as loadForgot } from '../../routes/traders/forgot'
import { loader as loadLogin, action as login } from '../../routes/traders/login'
import { loader as loadLoginCode, action as loginCode } from '../../routes/traders/login-code'
import { action as changePassword, loader as loadPassword } from '../../routes/traders/password'
import { loader as loadRegister, action as register } from '../../routes/traders/register'
import type { ForgotData, LoginData, RegisterData, SentCode } from './sign-in-data'

const NEW_PASSWORD = 'a heron under the bridge 7'
let world: World
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: NO_LIMITS } })
})
afterAll(() => world.close())

let people = 0
const newAddress = (): string => `visitor-${++people}@example.com`
const minutesPass = (minutes: number) => world.pass(minutes * 60_000)

const loginForm = (account: string, changes: Record<string, string> = {}) => ({
  login_type: 'email',
  account,
  password: TEST_PASSWORD,
  ...changes,
})
const registerForm = (account: string, changes: Record<string, string> = {}) => ({
  login_type: 'email',
  verify: 'code',
  account,
  area_id: 'HK',
  password: TEST_PASSWORD,
  re_password: TEST_PASSWORD,
  consent: '1',
  ...changes,
})

async function sendRegisterCode(visitor: Visitor, account: string): Promise<string> {
  const { answer } = await visitor.post(register, '/register', registerForm(account, { intent: 'send-code' }))
  expect(answer).toMatchObject({ isJustSent: true, problems: {} })
  return readCode(world, account)
}

describe('logging in', () => {
  test('begins a session and gives the browser a secret of its own, which it keeps from then on', async () => {
    const { email } = await world.realTrader()
    const visitor = new Visitor(world)
    const first = await visitor.run(login, '/login', loginForm(email))
    expect([first.status, first.location]).toEqual([302, '/'])
    const device = visitor.jar.candor_device ?? ''
    expect(device).toMatch(/^[\w-]{43}$/)
    expect(first.cookies.find((line) => line.startsWith('candor_device='))).toMatch(/SameSite=Lax; Max-Age=34560000; HttpOnly$/)
    const session = visitor.jar.candor_session
    await visitor.run(login, '/login', loginForm(email))
    expect(visitor.jar.candor_device).toBe(device)
    expect(visitor.jar.candor_session).not.toBe(session)
  })

  test('ends the session that it takes the place of', async () => {
    const { email } = await world.realTrader()
    const visitor = new Visitor(world)
    await visitor.run(login, '/login', loginForm(email))
    const old = visitor.jar.candor_session ?? ''
    await visitor.run(login, '/login', loginForm(email))
    const host = 'aurora.localhost:3000'
    expect((await world.client.call(ENDPOINTS.getTrader, {}, { host, token: old })).outcome).toBe('SESSION_INVALID')
    expect((await world.client.call(ENDPOINTS.getTrader, {}, { host, token: visitor.jar.candor_session })).outcome).toBe('ok')
  })

  test('with a dead session in the browser is an ordinary login', async () => {
    const { email } = await world.realTrader()
    const visitor = new Visitor(world, { cookies: { candor_session: 'x'.repeat(43) } })
    expect((await visitor.run(login, '/login', loginForm(email, { from: '/order?type=3' }))).location).toBe('/order?type=3')
  })

  test('keeps its cookies under names that no other host can plant, where the site is on https', async () => {
    const { email } = await world.realTrader()
    const visitor = new Visitor(world, { isSecure: true })
    const { cookies } = await visitor.run(login, '/login', loginForm(email))
    const kept = cookies.filter((line) => !/Max-Age=0/.test(line))
    expect(kept.map((line) => line.split('=')[0])).toEqual(['__Host-candor_session', '__Host-candor_device'])
    expect(kept.every((line) => /; HttpOnly; Secure$/.test(line))).toBe(true)
  })

  test.each([
    ['/order?type=3', '/order?type=3'],
    ['https://evil.example/order', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/login', '/'],
    ['/nowhere', '/'],
    ['javascript:alert(1)', '/'],
  ])('from %o leads to %o', async (from, to) => {
    const { email } = await world.realTrader()
    expect((await new Visitor(world).run(login, '/login', loginForm(email, { from }))).location).toBe(to)
    const page = (await new Visitor(world).run(loadLogin, `/login?from=${encodeURIComponent(from)}`)).data as LoginData
    expect(page.from).toBe(to === '/' ? null : to)
  })

  test('tells what is missing by field, and what was wrong in the words of the broker; the password stays out of every answer', async () => {
    const visitor = new Visitor(world)
    const empty = await visitor.post(login, '/login', loginForm('', { password: '' }))
    expect([empty.status, empty.answer.problems]).toEqual([422, { account: 'Enter your email', password: 'Enter your password' }])
    const wrong = await visitor.post(login, '/login', loginForm('nobody@example.com'))
    expect(wrong.answer).toMatchObject({ message: 'Incorrect account or password.', values: { account: 'nobody@example.com' } })
    expect(wrong.text).not.toContain(TEST_PASSWORD)
    expect(visitor.jar).toEqual({})
  })

  test('by phone takes the number as people write it', async () => {
    await world.realTrader('aurora', { mobile: '85291234567' })
    const form = { login_type: 'mobile', area_id: 'HK', account: '9123 4567', password: TEST_PASSWORD }
    expect((await new Visitor(world).run(login, '/login?type=mobile', form)).status).toBe(302)
  })

  test('turns away somebody with a real account, but not a demo trader, whose demo account is kept', async () => {
    const visitor = new Visitor(world)
    await visitor.run(makeDemo, '/demo-account', {})
    expect((await visitor.run(loadLogin, '/login')).data).toMatchObject({ kind: 'email', hasDemo: true })
    expect((await visitor.run(loadRegister, '/register')).data).toMatchObject({ kind: 'email' })
    const demoId = visitor.jar.demo_id
    const { email } = await world.realTrader()
    await visitor.run(login, '/login', loginForm(email))
    expect(visitor.jar.demo_id).toBe(demoId)
    expect((await visitor.run(loadLogin, '/login?from=/order')).location).toBe('/order')
    expect((await visitor.run(loadRegister, '/register')).location).toBe('/')
  })
})

describe('the second step', () => {
  async function withTwoStep() {
    const trader = await world.realTrader()
    const { data } = await trader.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })
    const codeNow = () => generateSync({ secret: data.secret, epoch: Math.floor(world.clock.now() / 1000) })
    const enabled = await trader.call(ENDPOINTS.enableTwoStep, { code: codeNow() })
    minutesPass(1)
    return { ...trader, codeNow, recoveryCode: enabled.data.recovery_codes[0] ?? '' }
  }

  test('follows the password, with the way back, and begins the session', async () => {
    const { email, codeNow } = await withTwoStep()
    const visitor = new Visitor(world)
    const first = await visitor.run(login, '/login', loginForm(email, { from: '/order' }))
    expect(first.location).toBe('/login/code?from=%2Forder')
    expect(visitor.jar.candor_session).toBeUndefined()
    expect(first.cookies.find((line) => line.startsWith('candor_challenge='))).toMatch(/Max-Age=300; HttpOnly$/)
    const device = visitor.jar.candor_device
    expect((await visitor.run(loadLoginCode, '/login/code?from=%2Forder')).data).toMatchObject({ from: '/order', isRecovery: false })

    const wrong = await visitor.post(loginCode, '/login/code', { from: '/order', code: '000000' })
    expect(wrong.answer).toMatchObject({ refusal: 'TWO_STEP_CODE_WRONG', problems: { code: expect.stringContaining('Incorrect code') } })
    const done = await visitor.run(loginCode, '/login/code', { from: '/order', code: codeNow() })
    expect(done.location).toBe('/order')
    expect(visitor.jar).toMatchObject({ candor_session: expect.any(String), candor_device: device })
    expect(visitor.jar.candor_challenge).toBeUndefined()
  })

  test('takes a recovery code', async () => {
    const { email, recoveryCode } = await withTwoStep()
    const visitor = new Visitor(world)
    await visitor.run(login, '/login', loginForm(email))
    expect((await visitor.run(loadLoginCode, '/login/code?recovery=1')).data).toMatchObject({ isRecovery: true })
    expect((await visitor.run(loginCode, '/login/code', { code: recoveryCode })).location).toBe('/')
  })

  test('begins anew, with a word why, when the password was too long ago or there was none', async () => {
    const { email, codeNow } = await withTwoStep()
    const visitor = new Visitor(world)
    await visitor.run(login, '/login', loginForm(email))
    minutesPass(6)
    const late = await visitor.run(loginCode, '/login/code', { code: codeNow(), from: '/order' })
    expect(late.location).toBe('/login?from=%2Forder')
    expect(visitor.jar.toast).toContain('took too long')
    expect(visitor.jar.candor_challenge).toBeUndefined()
    expect((await new Visitor(world).run(loadLoginCode, '/login/code')).location).toBe('/login')
  })
})

describe('opening an account', () => {
  test('with a sent code signs in, welcomes and goes on where the visitor came from', async () => {
    const account = newAddress()
    const visitor = new Visitor(world)
    const code = await sendRegisterCode(visitor, account)
    const opened = await visitor.run(register, '/register', registerForm(account, { code, mobile: '9123 4567', from: '/order' }))
    expect([opened.status, opened.location]).toEqual([302, '/order'])
    expect(visitor.jar).toMatchObject({ candor_session: expect.any(String), candor_device: expect.any(String) })
    expect(visitor.jar.toast).toContain('auth:welcome')
    expect(visitor.jar.candor_code_register).toBeUndefined()
    expect(opened.text).not.toContain(TEST_PASSWORD)
  })

  test('a sent code leaves a countdown and the words of the form, also for a reload, and no secret', async () => {
    const account = newAddress()
    const visitor = new Visitor(world)
    const form = registerForm(account, { intent: 'send-code', invite_code: 'K7M2QX', mobile: '9123 4567', code: '123123' })
    const { answer, status, cookies, text } = await visitor.post(register, '/register', form)
    expect([status, answer.isJustSent, answer.sent?.secondsLeft, answer.sent?.target]).toEqual([200, true, 60, account])
    expect(answer.values).toMatchObject({ account, area_id: 'HK', invite_code: 'K7M2QX', mobile: '9123 4567', consent: '1' })
    expect(cookies[0]).toMatch(/^candor_code_register=.*; HttpOnly$/)
    expect(text).not.toMatch(/kestrel|123123/)

    world.pass(13_000)
    const page = (await visitor.run(loadRegister, '/register')).data as RegisterData
    expect([page.sent?.secondsLeft, page.sent?.until]).toEqual([47, answer.sent?.until])
    expect(page.values).toMatchObject({ account, area_id: 'HK', mobile: '9123 4567' })
    expect((await visitor.run(loadRegister, '/register?type=mobile')).data).toMatchObject({ sent: null, values: {} })
    world.pass(60_000)
    expect(((await visitor.run(loadRegister, '/register')).data as RegisterData).sent).toMatchObject({ secondsLeft: 0 })
  })

  test('a browser that forgot its pause is told it again by the broker', async () => {
    const account = newAddress()
    await sendRegisterCode(new Visitor(world), account)
    world.pass(18_000)
    const other = new Visitor(world)
    const { answer, status } = await other.post(register, '/register', registerForm(account, { intent: 'send-code' }))
    expect([status, answer.refusal, answer.isJustSent, answer.sent?.secondsLeft]).toEqual([422, 'CODE_TOO_SOON', false, 42])
    expect(answer.problems.code).toContain('42')
    expect(((await other.run(loadRegister, '/register')).data as RegisterData).sent?.secondsLeft).toBe(42)
  })

  test('asks for everything that is missing; a code needs an address only', async () => {
    const visitor = new Visitor(world)
    const nothing = await visitor.post(register, '/register', { login_type: 'email', verify: 'code', mobile: '' })
    expect(Object.keys(nothing.answer.problems)).toEqual(['account', 'code', 'password', 're_password', 'mobile', 'consent'])
    const code = await visitor.post(register, '/register', { login_type: 'mobile', verify: 'code', intent: 'send-code' })
    expect(code.answer.problems).toEqual({ account: 'Enter your phone number' })
  })

  test('puts a refusal to its field, in the words of the broker', async () => {
    const visitor = new Visitor(world)
    const account = newAddress()
    const code = await sendRegisterCode(visitor, account)
    const refuse = async (changes: Record<string, string>) =>
      (await visitor.post(register, '/register', registerForm(account, { code, mobile: '9123 4567', mobile_area_id: 'HK', ...changes })))
        .answer.problems
    expect(await refuse({ code: '000000' })).toEqual({ code: expect.stringContaining('wrong') })
    expect(await refuse({ password: 'short', re_password: 'short' })).toEqual({ password: 'Use at least 8 characters.' })
    expect(await refuse({ re_password: 'another one' })).toEqual({ re_password: 'The passwords do not match.' })
    expect(await refuse({ area_id: 'KP' })).toEqual({ area_id: expect.stringContaining('North Korea') })
    expect(await refuse({ account: 'no address' })).toEqual({ account: expect.any(String) })
    expect(await refuse({ mobile: '12' })).toEqual({ mobile: expect.any(String) })
  })

  test('an invite code that nobody has is said at its field, and the account opens without it once that is confirmed', async () => {
    const visitor = new Visitor(world)
    const account = newAddress()
    const code = await sendRegisterCode(visitor, account)
    const form = registerForm(account, { code, mobile: '9123 4567', invite_code: 'NOBODYS1' })
    const { answer, status } = await visitor.post(register, '/register', form)
    expect([status, answer.refusal, answer.values.invite_code]).toEqual([422, 'INVITE_CODE_UNKNOWN', 'NOBODYS1'])
    expect(answer.problems).toEqual({ invite_code: expect.stringContaining('invite code') })
    const wrong = await visitor.post(register, '/register', { ...form, code: '000000', without_invite: '1' })
    expect([wrong.answer.refusal, wrong.answer.values.without_invite]).toEqual(['CODE_WRONG', '1'])
    expect((await visitor.run(register, '/register', { ...form, without_invite: '1' })).location).toBe('/')
  })

  test('by phone sends the code to the number and opens the account of it', async () => {
    const visitor = new Visitor(world)
    const form = registerForm('6123 4567', { login_type: 'mobile' })
    const { answer } = await visitor.post(register, '/register?type=mobile', { ...form, intent: 'send-code' })
    expect(answer).toMatchObject({ isJustSent: true, sent: { target: 'HK 6123 4567' } })
    const code = await readCode(world, '85261234567')
    expect((await visitor.run(register, '/register?type=mobile', { ...form, code })).location).toBe('/')
  })

  test('by image, on a site that asks for one; every look at the form brings a new image', async () => {
    const visitor = new Visitor(world, { tenant: 'meridian' })
    const page = (await visitor.run(loadRegister, '/register')).data as RegisterData
    expect(page).toMatchObject({ verify: 'captcha', captcha: { image: expect.stringMatching(/^data:image\//) } })
    const fresh = JSON.parse((await visitor.run(loadCaptcha, '/resources/captcha')).text.split('\n')[0] ?? '')
    expect(fresh.captcha.id).not.toBe(page.captcha?.id)
    const form = registerForm(newAddress(), { verify: 'captcha', key: page.captcha?.id ?? '' })
    const wrong = await visitor.post(register, '/register', { ...form, code: '!!!!' })
    expect(wrong.answer).toMatchObject({ refusal: 'CAPTCHA_WRONG', usesCode: false, problems: { code: expect.any(String) } })
    const code = await solveCaptcha(world.broker.database, 'meridian', fresh.captcha.id)
    expect((await visitor.run(register, '/register', { ...form, key: fresh.captcha.id, code })).location).toBe('/')
  })

  test('who cannot read the image has a code sent, and keeps that way over a reload', async () => {
    const visitor = new Visitor(world, { tenant: 'meridian' })
    const account = newAddress()
    const form = registerForm(account, { verify: 'captcha', key: 'some' })
    const asked = await visitor.post(register, '/register', { ...form, intent: 'use-code' })
    expect([asked.status, asked.answer.usesCode, asked.answer.values.account]).toEqual([200, true, account])
    await visitor.post(register, '/register', { ...form, verify: 'code', intent: 'send-code' })
    expect((await visitor.run(loadRegister, '/register')).data).toMatchObject({ verify: 'code', captcha: null, values: { account } })
    const code = await readCode(world, account, 'meridian')
    expect((await visitor.run(register, '/register', { ...form, verify: 'code', code })).location).toBe('/')
  })

  test('has the code of an invitation in its form', async () => {
    const page = (await new Visitor(world).run(loadRegister, '/register?invite_code=K7M2QX')).data as RegisterData
    expect(page).toMatchObject({ inviteCode: 'K7M2QX', mobileField: 'area-and-number', areas: { usual: 'GB' } })
  })
})

describe('a forgotten password', () => {
  test('is set anew with a code, and the login form has the account in it', async () => {
    const { email } = await world.realTrader()
    const visitor = new Visitor(world)
    const form = { login_type: 'email', account: email, password: NEW_PASSWORD, re_password: NEW_PASSWORD }
    const { answer } = await visitor.post(forgot, '/forgot', { ...form, intent: 'send-code' })
    expect(answer.sent?.secondsLeft).toBe(60)
    expect(((await visitor.run(loadForgot, '/forgot')).data as ForgotData).values.account).toBe(email)
    const done = await visitor.run(forgot, '/forgot', { ...form, code: await readCode(world, email) })
    expect(done.location).toBe('/login')
    expect(visitor.jar.toast).toMatch(/success/)
    expect(((await visitor.run(loadLogin, '/login')).data as LoginData).values.account).toBe(email)
    expect(done.text).not.toContain(NEW_PASSWORD)
    expect((await visitor.run(login, '/login', loginForm(email, { password: NEW_PASSWORD }))).location).toBe('/')
    expect(((await new Visitor(world).run(loadLogin, '/login')).data as LoginData).values.account).toBeUndefined()
  })

  test('answers for an address without an account as for any other', async () => {
    const known = (await world.realTrader()).email
    const send = async (account: string) => {
      const { status, answer } = await new Visitor(world).post(forgot, '/forgot', { login_type: 'email', account, intent: 'send-code' })
      return [status, answer.isJustSent, answer.message, answer.problems, answer.sent?.secondsLeft]
    }
    expect(await send('nobody-at-all@example.com')).toEqual(await send(known))
  })
})

describe('changing the password', () => {
  test('sends the code to the own address, which the page shows masked only', async () => {
    const { email, token } = await world.realTrader('aurora', { email: 'maria.keller@example.com' })
    const visitor = new Visitor(world, { cookies: { candor_session: token } })
    const page = await visitor.run(loadPassword, '/mine/password')
    expect(page.data).toMatchObject({ maskedTarget: 'm•••••r@example.com', sent: null })
    expect(page.text).not.toContain(email)
    const { answer } = await visitor.post(changePassword, '/mine/password', { intent: 'send-code', account: 'other@example.com' })
    expect(answer.sent).toMatchObject({ target: 'm•••••r@example.com', secondsLeft: 60 })
    const reloaded = (await visitor.run(loadPassword, '/mine/password')).data as { sent: SentCode }
    expect(reloaded.sent.secondsLeft).toBe(60)

    const form = { password: NEW_PASSWORD, re_password: NEW_PASSWORD, code: await readCode(world, email) }
    const wrong = await visitor.post(changePassword, '/mine/password', { ...form, old_password: 'not the old one' })
    expect(wrong.answer.problems).toEqual({ old_password: expect.any(String) })
    const done = await visitor.run(changePassword, '/mine/password', form)
    expect([done.status, done.location]).toEqual([302, '/user'])
    expect((await new Visitor(world).run(login, '/login', loginForm(email, { password: NEW_PASSWORD }))).location).toBe('/')
  })

  test('reaches an account that has a number only', async () => {
    const { token } = await world.realTrader('aurora', { mobile: '85262223333' })
    const visitor = new Visitor(world, { cookies: { candor_session: token } })
    expect((await visitor.run(loadPassword, '/mine/password')).data).toMatchObject({ kind: 'mobile', maskedTarget: '+85 ••••• 333' })
    const { answer } = await visitor.post(changePassword, '/mine/password', { intent: 'send-code' })
    expect(answer).toMatchObject({ isJustSent: true, problems: {} })
    expect(await readCode(world, '85262223333')).toMatch(/^\d+$/)
  })

  test('is closed to a demo trader and to a visitor', async () => {
    const { token } = await world.demoTrader()
    expect((await new Visitor(world, { cookies: { candor_session: token } }).run(loadPassword, '/mine/password')).data).toEqual({
      reason: DEMO_RESTRICTED,
    })
    expect((await new Visitor(world).run(loadPassword, '/mine/password')).location).toBe('/login?from=%2Fmine%2Fpassword')
  })
})
