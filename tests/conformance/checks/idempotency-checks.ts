/** Sending again is safe: the same key gets the first answer, and what runs at the same time is carried out once each. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '../../../contract/index'
import { formatFixed } from '../../../rules/decimal'
import { parseAmount } from '../../../rules/money'
import { type Check, holds, same } from '../check'
import { pickInstrument } from '../pick-instrument'
import type { Trader } from '../subject'
import { balanceOf, marketOrder } from '../trading'

const TIMES = 10
const times = <Result>(make: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: TIMES }, (_, index) => make(index)))

const openIds = async (trader: Trader): Promise<string[]> =>
  (await trader.get(ENDPOINTS.listOrders, { status: '1' })).data.map(({ Id }) => Id)

const SECTION = '§1 Headers: Idempotency-Key'

const replayed: Check = {
  name: 'idempotency.same-key-ten-times',
  section: SECTION,
  async run(subject) {
    const trader = await subject.newTrader()
    const order = marketOrder(await pickInstrument(subject))
    const key = randomUUID()
    const first = await trader.call(ENDPOINTS.submitOrder, order, { key })
    same('the first of them', first.outcome, 'ok')
    for (let again = 1; again < TIMES; again++) {
      const { status, text } = await trader.call(ENDPOINTS.submitOrder, order, { key })
      same('the same key again: the first answer, letter by letter', [status, text], [first.status, first.text])
    }
    same('open orders after ten submits with one key', await openIds(trader), [first.data.Id])
  },
}

const parallel: Check = {
  name: 'idempotency.same-key-at-once',
  section: SECTION,
  async run(subject) {
    const trader = await subject.newTrader()
    const order = marketOrder(await pickInstrument(subject))
    const key = randomUUID()
    const answers = await times(() => trader.call(ENDPOINTS.submitOrder, order, { key }))
    const texts = new Set(answers.filter(({ outcome }) => outcome === 'ok').map(({ text }) => text))
    same('different successes of ten submits with one key at once', texts.size, 1)
    same('open orders after them', (await openIds(trader)).length, 1)
  },
}

const reused: Check = {
  name: 'idempotency.other-parameters',
  section: SECTION,
  async run(subject) {
    const [trader, other] = [await subject.newTrader(), await subject.newTrader()]
    const order = marketOrder(await pickInstrument(subject))
    const key = randomUUID()
    const first = await trader.get(ENDPOINTS.submitOrder, order, { key })
    same(
      'the key with other parameters',
      (await trader.call(ENDPOINTS.submitOrder, { ...order, type: '2' }, { key })).outcome,
      'IDEMPOTENCY_KEY_REUSED',
    )
    same('the key in another call', (await trader.call(ENDPOINTS.closeOrder, { id: first.Id }, { key })).outcome, 'ok')
    const others = await other.get(ENDPOINTS.submitOrder, order, { key })
    holds('the key of another trader', others.Id !== first.Id, 'an order of their own', others.Id)
  },
}

const malformed: Check = {
  name: 'idempotency.malformed-key',
  section: SECTION,
  async run(subject) {
    const trader = await subject.newTrader()
    const order = marketOrder(await pickInstrument(subject))
    for (const key of ['k'.repeat(65), 'two words']) {
      same(
        `the key ${JSON.stringify(key.slice(0, 12))}`,
        (await trader.call(ENDPOINTS.submitOrder, order, { key })).outcome,
        'IDEMPOTENCY_KEY_INVALID',
      )
    }
    same('open orders after them', await openIds(trader), [])
  },
}

const refusedReplay: Check = {
  name: 'idempotency.other-keys',
  section: SECTION,
  async run(subject) {
    const trader = await subject.newTrader()
    const order = marketOrder(await pickInstrument(subject))
    await trader.get(ENDPOINTS.submitOrder, order, { key: randomUUID() })
    await trader.get(ENDPOINTS.submitOrder, order, { key: randomUUID() })
    await trader.get(ENDPOINTS.submitOrder, order)
    await trader.get(ENDPOINTS.submitOrder, order)
    same('open orders after two keys and two submits without one', (await openIds(trader)).length, 4)
  },
}

const submits: Check = {
  name: 'idempotency.parallel-submits',
  section: '§1 Headers, §4 Arithmetic',
  async run(subject) {
    const trader = await subject.newTrader()
    const tradable = await pickInstrument(subject)
    const before = await balanceOf(trader)
    const orders = await times((index) =>
      trader.get(ENDPOINTS.submitOrder, marketOrder(tradable, { side: index % 2 === 0 ? '1' : '2' }), { key: randomUUID() }),
    )
    same('different orders of ten submits at once', new Set(orders.map(({ Id }) => Id)).size, TIMES)
    same('open orders', (await openIds(trader)).length, TIMES)
    const cost = orders.reduce((sum, { CautionMoney, TradeFee }) => sum + parseAmount(CautionMoney) + parseAmount(TradeFee), 0n)
    same(
      'balance after ten submits at once: no margin and no fee is lost',
      formatFixed(await balanceOf(trader)),
      formatFixed(before - cost),
    )
  },
}

const closes: Check = {
  name: 'idempotency.parallel-closes',
  section: '§2 close',
  async run(subject) {
    const trader = await subject.newTrader()
    const order = await trader.get(ENDPOINTS.submitOrder, marketOrder(await pickInstrument(subject)))
    const before = await balanceOf(trader)
    const answers = await times(() => trader.call(ENDPOINTS.closeOrder, { id: order.Id }))
    const done = answers.filter(({ outcome }) => outcome === 'ok')
    same('successes of closing one order ten times at once', done.length, 1)
    const refused = answers.filter(({ outcome }) => outcome !== 'ok').map(({ outcome }) => outcome)
    same('the other nine', [...new Set(refused)], ['ORDER_NOT_HOLDING'])
    const after = before + parseAmount(order.CautionMoney) + parseAmount(done[0]?.data.FactProfits ?? '0')
    same('balance after it: margin and profit once', formatFixed(await balanceOf(trader)), formatFixed(after))
  },
}

export const IDEMPOTENCY_CHECKS: readonly Check[] = [replayed, parallel, reused, malformed, refusedReplay, submits, closes]
