import { describe, expect, test } from 'vitest'
import { eurUsd, holdingOrder } from '../ticket/ticket-fixtures'
import { IDLE, isMovedElsewhere, type LineDrag, type LineDragEvent, lineDragReducer } from './line-drag'

const held = holdingOrder(eurUsd)
const waiting = holdingOrder(eurUsd, { id: '7', status: 'pending', kind: 'limit', entryPrice: '0', askedPrice: '1.16000' })

const follow = (...events: LineDragEvent[]): LineDrag => events.reduce(lineDragReducer, IDLE)
const hold = (origin: 'entry' | 'target' | 'stopLoss', order = held): LineDragEvent => ({ type: 'held', order, origin, price: '1.16050' })
const move = (price: string, part: 'takeProfit' | 'stopLoss' | 'target' = 'stopLoss', order = held): LineDragEvent => ({
  type: 'moved',
  part,
  price,
  order,
})
const priceOf = (drag: LineDrag) => (drag.phase === 'idle' ? null : drag.move.price)

describe('a line that is dragged', () => {
  test('follows the hand and asks when it is dropped', () => {
    const drag = follow(hold('stopLoss'), move('1.16060'), move('1.16070'), { type: 'dropped' })
    expect(drag).toMatchObject({ phase: 'asking', move: { orderId: '100', part: 'stopLoss', price: '1.16070', before: '1.16050' } })
  })

  test('that was only touched asks nothing', () => {
    expect(follow(hold('stopLoss'), { type: 'dropped' })).toEqual(IDLE)
  })

  test('goes back when it is given up, held or asked about', () => {
    expect(follow(hold('stopLoss'), move('1.16070'), { type: 'given-up' })).toEqual(IDLE)
    expect(follow(hold('stopLoss'), move('1.16070'), { type: 'dropped' }, { type: 'given-up' })).toEqual(IDLE)
  })

  test('from the entry becomes what the market allows at the price', () => {
    const drag = follow(hold('entry'), move('1.16300', 'stopLoss'), move('1.16800', 'takeProfit'))
    expect(drag).toMatchObject({ phase: 'held', move: { part: 'takeProfit', before: '1.16900' } })
  })

  test('keeps its own part whatever the direction', () => {
    expect(follow(hold('stopLoss'), move('1.16800', 'takeProfit'))).toMatchObject({ move: { part: 'stopLoss' } })
  })

  test('is not taken over by a second hand', () => {
    const other: LineDragEvent = { type: 'held', order: waiting, origin: 'target', price: '1.16000' }
    expect(follow(hold('stopLoss'), move('1.16070'), other)).toMatchObject({ move: { orderId: '100', price: '1.16070' } })
  })
})

describe('a push while a line is moved', () => {
  const moving = [hold('stopLoss'), move('1.16070')]

  test('leaves the price where the hand has put it', () => {
    const edited = { ...held, stopLoss: '1.16000' }
    expect(priceOf(follow(...moving, { type: 'orders-changed', orders: [edited] }))).toBe('1.16070')
    expect(priceOf(follow(...moving, { type: 'dropped' }, { type: 'orders-changed', orders: [edited, waiting] }))).toBe('1.16070')
  })

  test.each([
    ['while it is held', moving],
    ['while it is asked about', [...moving, { type: 'dropped' } as const]],
  ])('that closes the order loses the move %s, and says so', (_, events) => {
    const drag = follow(...events, { type: 'orders-changed', orders: [waiting] })
    expect(drag).toMatchObject({ phase: 'lost', why: 'ended', move: { name: 'EUR/USD' } })
    expect(lineDragReducer(drag, { type: 'dropped' })).toBe(drag)
  })

  test('that fills the order loses the move of its target', () => {
    const drag = follow(hold('target', waiting), move('1.15900', 'target', waiting), {
      type: 'orders-changed',
      orders: [{ ...waiting, status: 'open', entryPrice: '1.16000' }],
    })
    expect(drag).toMatchObject({ phase: 'lost', why: 'filled' })
  })

  test('that fills the order keeps the move of its stop loss', () => {
    const drag = follow(hold('stopLoss', waiting), move('1.15700', 'stopLoss', waiting), {
      type: 'orders-changed',
      orders: [{ ...waiting, status: 'open', entryPrice: '1.16000' }],
    })
    expect(drag).toMatchObject({ phase: 'held', move: { price: '1.15700' } })
  })
})

describe('what is asked', () => {
  const asked: LineDragEvent = { type: 'asked', order: held, part: 'takeProfit', price: '1.16900' }

  test('can be typed', () => {
    expect(priceOf(follow(asked, { type: 'typed', price: '1.17000' }))).toBe('1.17000')
  })

  test('is one question at a time', () => {
    expect(follow(asked, { ...asked, part: 'stopLoss', price: '1.16050' })).toMatchObject({ move: { part: 'takeProfit' } })
  })

  test('knows when another device has moved the line meanwhile', () => {
    const drag = follow(asked)
    if (drag.phase !== 'asking') throw new Error('nothing is asked')
    expect(isMovedElsewhere(drag.move, held)).toBe(false)
    expect(isMovedElsewhere(drag.move, { ...held, takeProfit: '1.16800' })).toBe(true)
  })
})
