import { expect, test } from 'vitest'
import { orderExample } from './order-examples'
import { stopTermsOf } from './stops-check'
import {
  changeUnit,
  isChanged,
  moveTarget,
  placeStop,
  rebaseDraft,
  type StopsDraft,
  sentPrice,
  sentStopsOf,
  startDraft,
  suggestedDistance,
  suggestedStop,
  typeStop,
  unitPrecision,
  unitStep,
  unsendable,
} from './stops-draft'

/** Long 0.20 EUR/USD from 1.16340: one pip is 2 USDT. */
const order = orderExample()
const terms = stopTermsOf(order, '', '1', '10000')!
const typed = (unit: StopsDraft['unit'], name: 'stopLoss' | 'takeProfit', text: string) =>
  typeStop(terms, changeUnit(terms, startDraft(order), unit), name, text)[name].price

test('a fresh draft changes nothing, also when a stop is not set', () => {
  expect(isChanged(order, startDraft(order))).toBe(false)
  const bare = orderExample({ stopLoss: '0', takeProfit: '0.00000' })
  expect(startDraft(bare)).toMatchObject({ stopLoss: { isOn: false, price: '' }, takeProfit: { isOn: false, price: '' } })
  expect(isChanged(bare, startDraft(bare))).toBe(false)
})

test('switching a stop off, on, or moving it is a change; writing the same number otherwise is not', () => {
  const one = orderExample({ takeProfit: '0' })
  const draft = startDraft(one)
  expect(isChanged(one, { ...draft, stopLoss: { ...draft.stopLoss, isOn: false } })).toBe(true)
  expect(isChanged(one, placeStop(terms, draft, 'stopLoss', '1.1605'))).toBe(false)
  expect(isChanged(one, placeStop(terms, draft, 'stopLoss', '1.16051'))).toBe(true)
  expect(isChanged(one, placeStop(terms, draft, 'takeProfit', '1.17000'))).toBe(true)
})

test('a stop that is off is sent as 0', () => {
  expect(sentPrice({ isOn: false, price: '1.16000' })).toBe('0')
  expect(sentPrice({ isOn: true, price: '1.16000' })).toBe('1.16000')
})

test.each([
  ['stopLoss', '', 'STOP_UNREADABLE'],
  ['stopLoss', 'abc', 'STOP_UNREADABLE'],
  ['takeProfit', '1e9', 'STOP_UNREADABLE'],
  ['takeProfit', '-1.2', 'STOP_UNREADABLE'],
] as const)('a %s that is on and says %j is held back, not sent as none', (field, text, code) => {
  const draft = typeStop(terms, startDraft(order), field, text)
  expect(unsendable(order, draft)).toEqual({ field, code })
  expect(isChanged(order, draft)).toBe(true)
})

test('an amount that no price gives is held back, and 0 means none', () => {
  const money = changeUnit(terms, startDraft(order), 'money')
  expect(unsendable(order, typeStop(terms, money, 'stopLoss', '99999999'))).toEqual({ field: 'stopLoss', code: 'STOP_UNREACHABLE' })
  const none = typeStop(terms, money, 'stopLoss', '0')
  expect(unsendable(order, none)).toBeNull()
  expect(sentStopsOf(order, none).stopLoss).toBe('0')
})

test('a target or a trailing distance without a number is held back', () => {
  const waiting = orderExample({ status: 'pending', askedPrice: '1.16000' })
  expect(unsendable(waiting, moveTarget(terms, startDraft(waiting), ''))).toEqual({ field: 'target', code: 'NUMBER_UNREADABLE' })
  expect(sentStopsOf(waiting, moveTarget(terms, startDraft(waiting), '1,1650')).targetPrice).toBe('1.1650')
  const trailing = { ...startDraft(order), isTrailing: true, trailingDistance: 'x' }
  expect(unsendable(order, trailing)).toEqual({ field: 'trailing', code: 'STOP_UNREADABLE' })
})

test.each([
  ['price', 'stopLoss', '1.16', '1.16'],
  ['pips', 'stopLoss', '20', '1.16140'],
  ['pips', 'takeProfit', '20', '1.16540'],
  ['money', 'stopLoss', '40', '1.16140'],
  ['money', 'takeProfit', '112', '1.16900'],
  ['percent', 'stopLoss', '0.5', '1.16090'],
  ['money', 'stopLoss', '', ''],
  ['money', 'stopLoss', '99999999', ''],
] as const)('%s, %s: %j is the price %j', (unit, name, text, price) => {
  expect(typed(unit, name, text)).toBe(price)
})

