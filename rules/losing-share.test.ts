import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLosing, FEWEST_ACCOUNTS, losingShare } from './losing-share'

describe('the share of losing accounts', () => {
  test.each([
    [20, 0, 0n],
    [20, 20, 10_000n],
    [20, 15, 7_500n],
    // 2/3 is 66.666…: up, never down.
    [30, 20, 6_667n],
    [30, 10, 3_334n],
    [19, 19, null],
    [0, 0, null],
  ])('of %i accounts with %i losing is %s', (accounts, losing, share) => {
    expect(losingShare({ accounts, losing })).toBe(share)
  })

  test('a result of exactly nothing is no loss', () => {
    expect(countLosing([-1n, 0n, 1n])).toEqual({ accounts: 3, losing: 1 })
  })

  test('is never flattered by rounding and never above the whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: FEWEST_ACCOUNTS, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (accounts, part) => {
        const losing = Math.floor(accounts * part)
        const share = losingShare({ accounts, losing }) ?? -1n
        expect(share * BigInt(accounts) >= BigInt(losing) * 10_000n).toBe(true)
        expect((share - 1n) * BigInt(accounts) < BigInt(losing) * 10_000n).toBe(true)
        expect(share <= 10_000n).toBe(true)
      }),
    )
  })
})
