/** Demo accounts, sessions, and the books of an account. */
import { ERRORS } from '../../../contract/errors'
import { ENDPOINTS } from '../../../contract/index'
import { formatFixed } from '../../../rules/decimal'
import { parseAmount } from '../../../rules/money'
import { type Check, holds, same } from '../check'
import { nobody } from '../nobody'
import { pickInstrument } from '../pick-instrument'
import { amountText } from '../recompute'
import { succeeded } from '../subject'
import { balanceOf, openOrder } from '../trading'

const demo: Check = {
  name: 'accounts.demo',
  section: '§2 User, createAccountDemoForU',
  async run(subject) {
    const made = succeeded(ENDPOINTS.createDemoAccount, await subject.call(ENDPOINTS.createDemoAccount, {}))
    const info = succeeded(ENDPOINTS.getBasicInfo, await subject.call(ENDPOINTS.getBasicInfo, {}))
    same('[is_demo, email, mobile]', [made.is_demo, made.email, made.mobile], [1, '', ''])
    const again = succeeded(ENDPOINTS.createDemoAccount, await subject.call(ENDPOINTS.createDemoAccount, { demo_id: made.demo_id }))
    same('the account of a known demo id', [again.id, again.uid], [made.id, made.uid])
    holds('its token', again.token !== made.token, 'a new one', again.token)
    const guessed = succeeded(ENDPOINTS.createDemoAccount, await subject.call(ENDPOINTS.createDemoAccount, { demo_id: 'guessed' }))
    holds('the account of a guessed demo id', guessed.id !== made.id, 'a new one', guessed.id)
    const trader = await subject.newTrader()
    same('balance of a new demo account', formatFixed(await balanceOf(trader)), amountText(info.demo_balance))
    const { id, is_demo } = await trader.get(ENDPOINTS.getTrader, {})
    same('user/info', [id, is_demo], [trader.id, 1])
  },
}

const logout: Check = {
  name: 'accounts.logout',
  section: '§2 User, logout',
  async run(subject) {
    const trader = await subject.newTrader()
    const sessions = await trader.get(ENDPOINTS.listSessions, {})
    same('the session under way in the list', sessions.filter(({ is_current }) => is_current === 1).length, 1)
    await trader.get(ENDPOINTS.logout, {})
    same('the token after logout', (await trader.call(ENDPOINTS.getTrader, {})).code, ERRORS.SESSION_INVALID.code)
  },
}

const login: Check = {
  name: 'accounts.login-tells-nothing',
  section: '§2 User, loginForU',
  async run(subject) {
    const wrong = await subject.call(ENDPOINTS.login, { account: nobody(), password: 'wrong', login_type: 'email' })
    same('a wrong sign-in', wrong.outcome, 'LOGIN_FAILED')
    const empty = async (account: string, password: string) =>
      (await subject.call(ENDPOINTS.login, { account, password, login_type: 'email' })).outcome
    same('no account, no password', [await empty('', 'x'), await empty('a@example.com', '')], ['ACCOUNT_REQUIRED', 'PASSWORD_REQUIRED'])
  },
}

const reset: Check = {
  name: 'accounts.demo-reset',
  section: '§2 User, resetForexDemoAccount',
  async run(subject) {
    const trader = await subject.newTrader()
    const start = await balanceOf(trader)
    const order = await openOrder(trader, await pickInstrument(subject))
    same('reset', (await trader.call(ENDPOINTS.resetDemoAccount, {})).outcome, 'ok')
    same('balance afterwards', formatFixed(await balanceOf(trader)), formatFixed(start))
    const ended = (await trader.get(ENDPOINTS.listOrders, { status: '3' })).data.find(({ Id }) => Id === order.Id)
    same('CloseReason of an order that was open', ended?.CloseReason, 'demo_reset')
  },
}

const books: Check = {
  name: 'accounts.statement',
  section: '§2 Wallet',
  async run(subject) {
    const trader = await subject.newTrader()
    const { created_at } = await trader.get(ENDPOINTS.getTrader, {})
    const order = await openOrder(trader, await pickInstrument(subject))
    const closed = await trader.get(ENDPOINTS.closeOrder, { id: order.Id })
    const until = (closed.CompletedAt ?? created_at) + 60_000
    const statement = await trader.get(ENDPOINTS.getStatement, { from: String(created_at - 60_000), to: String(until) })
    let balance = parseAmount(statement.opening)
    for (const { Value, balance_after } of statement.entries) {
      balance += parseAmount(Value)
      same('balance after an entry', amountText(balance_after), formatFixed(balance))
    }
    same('closing: opening and the sum of the entries', amountText(statement.closing), formatFixed(balance))
    same('closing: the balance of now', amountText(statement.closing), formatFixed(await balanceOf(trader)))
    const records = await trader.get(ENDPOINTS.listAccountRecords, {})
    same('account records: as many as the statement has', records.total, statement.entries.length)
    const detail = await trader.get(ENDPOINTS.getAccountDetail, {})
    same('forexDetail without positions', [detail.total_margin, detail.lock_balance].map(amountText), ['0', '0'].map(amountText))
  },
}

export const ACCOUNT_CHECKS: readonly Check[] = [demo, logout, login, reset, books]
