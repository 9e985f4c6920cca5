import { expect, test } from 'vitest'
import { RATE_ONE } from '../../rules/conversion'
import { parseFixed } from '../../rules/decimal'
import { formatAmount } from '../../rules/money'
import type { ReportFacts } from '../execution/fills-of'
import { compareOrder } from './compare-order'
import { valueOfFills } from './value-difference'

const fill = (execId: string, price: string, changes: Partial<ReportFacts> = {}): ReportFacts => ({
  ...{ execId, kind: 'filled', lastQuantity: parseFixed('500'), lastPrice: parseFixed(price), referredExecId: null, providerTime: 1_000 },
  ...changes,
})
const kinds = (ours: readonly ReportFacts[], theirs: readonly ReportFacts[]) => {
  const { equal, differences } = compareOrder(ours, theirs)
  return [equal, ...differences.map(({ kind, root }) => `${kind} ${root}`)]
}

test('the same fills are equal, whatever order they came in', () => {
  expect(kinds([fill('a', '1'), fill('b', '2')], [fill('b', '2'), fill('a', '1')])).toEqual([2])
})

test('each kind of difference is named, with the number of the fill', () => {
  expect(kinds([fill('a', '1')], [])).toEqual([0, 'not_in_theirs a'])
  expect(kinds([], [fill('a', '1')])).toEqual([0, 'not_in_book a'])
  expect(kinds([fill('a', '1')], [fill('a', '2')])).toEqual([0, 'price a'])
  expect(kinds([fill('a', '1')], [fill('a', '1', { lastQuantity: 1n })])).toEqual([0, 'quantity a'])
  expect(kinds([fill('a', '1')], [fill('a', '1', { providerTime: 2_001 })])).toEqual([0, 'time a'])
  expect(kinds([fill('a', '1')], [fill('a', '1', { providerTime: 2_000 })])).toEqual([1])
})

test('a correction or a bust that came to one side only is found at the fill that it is of', () => {
  const correction = fill('c', '3', { kind: 'corrected', referredExecId: 'a' })
  expect(kinds([fill('a', '1')], [fill('a', '1'), correction])).toEqual([0, 'price a'])
  expect(kinds([fill('a', '1'), correction], [fill('a', '1'), correction])).toEqual([1])
  expect(kinds([fill('a', '1')], [fill('a', '1'), fill('b', '1', { kind: 'busted', referredExecId: 'a' })])).toEqual([0, 'not_in_theirs a'])
})

test('what we know from an answer alone is compared as a sum', () => {
  const stated = fill('stated-x-1', '2', { lastQuantity: parseFixed('1000'), providerTime: 99_000 })
  expect(kinds([stated], [fill('a', '1'), fill('b', '3')])).toEqual([1])
  expect(kinds([stated], [fill('a', '1')])).toEqual([0, 'quantity a'])
})

test('the amount is theirs less ours, and a quantity that differs is valued at the price of now', () => {
  const value = (side: 'buy' | 'sell', ours: string | null, theirs: string | null) => {
    const traded = (price: string | null) => (price === null ? null : { quantity: parseFixed('500'), price: parseFixed(price) })
    const { amount, atStake } = valueOfFills(
      side,
      { ours: traded(ours), theirs: traded(theirs) },
      { mark: parseFixed('2660'), rate: RATE_ONE },
    )
    return [formatAmount(amount), formatAmount(atStake)]
  }
  // 5 lots of gold, sold 0.12 lower than we have it.
  expect(value('sell', '2658.34', '2658.22')).toEqual(['-60.00000000', '60.00000000'])
  expect(value('buy', '2658.34', '2658.22')).toEqual(['60.00000000', '60.00000000'])
  expect(value('buy', null, '2658')).toEqual(['1000.00000000', '1330000.00000000'])
  expect(value('buy', '2658', null)).toEqual(['-1000.00000000', '1330000.00000000'])
})
