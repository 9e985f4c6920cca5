import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRate, RATE_ONE } from './conversion'
import { afterFill, type HeldPosition, inUsdt, NOTHING_HELD, openResult } from './cover'
import { parseFixed } from './decimal'
import { parseAmount } from './money'

const play = (...fills: readonly (readonly [quantity: string, price: string])[]) => {
  let held: HeldPosition = NOTHING_HELD
  let result = 0n
  for (const [quantity, price] of fills) {
    const next = afterFill(held, parseFixed(quantity), parseFixed(price))
    held = next.held
    result += inUsdt(next.quoteResult, RATE_ONE)
  }
  return { held, result }
}

test.each<[string, [string, string][], string, string]>([
  [
    'bought and sold higher',
    [
      ['100000', '1.1'],
      ['-100000', '1.2'],
    ],
    '0',
    '10000',
  ],
  [
    'sold and bought higher',
    [
      ['-100000', '1.1'],
      ['100000', '1.2'],
    ],
    '0',
    '-10000',
  ],
  [
    'half of it sold',
    [
      ['100000', '1.1'],
      ['-50000', '1.2'],
    ],
    '50000',
    '5000',
  ],
  [
    'the average of two',
    [
      ['100000', '1.1'],
      ['100000', '1.3'],
      ['-100000', '1.2'],
    ],
    '100000',
    '0',
  ],
  [
    'sold through',
    [
      ['100000', '1.1'],
      ['-150000', '1.2'],
    ],
    '-50000',
    '10000',
  ],
  [
    'taken back at its own price',
    [
      ['100000', '1.1'],
      ['-100000', '1.1'],
    ],
    '0',
    '0',
  ],
])('%s', (_, fills, quantity, result) => {
  const played = play(...fills)
  expect(played.held.quantity).toBe(parseFixed(quantity))
  expect(played.result).toBe(parseAmount(result))
})

test('the result is converted at the rate of the fill', () => {
  expect(inUsdt(parseFixed('15684.2') * 10n ** 8n, parseRate('0.00637584320526'))).toBe(parseAmount('100.00000000'))
})

test('whatever is bought and sold, what was made and what is open is exactly what was got for what was paid', () => {
  const fill = fc.tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.bigInt({ min: 1n, max: 10n ** 13n }))
  fc.assert(
    fc.property(fc.array(fill, { maxLength: 30 }), fc.bigInt({ min: 1n, max: 10n ** 13n }), (fills, last) => {
      let held: HeldPosition = NOTHING_HELD
      let [made, cash] = [0n, 0n]
      for (const [quantity, price] of fills) {
        const next = afterFill(held, quantity, price)
        held = next.held
        made += next.quoteResult
        cash -= quantity * price
      }
      expect(made + held.quantity * last - held.cost).toBe(cash + held.quantity * last)
      if (held.quantity === 0n) expect(held.cost).toBe(0n)
      expect(openResult(held, last, RATE_ONE)).toBe(inUsdt(held.quantity * last - held.cost, RATE_ONE))
    }),
  )
})
