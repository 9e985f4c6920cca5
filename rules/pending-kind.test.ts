import { expect, test } from 'vitest'
import { parseFixed } from './decimal'
import { pendingKind } from './pending-kind'

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
