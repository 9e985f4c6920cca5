/** Traders and companies kept apart: what is another's does not exist. */
import { ERRORS } from '../../../contract/errors'
import { ENDPOINTS } from '../../../contract/index'
import { type Check, holds, same } from '../check'
import { pickInstrument } from '../pick-instrument'
import type { Answer, Subject, Trader } from '../subject'
import { openOrder } from '../trading'

const SECTION = '§1 Company of a call; ids'

const naming = (trader: Trader, id: string): Promise<Answer<unknown>[]> =>
  Promise.all([
    trader.call(ENDPOINTS.closeOrder, { id }),
    trader.call(ENDPOINTS.cancelOrder, { id }),
    trader.call(ENDPOINTS.setStopPrice, { id, stop_loss_price: '0', target_profit_price: '0' }),
    trader.call(ENDPOINTS.listReceipts, { id }),
    trader.call(ENDPOINTS.listOrderTicks, { id }),
    trader.call(ENDPOINTS.listReceiptProofs, { id }),
  ])

/** Asked by an intruder, an order of the victim's must answer exactly as one that does not exist, and still be open. */
async function checkIntruder(subject: Subject, victim: Trader, intruder: Trader): Promise<void> {
  const order = await openOrder(victim, await pickInstrument(subject))
  const [foreign, absent] = [await naming(intruder, order.Id), await naming(intruder, '999999999')]
  same(
    'calls with the id of another trader’s order',
    foreign.map(({ text }) => text),
    absent.map(({ text }) => text),
  )
  same(
    'and their outcome',
    foreign.map(({ outcome }) => outcome),
    foreign.map(() => 'ORDER_NOT_FOUND'),
  )
  for (const status of ['0', '1', '3'] as const) {
    const { text } = await intruder.call(ENDPOINTS.listOrders, { status })
    holds(
      `orders of status ${status} of the intruder`,
      !text.includes(`"Id":"${order.Id}"`) || foreign.length === 0,
      'none of another trader',
      text,
    )
  }
  const left = (await victim.get(ENDPOINTS.listOrders, { status: '1' })).data.map(({ Id }) => Id)
  same('open orders of the victim afterwards', left, [order.Id])
}

const sibling: Check = {
  name: 'isolation.traders',
  section: SECTION,
  async run(subject) {
    await checkIntruder(subject, await subject.newTrader(), await subject.newTrader())
  },
}

const token: Check = {
  name: 'isolation.token-of-another-company',
  section: SECTION,
  async run(subject) {
    const other = subject.otherCompany()
    const trader = await subject.newTrader()
    const answer = await subject.call(ENDPOINTS.getTrader, {}, { token: trader.token, company: other })
    // On a host that companies share, the session says whose it is: then the other company is simply not asked.
    const isShared = other.host === subject.company.host
    if (isShared && answer.outcome === 'ok') return same('whose session it is', answer.data.id, trader.id)
    same(
      '[status, code, data] with the token of another company',
      [answer.status, answer.code, answer.data],
      [200, ERRORS.SESSION_INVALID.code, null],
    )
  },
}

const socketToken: Check = {
  name: 'isolation.socket-of-another-company',
  section: '§3 Realtime socket',
  async run(subject) {
    const other = subject.otherCompany()
    const trader = await subject.newTrader()
    const socket = subject.listen(other)
    const { code } = await socket.login(trader.token)
    if (other.host === subject.company.host && code === 1) return
    same('login on the socket of another company', code, ERRORS.SESSION_INVALID.code)
  },
}

const stranger: Check = {
  name: 'isolation.companies',
  section: SECTION,
  async run(subject) {
    await checkIntruder(subject, await subject.newTrader(), await subject.newTrader(subject.otherCompany()))
  },
}

const demoId: Check = {
  name: 'isolation.demo-id-of-another-company',
  section: SECTION,
  async run(subject) {
    const other = subject.otherCompany()
    const trader = await subject.newTrader()
    const { data, outcome } = await subject.call(ENDPOINTS.createDemoAccount, { demo_id: trader.demoId }, { company: other })
    same('a demo account by the demo id of another company', outcome, 'ok')
    holds('its demo id', data.demo_id !== trader.demoId, 'a new one', data.demo_id)
  },
}

const unknown: Check = {
  name: 'isolation.unknown-company',
  section: SECTION,
  async run(subject) {
    const company = { ...subject.company, id: 'no-such-company' }
    const answer = await subject.call(ENDPOINTS.getBasicInfo, {}, { company })
    // Where the host says which company it is, the header says nothing.
    if (answer.outcome === 'ok') return same('the host decides', (await subject.call(ENDPOINTS.getBasicInfo, {})).text, answer.text)
    same('a company that does not exist', answer.outcome, 'COMPANY_UNKNOWN')
  },
}

export const ISOLATION_CHECKS: readonly Check[] = [sibling, token, socketToken, stranger, demoId, unknown]
