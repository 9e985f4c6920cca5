import { describe, expect, test } from 'vitest'
import { DECIMAL_IN } from '../../../contract/primitives'
import { formatFixedShort, parseFixed } from '../../../rules/decimal'
import { draftFor, lowestLots, newDraft, priceStep, quickLots, suggestedPrice, TYPED_NUMBER, ticketReducer } from './ticket-draft'
import { btcUsdt, eurUsd, fixedMargin, usdJpy } from './ticket-fixtures'
import { readTerms } from './ticket-terms'

const terms = readTerms(eurUsd)
const draft = newDraft(terms)

describe('a new ticket', () => {
  test('starts at the minimum lots and the first leverage that the broker offers', () => {
    expect(draft).toMatchObject({ lots: '0.01', leverage: '100', takeProfit: { isOn: false }, stopLoss: { isOn: false } })
  })
  test('has no leverage where the margin is fixed per lot', () => {
    expect(newDraft(readTerms(fixedMargin)).leverage).toBe('')
  })
  test('takes back what was filled in for the same instrument', () => {
    const kept = ticketReducer(draft, { type: 'lots-typed', lots: '0.35' })
    expect(draftFor(terms, kept)).toBe(kept)
  })
  test('does not take lots that were filled in for another instrument', () => {
    expect(draftFor(readTerms(btcUsdt), { ...draft, lots: '5' }).lots).toBe('0.01')
  })
  test('lets go of a leverage that is no longer offered', () => {
    expect(draftFor(terms, { ...draft, lots: '0.35', leverage: '500' })).toMatchObject({ lots: '0.35', leverage: '100' })
  })
})

describe('take profit and stop loss', () => {
  const switchOn = { type: 'protection-switched', name: 'takeProfit', isOn: true, suggestion: '1.16890' } as const
  test('start at the suggestion, and a typed price comes back when the switch is turned on again', () => {
    let next = ticketReducer(draft, switchOn)
    expect(next.takeProfit).toEqual({ isOn: true, price: '1.16890' })
    next = ticketReducer(next, { type: 'protection-typed', name: 'takeProfit', price: '1.17000' })
    next = ticketReducer(next, { ...switchOn, isOn: false })
    expect(next.takeProfit).toEqual({ isOn: false, price: '1.17000' })
    expect(ticketReducer(next, switchOn).takeProfit).toEqual({ isOn: true, price: '1.17000' })
  })
  test('leave with the order they belonged to, size and leverage stay', () => {
    const filled = ticketReducer(ticketReducer(draft, switchOn), { type: 'lots-typed', lots: '0.20' })
    expect(ticketReducer(filled, { type: 'order-placed' })).toEqual({ ...draft, lots: '0.20' })
  })
})

describe('steps', () => {
  test('quick lots are multiples of the minimum up to the maximum', () => {
    expect(quickLots(terms)).toEqual(['0.01', '0.10', '0.20', '0.50', '1.00'])
    expect(quickLots({ ...terms, maxLots: parseFixed('0.3') })).toEqual(['0.01', '0.10', '0.20'])
  })
  test.each([
    ['the minimum', '0.10', '0.01', '0.1'],
    ['one step where the minimum is smaller', '0.01', '0.05', '0.05'],
  ])('lots cannot be stepped below %s', (_, minimum, step, lowest) => {
    expect(formatFixedShort(lowestLots(readTerms({ ...eurUsd, ForexMinCont: minimum, Pip: step })))).toBe(lowest)
  })
  test.each([
    ['EUR/USD', 5, '1.16428', '0.0001'],
    ['AUD/USD', 5, '0.64815', '0.0001'],
    ['USD/JPY', 3, '156.842', '0.01'],
    ['XAU/USD', 2, '4078.35', '0.1'],
    ['BTC/USDT', 2, '91284.50', '1'],
    ['US500', 1, '6642.3', '0.1'],
    ['DOGE/USDT', 5, '0.14212', '0.0001'],
  ])('one step of a price of %s is a pip or about a ten-thousandth', (_, precision, price, step) => {
    expect(formatFixedShort(priceStep(precision, parseFixed(price)))).toBe(step)
  })
  test.each([
    ['takeProfit', 5, '1.16428', '1.16890'],
    ['stopLoss', 5, '1.16428', '1.16080'],
    ['takeProfit', 2, '91284.50', '91650.00'],
    ['stopLoss', 3, '156.842', '156.370'],
  ] as const)('a suggested %s price lies on a whole step', (name, precision, last, price) => {
    expect(suggestedPrice(name, precision, parseFixed(last))).toBe(price)
  })
  test('a number is typed exactly as the wire takes it', () => {
    expect(TYPED_NUMBER.source).toBe(DECIMAL_IN.source)
    expect(readTerms(usdJpy).rateFollowsPrice).toBe(true)
  })
})
