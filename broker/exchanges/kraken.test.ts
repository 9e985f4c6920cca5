import { expect, test } from 'vitest'
import { checksumOf } from './kraken'
import { BookSide, type PriceAndQuantity } from './order-book'

/** The book that Kraken explains its checksum with. */
const BIDS: readonly PriceAndQuantity[] = [
  ['45283.5', '0.10000000'],
  ['45283.4', '1.54582015'],
  ['45282.1', '0.10000000'],
  ['45281.0', '0.10000000'],
  ['45280.3', '1.54592586'],
  ['45279.0', '0.07990000'],
  ['45277.6', '0.03310103'],
  ['45277.5', '0.30000000'],
  ['45277.3', '1.54602737'],
  ['45276.6', '0.15445238'],
]
const ASKS: readonly PriceAndQuantity[] = [
  ['45285.2', '0.00100000'],
  ['45286.4', '1.54571953'],
  ['45286.6', '1.54571109'],
  ['45289.6', '1.54560911'],
  ['45290.2', '0.15890660'],
  ['45291.8', '1.54553491'],
  ['45294.7', '0.04454749'],
  ['45296.1', '0.35380000'],
  ['45297.5', '0.09945542'],
  ['45299.5', '0.18772827'],
]

test('the checksum of the published example', () => {
  const [bids, asks] = [new BookSide(true), new BookSide(false)]
  bids.fill(BIDS.toReversed(), true)
  for (const offer of ASKS) asks.put(offer)
  expect(checksumOf({ bids, asks })).toBe(3310070434)
})
