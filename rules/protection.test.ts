import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOnGrid, parseFixed } from './decimal'
import { closingPrice } from './price'
import { isAllowed, leastTrailingDistance, protectionProblem, protectionProblemAt, protectionRange, reachedTrigger } from './protection'

const quote = (bid: string, ask: string) => ({ bid: parseFixed(bid), ask: parseFixed(ask) })
const stops = (stopLoss: string, takeProfit: string) => ({ stopLoss: parseFixed(stopLoss), takeProfit: parseFixed(takeProfit) })

describe('where a stop may stand, at 1.08640 / 1.08650', () => {
  test.each([
    ['buy', '1.08500', '1.08800', null],
    ['buy', '0', '0', null],
    ['buy', '1.08639', '1.08641', null],
    ['buy', '1.08640', '0', 'STOP_LOSS_WRONG_SIDE'],
    ['buy', '1.08645', '0', 'STOP_LOSS_WRONG_SIDE'],
    ['buy', '0', '1.08640', 'TAKE_PROFIT_WRONG_SIDE'],
    ['buy', '0', '1.08600', 'TAKE_PROFIT_WRONG_SIDE'],
    ['buy', '1.09', '1.08', 'STOP_LOSS_WRONG_SIDE'],
    ['sell', '1.08800', '1.08500', null],
    ['sell', '1.08651', '1.08649', null],
    ['sell', '1.08650', '0', 'STOP_LOSS_WRONG_SIDE'],
    ['sell', '1.08645', '0', 'STOP_LOSS_WRONG_SIDE'],
    ['sell', '0', '1.08650', 'TAKE_PROFIT_WRONG_SIDE'],
  ] as const)('%s with stop loss %s and take profit %s: %s', (side, stopLoss, takeProfit, problem) => {
    expect(protectionProblem(side, stops(stopLoss, takeProfit), quote('1.08640', '1.08650'))).toBe(problem)
  })
})

describe('which stop a quote reaches, stop loss 1.08500 and take profit 1.08800 (mirrored for a sell)', () => {
  test.each([
    ['buy', '1.08600', '1.08610', null],
    ['buy', '1.08501', '1.08511', null],
    ['buy', '1.08500', '1.08510', 'stop_loss'],
    ['buy', '1.08000', '1.08010', 'stop_loss'],
    ['buy', '1.08799', '1.08809', null],
    ['buy', '1.08800', '1.08810', 'take_profit'],
    ['buy', '1.09500', '1.09510', 'take_profit'],
    ['sell', '1.08790', '1.08799', null],
    ['sell', '1.08790', '1.08800', 'stop_loss'],
    ['sell', '1.08491', '1.08501', null],
    ['sell', '1.08490', '1.08500', 'take_profit'],
  ] as const)('a %s at %s / %s: %s', (side, bid, ask, trigger) => {
    const set = side === 'buy' ? stops('1.08500', '1.08800') : stops('1.08800', '1.08500')
    expect(reachedTrigger(side, set, quote(bid, ask))).toBe(trigger)
  })

  test('the stop loss wins where both are reached, and 0 is no stop', () => {
    expect(reachedTrigger('buy', stops('1.09', '1.08'), quote('1.085', '1.086'))).toBe('stop_loss')
    expect(reachedTrigger('sell', stops('1.08', '1.09'), quote('1.085', '1.086'))).toBe('stop_loss')
    expect(reachedTrigger('sell', stops('0', '0'), quote('1.085', '1.086'))).toBeNull()
  })
})

test('a stop that was accepted is not reached by the quote it was accepted at', () => {
  const prices = fc.bigInt({ min: 1n, max: 10n ** 12n })
  fc.assert(
    fc.property(
      fc.constantFrom('buy' as const, 'sell' as const),
      prices,
      prices,
      prices,
      fc.bigInt({ min: 0n, max: 10n ** 9n }),
      (side, bid, stopLoss, takeProfit, spread) => {
        const now = { bid, ask: bid + spread }
        const wanted = { stopLoss, takeProfit }
        const isAccepted = protectionProblem(side, wanted, now) === null
        expect(isAccepted).toBe(reachedTrigger(side, wanted, now) === null)
        expect(closingPrice(side, now) === stopLoss && isAccepted).toBe(false)
      },
    ),
  )
})

