import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equityOf, freeMarginOf } from './account'
import { parseAmount } from './money'
import { openLossesOf, withdrawableOf } from './withdrawable'

test.each([
  ['1000', '0', '1000'],
  // Profit that is not realised cannot be taken out.
  ['1000', '250.5', '1000'],
  ['1000', '-250.5', '749.5'],
  ['1000', '-0.00000001', '999.99999999'],
  ['1000', '-1000', '0'],
  ['1000', '-1000.00000001', '0'],
  ['0', '500', '0'],
  ['0', '-500', '0'],
  ['0', '0', '0'],
  // A loss beyond the balance, before negative balance protection has booked it.
  ['-5', '10', '0'],
  ['-5', '-1', '0'],
])('balance %s, floating profit %s: %s', (balance, floating, expected) => {
  expect(withdrawableOf({ balance: parse(balance), floatingProfit: parse(floating) })).toBe(parse(expected))
})

test('open losses are what the positions would lose together', () => {
  expect([parse('-3'), 0n, parse('3')].map((floatingProfit) => openLossesOf({ floatingProfit }))).toEqual([parse('3'), 0n, 0n])
})

const amount = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })
const state = fc.record({ balance: amount, usedMargin: fc.bigInt({ min: 0n, max: 10n ** 18n }), floatingProfit: amount })

test('never more than the balance, never more than the free margin, never negative', () => {
  fc.assert(
    fc.property(state, (account) => {
      const free = withdrawableOf(account)
      expect(free >= 0n).toBe(true)
      if (free === 0n) return
      expect(free <= account.balance && free <= freeMarginOf(account)).toBe(true)
      expect(free === account.balance || free === freeMarginOf(account)).toBe(true)
    }),
  )
})

test('taking all of it out leaves at least the margin in use as equity, at the prices of now', () => {
  fc.assert(
    fc.property(state, (account) => {
      fc.pre(withdrawableOf(account) > 0n)
      const left = { ...account, balance: account.balance - withdrawableOf(account) }
      expect(equityOf(left) >= left.usedMargin).toBe(true)
    }),
  )
})

test('a rising profit never raises it above the balance, a growing loss never raises it', () => {
  fc.assert(
    fc.property(state, fc.bigInt({ min: 0n, max: 10n ** 18n }), (account, more) => {
      const worse = { ...account, floatingProfit: account.floatingProfit - more }
      expect(withdrawableOf(worse) <= withdrawableOf(account)).toBe(true)
    }),
  )
})

function parse(text: string): bigint {
  return text.startsWith('-') ? -parseAmount(text.slice(1)) : parseAmount(text)
}
