/** A field of a page takes as long a text as its call does: the served pages beside the contract's schemas. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestOf } from '../../app/forms/form-text.server'
import { changeOperatorPassword, deskLogin } from '../../contract/desk/session'
import { sendVisitorFeedback } from '../../contract/feedback'
import { submitRealName } from '../../contract/identity'
import { startTwoStep } from '../../contract/two-step'
import { changePassword, login, register, resetPassword } from '../../contract/users'
import { bindPayoutMethod, submitWithdrawal } from '../../contract/withdrawals'
import { createWorld, type World } from '../fixtures/create-world'
import { DESK_HOST, openOperator } from '../fixtures/operator'
import { PAYING_OUT, payee } from '../fixtures/payout-actions'
import { openServedSite, type ServedSite } from '../fixtures/served-site'

let world: World
let site: ServedSite
const cookies = { nobody: '', trader: '', operator: '' }
beforeAll(async () => {
  world = await createWorld({ tenants: PAYING_OUT })
  site = await openServedSite(world)
  const { trader } = await payee(world, '1000')
  cookies.trader = `candor_session=${trader.token}`
  cookies.operator = `candor_desk=${(await openOperator(world, { roles: ['support'] })).token}`
}, 180_000)
afterAll(async () => {
  await site.close()
  await world.close()
})

/** `maxlength` of the fields that a person types into, by name. */
function boundsIn(html: string): Readonly<Record<string, number | undefined>> {
  const fields = [...html.matchAll(/<(?:input|textarea) [^>]*>/g)].map(([tag]) => tag)
  const typed = fields.filter((tag) => !/ type="(?:hidden|checkbox|radio|file|search)"/.test(tag))
  return Object.fromEntries(
    typed.flatMap((tag) => {
      const [, name] = / name="([^"]+)"/.exec(tag) ?? []
      const [, most] = / maxlength="(\d+)"/i.exec(tag) ?? []
      return name === undefined ? [] : [[name, most === undefined ? undefined : Number(most)]]
    }),
  )
}

const [opening, reset, change] = [longestOf(register), longestOf(resetPassword), longestOf(changePassword)]
const [asked, bound] = [longestOf(submitWithdrawal), longestOf(bindPayoutMethod)]
const [proof, operator] = [longestOf(deskLogin), longestOf(changeOperatorPassword)]
const { payee_name, payee_account, bank_name, bank_swift, bank_address } = bound

test.each<[string, keyof typeof cookies, Readonly<Record<string, number | undefined>>]>([
  ['/login', 'nobody', { account: longestOf(login).account, password: longestOf(login).password }],
  ['/login?type=mobile', 'nobody', { account: longestOf(login).account, password: longestOf(login).password }],
  [
    '/register',
    'nobody',
    { account: opening.account, code: opening.sms_code, password: opening.password, re_password: opening.re_password },
  ],
  ['/forgot', 'nobody', { account: reset.account, code: reset.auth_code, password: reset.new_password }],
  ['/feedback', 'nobody', { email: longestOf(sendVisitorFeedback).email, code: longestOf(sendVisitorFeedback).captcha }],
  ['/mine/password', 'trader', { old_password: change.old_password, password: change.new_password, code: change.auth_code }],
  ['/mine/two-step', 'trader', { password: longestOf(startTwoStep).password }],
  ['/mine/auth', 'trader', { name: longestOf(submitRealName).name, card_id: longestOf(submitRealName).card_id }],
  ['/mine/withdraw', 'trader', { memo: asked.memo }],
  ['/mine/withdraw-way?type=1', 'trader', { dc_address: bound.dc_address }],
  ['/mine/withdraw-way?type=2', 'trader', { payee_name, payee_account, bank_name, bank_swift, bank_address }],
  ['/desk/login', 'nobody', { account: proof.name, password: proof.password, code: proof.code }],
  ['/desk/password', 'operator', { old_password: operator.old_password, password: operator.new_password, code: operator.code }],
])('the fields of %s, for %s, take what the contract takes', async (address, who, fields) => {
  const host = address.startsWith('/desk') ? { host: DESK_HOST } : {}
  const { status, body } = await site.ask(address, { ...host, headers: { cookie: cookies[who] } })
  expect([status, Object.values(fields).includes(undefined)]).toEqual([200, false])
  expect(boundsIn(body)).toMatchObject(fields)
})
