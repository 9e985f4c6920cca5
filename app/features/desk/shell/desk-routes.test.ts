import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../../../contract/desk'
import { createWorld, type World } from '../../../../tests/fixtures/create-world'
import { type DeskCallOptions, deskCall } from '../../../../tests/fixtures/desk-call'
import { OPERATOR_PASSWORD, openOperator } from '../../../../tests/fixtures/operator'
import { siteAnswer, siteCall } from '../../../../tests/fixtures/site-call'
import { loader as layout } from '../../../routes/desk/desk'
import { action as signIn, loader as signInPage } from '../../../routes/desk/login'
import { action as signOut } from '../../../routes/desk/logout'
import { loader as home } from '../../../routes/desk/overview'
import { action as replacePassword } from '../../../routes/desk/password'
import { action as ticket } from '../../../routes/desk/ticket'
import { action as preferences } from '../../../routes/resources/preferences'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import { safeDeskPath } from '../../../visitor/desk-login.server'
import type { OverviewData } from '../overview/overview.server'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const call = (page: string, options: DeskCallOptions = {}) => deskCall(world, page, options)
const cookieOf = (headers: Headers) => headers.getSetCookie().find((line) => line.startsWith('candor_desk='))

describe('the door', () => {
  test('signs in with a cookie of the desk alone, and leads back to where one wanted to go', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    const form = { account: operator.name, password: OPERATOR_PASSWORD, code: operator.code(), from: '/desk/withdrawals?company=aurora' }
    const answer = await siteAnswer(() => signIn(call('/desk/login', { form })))
    expect(answer).toMatchObject({ status: 302, location: '/desk/withdrawals?company=aurora' })
    expect(cookieOf(answer.headers)).toMatch(/^candor_desk=[\w-]{43}; Path=\/; SameSite=Strict; Max-Age=1800; HttpOnly$/)
  })

  test('says one thing for whatever is wrong, keeps the name and never the secrets', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    const form = { account: operator.name, password: 'wrong', code: operator.code() }
    const answer = await siteAnswer(() => signIn(call('/desk/login', { form })))
    expect(answer.status).toBe(422)
    expect(answer.data).toMatchObject({ refusal: 'DESK_LOGIN_FAILED', values: { account: operator.name } })
    expect(JSON.stringify(answer.data)).not.toContain(form.code)
    expect(cookieOf(answer.headers)).toBeUndefined()
    const empty = await siteAnswer(() => signIn(call('/desk/login', { form: { account: '', password: '', code: '' } })))
    expect(Object.keys((empty.data as { problems: object }).problems)).toEqual(['account', 'password', 'code'])
  })

  test('somebody who is signed in is not asked again', async () => {
    const { token } = await openOperator(world, { roles: ['finance'] })
    expect(await siteAnswer(() => signInPage(call('/desk/login', { token })))).toMatchObject({ status: 302, location: '/desk' })
    expect((await siteAnswer(() => signInPage(call('/desk/login')))).status).toBe(200)
  })

  test('leads out again, and the token is worth nothing afterwards', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    const answer = await siteAnswer(() => signOut(call('/desk/logout', { token: operator.token, form: {} })))
    expect(answer).toMatchObject({ status: 302, location: '/desk/login' })
    expect(cookieOf(answer.headers)).toMatch(/^candor_desk=; .*Max-Age=0/)
    expect((await operator.call(DESK_ENDPOINTS.getOperator, {})).outcome).toBe('SESSION_INVALID')
  })
})

