import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations'
import { type ClockedWithdrawal, withdrawalClock } from './withdrawal-clock'

const NOW = 1_800_000_000_000
const asked = (changes: Partial<ClockedWithdrawal> = {}): ClockedWithdrawal => ({
  amount: 100_000_000_000n,
  askedAt: NOW - 2 * DAY_MS,
  firstApprovedAt: null,
  decidedAt: null,
  endedAs: null,
  ...changes,
})

test('what waits longer than was promised is told with a band, never with its amount', () => {
  const { overdue } = withdrawalClock([asked(), asked({ amount: 1n }), asked({ askedAt: NOW - 23 * HOUR_MS })], NOW, 24)
  expect(overdue.map(({ band }) => band)).toEqual([0, 2])
})

test.each(['completed', 'rejected', 'invalid', 'cancelled'] as const)('an overdue one leaves when it is %s, and not before', (endedAs) => {
  const row = asked({ askedAt: NOW - 90 * DAY_MS, decidedAt: NOW - 1, endedAs })
  expect(withdrawalClock([row], NOW - 1, 24).overdue).toHaveLength(1)
  expect(withdrawalClock([row], NOW, 24).overdue).toHaveLength(0)
})

test('two operators make two stages, one makes one', () => {
  const two = asked({
    firstApprovedAt: NOW - 2 * DAY_MS + 10 * MINUTE_MS,
    decidedAt: NOW - 2 * DAY_MS + 25 * MINUTE_MS,
    endedAs: 'completed',
  })
  const figures = withdrawalClock(
    Array.from({ length: 5 }, () => two),
    NOW,
    24,
  )
  expect(figures).toMatchObject({ asked_to_decided: { p50: 10 }, decided_to_paid: { p50: 15 }, asked_to_paid: { p50: 25, p95: 25 } })
  expect(withdrawalClock([two], NOW, 24).asked_to_paid).toEqual({ p50: null, p95: null })
})

test('asked = paid + rejected + taken back + waiting, whatever the rows', () => {
  const row = fc.record({
    amount: fc.bigInt({ min: 0n, max: 10n ** 13n }),
    askedAt: fc.integer({ min: NOW - 60 * DAY_MS, max: NOW + DAY_MS }),
    firstApprovedAt: fc.option(fc.integer({ min: NOW - 60 * DAY_MS, max: NOW + DAY_MS })),
    decidedAt: fc.option(fc.integer({ min: NOW - 60 * DAY_MS, max: NOW + DAY_MS })),
    endedAs: fc.constantFrom('completed' as const, 'rejected' as const, 'invalid' as const, 'cancelled' as const, null),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const figures = withdrawalClock(rows, NOW, 24)
      const { paid, rejected, taken_back, waiting } = figures
      expect(figures.asked).toBe(paid + rejected + taken_back + waiting)
      expect(withdrawalClock(rows.toReversed(), NOW, 24)).toEqual(figures)
    }),
  )
})
