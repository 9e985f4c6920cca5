import { describe, expect, test } from 'vitest'
import { readTerms } from '../scene/ticket-terms'
import { draftFor, draftFromForm, newDraft, type TicketAction, ticketReducer } from './ticket-draft'
import { btcUsdt, eurUsd, fixedMargin, usdJpy } from './ticket-fixtures'

const terms = readTerms(eurUsd)
const draft = newDraft(terms)
const draftAfter = (...actions: TicketAction[]) => actions.reduce(ticketReducer, draft)

describe('a new ticket', () => {
  test('starts at the minimum lots and the middle leverage of those that the broker offers', () => {
    expect(draft).toMatchObject({ kind: 'market', sizing: 'lots', lots: '0.01', leverage: '100' })
    expect([draft.takeProfit.isOn, draft.stopLoss.isOn, draft.trailing.isOn]).toEqual([false, false, false])
  })
  test('starts at the leverage last chosen, as long as it is offered', () => {
    expect(newDraft(terms, { leverage: '20' }).leverage).toBe('20')
    expect(newDraft(terms, { leverage: '500' }).leverage).toBe('100')
  })
  test('has no leverage where the margin is fixed per lot', () => {
    expect(newDraft(readTerms(fixedMargin)).leverage).toBe('')
  })
  test('takes back what was filled in for the same instrument', () => {
    const kept = draftAfter({ type: 'lots-typed', lots: '0.35' })
    expect(draftFor(terms, kept)).toBe(kept)
  })
  test('does not take lots that were filled in for another instrument', () => {
    expect(draftFor(readTerms(btcUsdt), { ...draft, lots: '5' }).lots).toBe('0.01')
  })
  test('lets go of a leverage that is no longer offered', () => {
    expect(draftFor(terms, { ...draft, lots: '0.35', leverage: '500' })).toMatchObject({ lots: '0.35', leverage: '100' })
  })
  test('limits slippage to a few steps of the price', () => {
    expect(draft.slippage).toBe('5')
  })
})

describe('take profit, stop loss and trailing stop', () => {
  const switchOn = { type: 'protection-switched', name: 'takeProfit', isOn: true, suggestion: '1.16890' } as const
  test('start at the suggestion, and what was typed comes back when the switch is turned on again', () => {
    const typed = draftAfter(switchOn, { type: 'protection-typed', name: 'takeProfit', value: '1.17000' })
    expect(draftAfter(switchOn).takeProfit).toEqual({ isOn: true, unit: 'price', value: '1.16890' })
    const off = ticketReducer(typed, { ...switchOn, isOn: false })
    expect(off.takeProfit).toEqual({ isOn: false, unit: 'price', value: '1.17000' })
    expect(ticketReducer(off, switchOn).takeProfit).toEqual({ isOn: true, unit: 'price', value: '1.17000' })
  })
  test('another unit takes the same stop along in its own number', () => {
    const inPips = draftAfter(switchOn, { type: 'protection-unit-chosen', name: 'takeProfit', unit: 'pips', value: '47.2' })
    expect(inPips.takeProfit).toEqual({ isOn: true, unit: 'pips', value: '47.2' })
    const off = ticketReducer(inPips, { ...switchOn, isOn: false })
    expect(ticketReducer(off, switchOn).takeProfit).toEqual({ isOn: true, unit: 'pips', value: '47.2' })
  })
  test('a trailing stop is a distance, in pips at first', () => {
    const on = draftAfter({ type: 'trailing-switched', isOn: true, suggestion: '35.0' }, { type: 'trailing-typed', value: '20.0' })
    expect(on.trailing).toEqual({ isOn: true, unit: 'pips', value: '20.0' })
    expect(ticketReducer(on, { type: 'trailing-unit-chosen', unit: 'price', value: '0.00200' }).trailing).toEqual({
      isOn: true,
      unit: 'price',
      value: '0.00200',
    })
  })
})

describe('the kind of order and its size', () => {
  test('a pending order starts at the suggested target, and a typed one stays when the kind is changed', () => {
    const pending = { type: 'kind-chosen', kind: 'pending', suggestion: '1.16200' } as const
    expect(draftAfter(pending)).toMatchObject({ kind: 'pending', target: '1.16200' })
    const typed = draftAfter(
      pending,
      { type: 'target-typed', target: '1.15000' },
      { type: 'kind-chosen', kind: 'market', suggestion: '1.2' },
    )
    expect(typed).toMatchObject({ kind: 'market', target: '1.15000' })
    expect(ticketReducer(typed, pending).target).toBe('1.15000')
  })
  test('a size from risk brings its stop loss along, and the typed lots wait', () => {
    const stopLoss = { isOn: true, unit: 'pips', value: '35.0' } as const
    const sized = draftAfter({ type: 'lots-typed', lots: '0.35' }, { type: 'sizing-chosen', sizing: 'risk', stopLoss })
    expect(sized).toMatchObject({ sizing: 'risk', lots: '0.35', stopLoss })
    expect(ticketReducer(sized, { type: 'sizing-chosen', sizing: 'lots' })).toMatchObject({ sizing: 'lots', lots: '0.35', stopLoss })
  })
  test('percent and money at risk do not share a number', () => {
    const typed = draftAfter({ type: 'risk-typed', value: '2.00' })
    expect(typed.risk).toEqual({ unit: 'percent', value: '2.00' })
    const money = { unit: 'money', value: '150.00' } as const
    expect(ticketReducer(typed, { type: 'risk-unit-chosen', risk: money }).risk).toEqual(money)
  })
})

test('stops and target leave with the order they belonged to; size, leverage, kind and slippage stay', () => {
  const habits: TicketAction[] = [
    { type: 'lots-typed', lots: '0.20' },
    { type: 'limit-chosen', name: 'slippage', limit: 'any' },
    { type: 'kind-chosen', kind: 'pending', suggestion: '' },
  ]
  const filled = draftAfter(
    ...habits,
    { type: 'target-typed', target: '1.15' },
    { type: 'protection-switched', name: 'stopLoss', isOn: true, suggestion: '1.16' },
    { type: 'trailing-switched', isOn: true, suggestion: '35.0' },
  )
  expect(ticketReducer(filled, { type: 'order-placed' })).toEqual(draftAfter(...habits))
})

test('the rate of an instrument that converts its own currency follows its price', () => {
  expect(readTerms(usdJpy).rateFollowsPrice).toBe(true)
})

test('a form that was sent without scripts is a draft again', () => {
  const form = { status: '0', target_price: '1.16', cont: '0.35', multiple: '20', stop_loss_price: '1.15', target_profit_price: '0' }
  expect(draftFromForm(draft, form)).toMatchObject({
    kind: 'pending',
    target: '1.16',
    lots: '0.35',
    leverage: '20',
    stopLoss: { isOn: true, unit: 'price', value: '1.15' },
    takeProfit: { isOn: false },
    trailing: { isOn: false },
  })
  expect(draftFromForm(draft, { trailing_distance: '0.002' })).toMatchObject({
    kind: 'market',
    trailing: { isOn: true, unit: 'price', value: '0.002' },
  })
})
