import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFixed } from './decimal'
import { pendingKind, targetProblem, targetRange } from './pending-kind'
import { isAllowed } from './protection'

const quote = { bid: parseFixed('1.08640'), ask: parseFixed('1.08650') }

test.each([
  ['buy', '1.08600', 'limit'],
  ['buy', '1.08700', 'stop'],
  ['buy', '1.08649', 'limit'],
  ['buy', '1.08640', 'limit'],
  ['buy', '1.08650', null],
  ['sell', '1.08700', 'limit'],
  ['sell', '1.08600', 'stop'],
  ['sell', '1.08641', 'limit'],
  ['sell', '1.08650', 'limit'],
  ['sell', '1.08640', null],
] as const)('a %s at %s against 1.08640 / 1.08650 is %s', (side, target, kind) => {
  expect(pendingKind(side, parseFixed(target), quote)).toBe(kind)
})

test.each([
  ['1.08650', '0', 'TARGET_IS_MARKET_PRICE'],
  ['1.08650', '0.0002', 'TARGET_IS_MARKET_PRICE'],
  ['1.08651', '0', null],
  ['1.08669', '0.0002', 'TARGET_TOO_CLOSE'],
  ['1.08670', '0.0002', null],
  ['1.08631', '0.0002', 'TARGET_TOO_CLOSE'],
  ['1.08630', '0.0002', null],
])('a target of %s against 1.08650 with the distance %s: %s', (target, minDistance, problem) => {
  expect(targetProblem(parseFixed(target), parseFixed('1.08650'), parseFixed(minDistance))).toBe(problem)
})

test('the target range told is exactly what is accepted', () => {
  const points = fc.bigInt({ min: 1n, max: 10n ** 4n }).map((point) => point * 1_000n)
  fc.assert(
    fc.property(points, points, fc.bigInt({ min: 0n, max: 10n ** 6n }), (now, target, minDistance) => {
      const { below, above } = targetRange(now, minDistance, 5)
      expect(isAllowed(below, target) || isAllowed(above, target)).toBe(targetProblem(target, now, minDistance) === null)
    }),
  )
})
