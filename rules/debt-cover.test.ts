import { expect, test } from 'vitest'
import { inCoveringOrder } from './debt-cover'

test('the newest that nobody has approved pays first, the oldest with a first approval last', () => {
  const waiting = [
    { id: 1n, isHalfApproved: false },
    { id: 2n, isHalfApproved: true },
    { id: 3n, isHalfApproved: false },
    { id: 4n, isHalfApproved: true },
  ]
  expect(inCoveringOrder(waiting).map(({ id }) => id)).toEqual([3n, 1n, 4n, 2n])
})
