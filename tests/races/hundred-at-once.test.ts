/**
 * A hundred calls on one account at the same instant, round after round: exactly as many succeed as may, nobody meets an error
 * of ours, and the books are exact afterwards. RACE_ROUNDS sets the rounds of each kind; a run of the suite makes few.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeAllOrders, listOrders, type Order } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import type { Answer } from '../fixtures/broker-client'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { PAYING_OUT, payee, purse, records, takeBack, withdraw } from '../fixtures/payout-actions'
import { books, cancel, close, holding, open, pending, place, protect, reset, reverse, submit } from '../fixtures/trader-actions'

const ROUNDS = Number(process.env.RACE_ROUNDS ?? '6')
const AT_ONCE = 100
const LIMIT_MS = 60_000 + ROUNDS * 6_000

let world: World
let trader: TestTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PAYING_OUT })
})
afterAll(async () => {
  expect(world.complaints).toEqual([])
  await world.close()
})
beforeEach(async () => {
  await world.quoteAll()
  await world.price('EURUSD', '1.20000')
  trader = await world.demoTrader()
})

/** What was answered, counted; anything from 500 up fails at once. */
function counted(answers: readonly Answer<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome, status } of answers) {
    expect(status).toBeLessThan(500)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
const atOnce = <T>(call: (index: number) => Promise<T>, times = AT_ONCE): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)))

async function eachRound(round: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < ROUNDS; index++) await round(index)
  expect(await books(world)).toEqual([])
}

test(
  `of ${AT_ONCE} closes of one position one succeeds`,
  async () => {
    await eachRound(async () => {
      const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.01' })
      expect(counted(await atOnce(() => close(trader, order.Id)))).toEqual({ ok: 1, ORDER_NOT_HOLDING: AT_ONCE - 1 })
      if ((await holding(trader)).total !== 0) throw new Error('the position is still there')
    })
  },
  LIMIT_MS,
)

test(
  `of ${AT_ONCE} partial closes exactly as many succeed as the size allows`,
  async () => {
    await eachRound(async () => {
      const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.10' })
      // Four parts leave one, which is then closed whole.
      expect(counted(await atOnce(() => close(trader, order.Id, '0.02')))).toEqual({ ok: 5, ORDER_NOT_HOLDING: AT_ONCE - 5 })
    })
  },
  LIMIT_MS,
)

test(
  `of ${AT_ONCE} submits exactly as many succeed as the margin carries`,
  async () => {
    await eachRound(async () => {
      // 0.5 lots bind 600 and pay 3.5 of 10,000.
      const answers = await atOnce(() => submit(world, trader, 'buy', 'EURUSD', { lots: '0.5' }))
      expect(counted(answers)).toEqual({ ok: 16, INSUFFICIENT_MARGIN: AT_ONCE - 16 })
      const figures = await holding(trader)
      expect([figures.total, parseFixed(figures.free_margin) >= 0n]).toEqual([16, true])
      expect(await reset(trader)).toBe('ok')
    })
  },
  LIMIT_MS,
)

test(
  `of ${AT_ONCE} cancels of a pending order one succeeds, and a fill at the same instant excludes it`,
  async () => {
    await eachRound(async (index) => {
      const order = await place(world, trader, 'buy', 'EURUSD', '1.19000', { lots: '0.01' })
      const cancelling = atOnce(() => cancel(trader, order.Id))
      if (index % 2 === 1) world.feed.push('EURUSD', parseFixed('1.19000'))
      const { ok = 0, ORDER_NOT_PENDING } = counted(await cancelling)
      await world.settle()
      const isFilled = (await holding(trader)).data.some(({ Id }) => Id === order.Id)
      expect([ok, ORDER_NOT_PENDING]).toEqual(isFilled ? [0, AT_ONCE] : [1, AT_ONCE - 1])
      expect(await pending(trader)).toEqual([])
      if (isFilled) await close(trader, order.Id)
      await world.price('EURUSD', '1.20000')
    })
  },
  LIMIT_MS,
)

