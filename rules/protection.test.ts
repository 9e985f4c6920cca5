import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFixed } from './decimal'
import { closingPrice } from './price'
import { protectionProblem, reachedTrigger } from './protection'

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