describe('how near a stop may stand to 1.08640, at least 0.00020 away', () => {
  test.each([
    ['buy', '1.08620', '1.08660', null],
    ['buy', '0', '0', null],
    ['buy', '1.08621', '0', 'STOP_LOSS_TOO_CLOSE'],
    ['buy', '1.08639', '0', 'STOP_LOSS_TOO_CLOSE'],
    ['buy', '0', '1.08659', 'TAKE_PROFIT_TOO_CLOSE'],
    ['buy', '1.08621', '1.08659', 'STOP_LOSS_TOO_CLOSE'],
    ['buy', '1.08621', '1.08640', 'TAKE_PROFIT_WRONG_SIDE'],
    ['buy', '1.08640', '0', 'STOP_LOSS_WRONG_SIDE'],
    ['sell', '1.08660', '1.08620', null],
    ['sell', '1.08659', '0', 'STOP_LOSS_TOO_CLOSE'],
    ['sell', '0', '1.08621', 'TAKE_PROFIT_TOO_CLOSE'],
    ['sell', '1.08620', '1.08660', 'STOP_LOSS_WRONG_SIDE'],
  ] as const)('%s with stop loss %s and take profit %s: %s', (side, stopLoss, takeProfit, problem) => {
    expect(protectionProblemAt(side, stops(stopLoss, takeProfit), parseFixed('1.08640'), parseFixed('0.0002'))).toBe(problem)
  })

  test('the distance counts from the closing side of the quote', () => {
    const distance = parseFixed('0.0002')
    expect(protectionProblem('buy', stops('1.08620', '0'), quote('1.08640', '1.08650'), distance)).toBeNull()
    expect(protectionProblem('sell', stops('1.08669', '0'), quote('1.08640', '1.08650'), distance)).toBe('STOP_LOSS_TOO_CLOSE')
  })
})

test.each([
  // side, reference, distance, precision, stop loss, take profit
  ['buy', '1.08640', '0', 5, 'at-most 1.08639', 'at-least 1.08641'],
  ['buy', '1.08640', '0.0002', 5, 'at-most 1.08620', 'at-least 1.08660'],
  ['sell', '1.08640', '0.0002', 5, 'at-least 1.08660', 'at-most 1.08620'],
  ['buy', '1.08640', '0.000195', 5, 'at-most 1.08620', 'at-least 1.08660'],
  ['buy', '0.00010', '0.0002', 5, 'at-most 0.00000', 'at-least 0.00030'],
] as const)('a %s at %s with the distance %s on %i decimals: stop loss %s, take profit %s', (side, reference, distance, precision, stopLoss, takeProfit) => {
  const range = protectionRange(side, parseFixed(reference), parseFixed(distance), precision)
  const words = (name: 'stopLoss' | 'takeProfit') => ({ bound: range[name].bound, price: range[name].price })
  const expected = (text: string) => {
    const [bound, price] = text.split(' ') as [string, string]
    return { bound, price: parseFixed(price) }
  }
  expect(words('stopLoss')).toEqual(expected(stopLoss))
  expect(words('takeProfit')).toEqual(expected(takeProfit))
})

test('the range told is exactly what is accepted, on the whole grid', () => {
  const points = fc.bigInt({ min: 1n, max: 10n ** 4n }).map((point) => point * 1_000n)
  fc.assert(
    fc.property(
      fc.constantFrom('buy' as const, 'sell' as const),
      points,
      points,
      fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 6n })),
      (side, reference, price, minDistance) => {
        const range = protectionRange(side, reference, minDistance, 5)
        const isAccepted = (wanted: { stopLoss: bigint; takeProfit: bigint }) =>
          protectionProblemAt(side, wanted, reference, minDistance) === null
        expect(isAllowed(range.stopLoss, price)).toBe(isAccepted({ stopLoss: price, takeProfit: 0n }))
        expect(isAllowed(range.takeProfit, price)).toBe(isAccepted({ stopLoss: 0n, takeProfit: price }))
        expect(isOnGrid(range.stopLoss.price, 5) && isOnGrid(range.takeProfit.price, 5)).toBe(true)
      },
    ),
  )
})

test.each([
  ['0', '0.00001'],
  ['0.000001', '0.00001'],
  ['0.0002', '0.0002'],
  ['0.000195', '0.0002'],
])('with the minimum distance %s a trailing stop follows at %s or more', (minDistance, least) => {
  expect(leastTrailingDistance(parseFixed(minDistance), 5)).toBe(parseFixed(least))
})