test.each([
  ['pips', '29.0', '56.0'],
  ['money', '58.00', '112.00'],
  ['percent', '0.58', '1.12'],
  ['price', '1.16050', '1.16900'],
] as const)('the same stops in %s read %s and %s', (unit, stopLoss, takeProfit) => {
  const draft = changeUnit(terms, startDraft(order), unit)
  expect([draft.stopLoss.text, draft.takeProfit.text]).toEqual([stopLoss, takeProfit])
  expect(isChanged(order, draft)).toBe(false)
})

test('a stop loss in profit cannot be written as a loss, and is still kept', () => {
  const locked = orderExample({ stopLoss: '1.16400' })
  const draft = changeUnit(terms, startDraft(locked), 'money')
  expect(draft.stopLoss).toEqual({ isOn: true, text: '', price: '1.16400' })
  expect(isChanged(locked, draft)).toBe(false)
})

test('the trailing distance is named only where it changes, and goes with the stop loss', () => {
  const draft = startDraft(order)
  expect(sentStopsOf(order, draft)).toEqual({ takeProfit: '1.16900', stopLoss: '1.16050' })
  const trailing = { ...draft, isTrailing: true, trailingDistance: '0.00200' }
  expect(sentStopsOf(order, trailing).trailingDistance).toBe('0.00200')
  expect(sentStopsOf(order, { ...trailing, stopLoss: { ...draft.stopLoss, isOn: false } }).trailingDistance).toBeUndefined()
  const was = orderExample({ trailingDistance: '0.00200' })
  expect(sentStopsOf(was, startDraft(was)).trailingDistance).toBeUndefined()
  expect(sentStopsOf(was, { ...startDraft(was), isTrailing: false }).trailingDistance).toBe('0')
})

test('the target of a pending order is named only where it was moved; its stops keep their prices', () => {
  const pending = orderExample({
    status: 'pending',
    kind: 'limit',
    askedPrice: '1.15000',
    entryPrice: '0',
    stopLoss: '1.14800',
    takeProfit: '0',
  })
  const own = stopTermsOf(pending, '', '1', '10000')!
  const draft = changeUnit(own, startDraft(pending), 'pips')
  expect([draft.target, draft.stopLoss.text]).toEqual(['1.15000', '20.0'])
  expect(sentStopsOf(pending, draft).targetPrice).toBeUndefined()
  const moved = moveTarget(own, draft, '1.15100')
  expect(moved.stopLoss).toEqual({ isOn: true, price: '1.14800', text: '30.0' })
  expect(sentStopsOf(pending, moved)).toMatchObject({ targetPrice: '1.15100', stopLoss: '1.14800' })
})

test.each([
  ['buy', 'stopLoss', '1.15842'],
  ['buy', 'takeProfit', '1.17006'],
  ['sell', 'stopLoss', '1.17006'],
  ['sell', 'takeProfit', '1.15842'],
] as const)('the first value of a %s’s stop stands on its right side', (side, name, price) => {
  expect(suggestedStop(orderExample({ side }), name, '1.16424')).toBe(price)
})

test('steps and decimals follow the unit', () => {
  expect([unitStep('price', 10_000n), unitStep('pips', 10_000n), unitStep('percent', 10_000n)]).toEqual(['0.0001', '1', '0.1'])
  expect([unitPrecision('price', 5), unitPrecision('pips', 5), unitPrecision('money', 5)]).toEqual([5, 1, 2])
  expect(suggestedDistance(order, '1.16424')).toBe('0.00292')
})

test('what a save, a trailing stop or another device has changed is taken over, what was typed here stays', () => {
  const typed = typeStop(terms, startDraft(order), 'takeProfit', '1.17500')
  const moved = orderExample({ stopLoss: '1.16200', takeProfit: '1.16950', trailingDistance: '0.00200' })
  expect(rebaseDraft(terms, typed, order, moved)).toMatchObject({
    stopLoss: { isOn: true, price: '1.16200', text: '1.16200' },
    takeProfit: { price: '1.17500', text: '1.17500' },
    isTrailing: true,
    trailingDistance: '0.00200',
  })
  const saved = orderExample({ takeProfit: '1.17500' })
  expect(isChanged(saved, rebaseDraft(terms, typed, order, saved))).toBe(false)
  const half = { ...typed, takeProfit: { isOn: true, price: '', text: '1.17' } }
  expect(rebaseDraft(terms, half, order, moved).takeProfit).toEqual(half.takeProfit)
})

test('a stop that was switched on keeps the text in its field when the order is read again, whatever it says', () => {
  const bare = orderExample({ stopLoss: '0' })
  const open = typeStop(terms, placeStop(terms, startDraft(bare), 'stopLoss', '1.16000'), 'stopLoss', '1.16oo')
  const again = rebaseDraft(terms, open, bare, orderExample({ stopLoss: '0', price: '1.16500' }))
  expect(again.stopLoss).toEqual({ isOn: true, text: '1.16oo', price: '' })
})
