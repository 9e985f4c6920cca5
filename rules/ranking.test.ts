import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from './durations'
import { fallOf, MIN_SAMPLE, type RankingEvent, rankingFigures, rankingSums, THREE_WEEKS_MS } from './ranking'

const NOW = 100 * DAY_MS
const USDT = 10n ** 8n

const result = (amount: number, daysAgo: number, leverage: number | null = 100): RankingEvent => ({
  kind: 'result',
  at: NOW - daysAgo * DAY_MS,
  amount: BigInt(amount) * USDT,
  leverage,
})
const grant = (amount: number, daysAgo: number): RankingEvent => ({
  kind: 'flow',
  at: NOW - daysAgo * DAY_MS,
  amount: BigInt(amount) * USDT,
  isCapital: true,
})
const protection = (amount: number, daysAgo: number): RankingEvent => ({ ...grant(amount, daysAgo), kind: 'flow', isCapital: false })
const five = (amount: number, daysAgo = 1) => Array.from({ length: 5 }, () => result(amount, daysAgo))
const figures = (events: readonly RankingEvent[]) => rankingFigures(rankingSums(events, NOW))

describe('three weeks', () => {
  test.each<[string, RankingEvent[], bigint]>([
    ['500 on 10,000 is 5 %', [grant(10_000, 50), ...five(100)], 500n],
    ['a loss has its sign', [grant(10_000, 50), ...five(-100)], -500n],
    ['a third is rounded half-even at 0.01 %', [grant(30_000, 50), ...five(200)], 333n],
    ['results before the three weeks are capital, not results', [grant(10_000, 50), result(10_000, 30), ...five(100)], 250n],
    ['money that came in later counts whole', [grant(10_000, 50), ...five(100), grant(10_000, 1)], 250n],
    ['an account opened within the three weeks stands on its grant', [grant(10_000, 3), ...five(100)], 500n],
    ['money that went out before is no capital', [grant(10_000, 50), grant(-5_000, 40), ...five(100)], 1_000n],
    ['the protection from a negative balance is none either', [grant(100, 10), ...five(-40), protection(100, 1)], -20_000n],
  ])('%s', (_, events, rate) => {
    expect(figures(events)?.threeWeekRate).toBe(rate)
  })

  test('an order that ended exactly three weeks ago is no longer in them', () => {
    const at = (ms: number): RankingEvent => ({ kind: 'result', at: NOW - THREE_WEEKS_MS + ms, amount: USDT, leverage: 1 })
    expect(rankingSums([at(0)], NOW).recentOrders).toBe(0)
    expect(rankingSums([at(1)], NOW).recentOrders).toBe(1)
  })

  test('won is what is left after the fee, nothing gained is not won', () => {
    expect(figures([grant(1_000, 50), ...five(0), result(10, 1), result(-10, 1), result(5, 1)])?.threeWeekWin).toBe(2_500n)
  })

  test('fewer than five ended orders say nothing', () => {
    const events = [grant(1_000, 50), ...Array.from({ length: MIN_SAMPLE - 1 }, () => result(10, 1)), ...five(10, 30)]
    expect(figures(events)).toBeNull()
    expect(figures([...events, result(10, 1)])).toMatchObject({ threeWeekOrders: 5, totalOrders: 10 })
  })

  test('without capital there is nothing to hold a result against', () => {
    expect(figures(five(10))).toBeNull()
  })
})

test('the total rate rests on everything that ever came in, refills too', () => {
  expect(figures([grant(10_000, 80), result(-9_000, 70), grant(9_000, 60), ...five(200)])).toMatchObject({
    totalRate: -4_211n,
    totalOrders: 6,
  })
})

test('the leverage is that of most orders, the higher one of two; orders without one do not vote', () => {
  const with_ = (...leverages: (number | null)[]) =>
    figures([grant(1_000, 50), ...leverages.map((leverage) => result(1, 1, leverage))])?.leverage
  expect(with_(10, 10, 50, 50, 20)).toBe(50)
  expect(with_(10, 10, null, null, null)).toBe(10)
  expect(with_(null, null, null, null, null)).toBeNull()
})

describe('drawdown', () => {
  const drawdown = (...events: RankingEvent[]) => rankingSums(events, NOW).drawdown
  test.each<[string, RankingEvent[], bigint]>([
    ['none without a fall', [grant(1_000, 9), result(10, 8), result(10, 7)], 0n],
    ['from the start', [grant(1_000, 9), result(-100, 8)], 1_000n],
    ['from the highest point', [grant(1_000, 9), result(1_000, 8), result(-500, 7), result(100, 6)], 2_500n],
    ['the largest of several', [grant(1_000, 9), result(-100, 8), result(600, 7), result(-300, 6)], 2_000n],
    ['money that goes out is no fall', [grant(1_000, 9), grant(-900, 8), result(-10, 7)], 1_000n],
    ['money that comes in hides none', [grant(1_000, 9), result(-100, 8), grant(10_000, 7)], 1_000n],
    ['rounded up, never shown smaller', [grant(30_000, 9), result(-1, 8)], 1n],
    ['never above all of it', [grant(100, 9), result(-150, 8), protection(50, 8), grant(100, 7), result(-100, 6)], 10_000n],
  ])('%s', (_, events, percent) => {
    expect(drawdown(...events)).toBe(percent)
  })

  test('a fall from nothing is a fall of everything', () => {
    expect([fallOf(0n, 0n), fallOf(1n, 0n), fallOf(5n, 5n)]).toEqual([0n, 10_000n, 10_000n])
  })
})

test('the sum of all results and flows is what the account is worth, however they are cut at three weeks', () => {
  const event = fc.record({ amount: fc.integer({ min: -500, max: 500 }), daysAgo: fc.integer({ min: 0, max: 60 }), isFlow: fc.boolean() })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (made) => {
      const events = made
        .sort((one, other) => other.daysAgo - one.daysAgo)
        .map(({ amount, daysAgo, isFlow }) => (isFlow ? grant(amount, daysAgo) : result(amount, daysAgo)))
      const sums = rankingSums(events, NOW)
      const recentOut = events.filter(({ kind, at, amount }) => kind === 'flow' && amount < 0n && at > NOW - THREE_WEEKS_MS)
      const worth = events.reduce((sum, { amount }) => sum + amount, 0n)
      expect(sums.worthBefore + sums.recentInflow + sums.recentResults + recentOut.reduce((sum, { amount }) => sum + amount, 0n)).toBe(
        worth,
      )
      expect(sums.drawdown >= 0n && sums.drawdown <= 10_000n).toBe(true)
    }),
  )
})