test(
  `${AT_ONCE} edits of one position all succeed, one after the other, and the last one stands`,
  async () => {
    await eachRound(async () => {
      const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.01' })
      const wanted = (index: number) => `1.18${String(index).padStart(3, '0')}`
      const answers = await atOnce((index) => protect(trader, order.Id, wanted(index), '0'))
      expect(counted(answers)).toEqual({ ok: AT_ONCE })
      const stands = (await holding(trader)).data[0]?.TargetLossPrice
      expect(answers.map(({ data }) => (data as Order).TargetLossPrice)).toContain(stands)
      await close(trader, order.Id)
    })
  },
  LIMIT_MS,
)

test(
  `${AT_ONCE} calls of every kind at once leave exact books, and a key that was sent twice has one effect`,
  async () => {
    await eachRound(async (index) => {
      const orders = await Promise.all([1, 2, 3].map(() => open(world, trader, 'buy', 'EURUSD', { lots: '0.02', stopLoss: '1.19500' })))
      const waiting = await place(world, trader, 'buy', 'EURUSD', '1.19600', { lots: '0.01' })
      const answers = atOnce<Answer<unknown>>((one) => {
        const order = orders[one % 3]!
        const calls: (() => Promise<Answer<unknown>>)[] = [
          () => close(trader, order.Id),
          () => close(trader, order.Id, '0.01'),
          () => protect(trader, order.Id, '1.18000', '1.30000'),
          () => reverse(trader, order.Id),
          () => cancel(trader, waiting.Id),
          () => submit(world, trader, 'sell', 'EURUSD', { lots: '0.01', key: `round-${index}-key-${one % 20}` }),
          () => trader.call(closeAllOrders, {}),
          () => trader.call(listOrders, { status: '1' }),
        ]
        return calls[one % calls.length]!()
      })
      if (index % 2 === 0) world.feed.push('EURUSD', parseFixed('1.19500'))
      counted(await answers)
      await world.settle()
      const figures = await holding(trader)
      const locked = figures.data.reduce((sum, order) => sum + parseFixed(order.CautionMoney), 0n)
      expect(parseFixed(figures.total_margin)).toBe(locked)
      expect(await reset(trader)).toBe('ok')
      await world.price('EURUSD', '1.20000')
    })
  },
  LIMIT_MS,
)

test(
  `of ${AT_ONCE} withdrawals of the whole balance one succeeds, and of ${AT_ONCE} attempts to take it back one`,
  async () => {
    const mine = await payee(world, '1000')
    await eachRound(async () => {
      expect(counted(await atOnce(() => withdraw(mine, '1000')))).toEqual({ ok: 1, WITHDRAW_AMOUNT_TOO_LARGE: AT_ONCE - 1 })
      expect(await purse(mine.trader)).toEqual(['0.00', '1000.00'])
      const [asked] = await records(mine.trader)
      const answers = await atOnce(() => takeBack(mine.trader, asked?.id ?? ''))
      expect(counted(answers)).toEqual({ ok: 1, WITHDRAWAL_ALREADY_DECIDED: AT_ONCE - 1 })
      expect(await purse(mine.trader)).toEqual(['1000.00', '0.00'])
    })
  },
  LIMIT_MS,
)

test(
  `${AT_ONCE} withdrawals and orders at once never take out what margin holds`,
  async () => {
    await eachRound(async (index) => {
      const mine = await payee(world, '1000')
      const trading = { ...mine.trader, demoId: '' }
      const answers = await atOnce<Answer<unknown>>((one) =>
        one % 2 === 0
          ? withdraw(mine, '90')
          : submit(world, trading, 'buy', 'EURUSD', { lots: '0.05', leverage: '100', key: `w-${index}-${one}` }),
      )
      counted(answers)
      const { free_margin } = await holding(trading)
      expect(parseFixed(free_margin) >= 0n).toBe(true)
    })
  },
  LIMIT_MS,
)
