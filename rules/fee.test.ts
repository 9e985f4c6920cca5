import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIXED_ONE, formatFixed, parseFixed } from './decimal'
import { type FeeType, orderFee } from './fee'

test.each<[FeeType, string, string, string, string]>([
  // type, rate, lots, margin, fee
  ['per-lot', '7', '1', '1086.50', '7.00000000'],
  ['per-lot', '7', '0.01', '10.8650', '0.07000000'],
  ['per-lot', '0.8', '0.30', '5', '0.24000000'],
  ['per-lot', '0', '5', '1000', '0.00000000'],
  ['share-of-margin', '0.006', '1', '1086.50', '6.51900000'],
  ['share-of-margin', '0.006', '1', '1000', '6.00000000'],
  ['share-of-margin', '0.006', '0.01', '5.8214', '0.03492840'],
  ['share-of-margin', '0.006', '0.01', '0.00000001', '0.00000001'],
  ['share-of-margin', '0.003', '1', '1164.28003979', '3.49284012'],
  ['share-of-margin', '0', '1', '1000', '0.00000000'],
])('%s at %s for %s lots with a margin of %s is %s', (type, rate, lots, margin, fee) => {
  expect(formatFixed(orderFee(type, parseFixed(rate), parseFixed(lots), parseFixed(margin)))).toBe(fee)
})

test('a fee is the exact product rounded up at 10⁻⁸', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 16n })
  fc.assert(
    fc.property(fc.constantFrom<FeeType>('per-lot', 'share-of-margin'), amounts, amounts, amounts, (type, rate, lots, margin) => {
      const fee = orderFee(type, rate, lots, margin)
      const exact = (type === 'per-lot' ? lots : margin) * rate
      expect(fee * FIXED_ONE >= exact && fee * FIXED_ONE - exact < FIXED_ONE).toBe(true)
    }),
  )
})
