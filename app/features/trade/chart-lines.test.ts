import { describe, expect, test } from 'vitest'
import { spreadTags, widenedRange } from './chart-lines'

describe('tags on the price axis', () => {
  test.each([
    ['stay where they do not touch', [10, 40, 80], [], [10, 40, 80]],
    ['move apart to 20 px', [10, 15], [], [10, 30]],
    ['keep their order whatever order they came in', [15, 10, 12], [], [50, 10, 30]],
    ['step above the last price when that is nearer', [105], [{ from: 91, to: 123 }], [81]],
    ['step below the last price when that is nearer', [112], [{ from: 91, to: 123 }], [133]],
  ])('%s', (_, middles, fixed, places) => {
    expect(spreadTags(middles, 20, fixed)).toEqual(places)
  })
})

describe('the price range', () => {
  test.each([
    ['takes in a stop that is near', 1, 2, [2.7], { from: 1, to: 2.7 }],
    ['leaves out a stop that is far', 1, 2, [3], { from: 1, to: 2 }],
    ['stays without lines', 1, 2, [], { from: 1, to: 2 }],
  ])('%s', (_, from, to, prices, range) => {
    expect(widenedRange(from, to, prices)).toEqual(range)
  })
})