describe('a page of the desk', () => {
  test('leads whoever is not signed in to the door and takes a dead cookie away', async () => {
    expect(await siteAnswer(() => layout(call('/desk/audit?company=aurora')))).toMatchObject({
      status: 302,
      location: '/desk/login?from=%2Fdesk%2Faudit%3Fcompany%3Daurora',
    })
    const operator = await openOperator(world, { roles: ['finance'] })
    await operator.call(DESK_ENDPOINTS.deskLogout, {})
    const answer = await siteAnswer(() => layout(call('/desk', { token: operator.token })))
    expect(answer).toMatchObject({ status: 302, location: '/desk/login' })
    expect(cookieOf(answer.headers)).toMatch(/Max-Age=0/)
  })

  test('a session that ends between the door and a call leads there, too', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    const { context } = call('/desk/deposits', { token: operator.token })
    await context.desk.operator()
    await operator.call(DESK_ENDPOINTS.deskLogout, {})
    const answer = await siteAnswer(() => context.desk.broker.call(DESK_ENDPOINTS.getDeskCounts, { company: 'aurora' }))
    expect(answer).toMatchObject({ status: 302, location: '/desk/login?from=%2Fdesk%2Fdeposits' })
  })

  test('is for the company that is named, else the first, and only with the permission there', async () => {
    const { token } = await openOperator(world, { roles: ['content'], elsewhere: { meridian: ['finance'] } })
    const chosen = async (query: string) => {
      const { request, context } = call(`/desk/deposits${query}`, { token })
      return siteAnswer(async () => (await requireDeskCompany(request, context, 'deposits.read')).company.id)
    }
    expect((await chosen('?company=meridian')).data).toBe('meridian')
    expect(await chosen('')).toMatchObject({ status: 302, location: '/desk?company=aurora' })
    expect(await chosen('?company=saffron')).toMatchObject({ status: 302, location: '/desk?company=aurora' })
    const first = async (query: string) => ((await siteAnswer(() => home(call(`/desk${query}`, { token })))).data as OverviewData).overview
    expect(await first('?company=meridian')).toMatchObject({
      company: 'meridian',
      queues: ['deposits', 'withdrawals', 'disputes', 'risk', 'reconciliation', 'approvals'].map((queue) => ({ queue })),
    })
    expect(await first('')).toMatchObject({ company: 'aurora', queues: [] })
  })

  test('an operator without any role is told so', async () => {
    const { token } = await openOperator(world, { roles: [] })
    expect(await siteAnswer(() => home(call('/desk', { token })))).toMatchObject({ status: 200, data: { overview: null } })
    expect((await siteAnswer(() => layout(call('/desk', { token })))).data).toMatchObject({ company: '', counts: null })
  })

  test('gives its socket a ticket and never the token', async () => {
    const { token } = await openOperator(world, { roles: ['finance'] })
    const { data } = await siteAnswer(() => ticket(call('/desk/ticket', { token, form: {} })))
    expect(data).toEqual({ ticket: expect.stringMatching(/^v1\./) })
    expect(JSON.stringify(data)).not.toContain(token)
    expect((await siteAnswer(() => ticket(call('/desk/ticket', { form: {} })))).data).toEqual({ ticket: null })
  })

  test('changes the own password, and says what is wrong with a new one', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    const form = {
      old_password: OPERATOR_PASSWORD,
      password: 'nine herons over the weir',
      re_password: 'nine herons over the weir',
      code: '',
    }
    const send = (changes: Partial<typeof form>) =>
      siteAnswer(() => replacePassword(call('/desk/password', { token: operator.token, form: { ...form, ...changes } })))
    const problemsOf = ({ data }: { data: unknown }) => Object.keys((data as { problems: object }).problems)
    expect(problemsOf(await send({}))).toEqual(['code'])
    expect(problemsOf(await send({ code: operator.code(), re_password: 'another' }))).toEqual(['re_password'])
    expect(problemsOf(await send({ code: operator.code(), password: 'short', re_password: 'short' }))).toEqual(['password'])
    expect(await send({ code: operator.code() })).toMatchObject({ status: 302, location: '/desk' })
  })

  test('keeps the language and comes back to the desk', async () => {
    const chosen = (back: string) => siteAnswer(() => preferences(call('/preferences', { form: { lng: 'hk', back } })))
    expect((await chosen('/desk/audit?company=aurora')).location).toBe('/desk/audit?company=aurora')
    expect((await chosen('/desk/login')).location).toBe('/desk/login')
    expect((await chosen('https://evil.example')).location).toBe('/desk')
  })
})

describe('on a company’s site', () => {
  test('there is no desk, whoever asks', async () => {
    const { token } = await openOperator(world, { roles: ['finance'] })
    const facts = { send: world.broker.fetch, tenant: world.tenant('aurora'), now: () => world.clock.now() }
    const there = (page: string, form?: Record<string, string>) => {
      const visit = siteCall(facts, page, form === undefined ? {} : { form })
      visit.request.headers.set('cookie', `candor_desk=${token}`)
      return visit
    }
    for (const run of [
      () => layout(there('/desk')),
      () => home(there('/desk')),
      () => signInPage(there('/desk/login')),
      () => signIn(there('/desk/login', { account: 'a', password: 'b', code: '0' })),
      () => ticket(there('/desk/ticket', {})),
    ]) {
      expect(await siteAnswer(run)).toMatchObject({ status: 302, location: '/' })
    }
  })
})

test.each([
  ['/desk', '/desk'],
  ['/desk/deposits?company=aurora&id=4', '/desk/deposits?company=aurora&id=4'],
  ['/desk/login', null],
  ['/desk/logout', null],
  ['/desk/ticket', null],
  ['/deskx', null],
  ['/mine/wallet', null],
  ['//evil.example/desk', null],
  ['https://evil.example/desk', null],
  ['/desk/..//evil.example', null],
  ['/desk\\evil', null],
  [null, null],
])('the way back %s is %s', (from, safe) => expect(safeDeskPath(from)).toBe(safe))
