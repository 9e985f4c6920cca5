import { describe, expect, test } from 'vitest'
import { spreadTags, widenedRange } from './line-figures'

describe('tags on the price axis', () => {
  test.each([
    ['stay where they do not touch', [10, 40, 80], null, [10, 40, 80]],
    ['move apart to 20 px', [10, 15], null, [10, 30]],
    ['keep their order whatever order they came in', [15, 10, 12], null, [50, 10, 30]],
    ['step above the last price when that is nearer', [105], { from: 91, to: 123 }, [81]],
    ['step below the last price when that is nearer', [112], { from: 91, to: 123 }, [133]],
    ['make room upwards above it and downwards below it', [90, 104, 110, 130], { from: 91, to: 123 }, [61, 81, 133, 153]],
    ['go on below it where there is no room above', [20, 22, 24], { from: 30, to: 60 }, [20, 70, 90]],
  ])('%s', (_, middles, taken, places) => {
    expect(spreadTags(middles, 20, taken)).toEqual(places)
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
