import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../durations'
import { ANCHOR_DAY_MS, daySeed, MarketDays } from './day-seed'
import { openSeed, seedHash, seedText } from './seed-facts'
import { SimulatedPrice } from './simulated-price'

const EURO = { code: 'EURUSD', baseAsset: 'EUR', quoteCurrency: 'USD', pricePrecision: 5, referencePrice: 115_000_000n }
const priceOf = (days: Pick<MarketDays, 'at'>) => new SimulatedPrice(EURO, (from) => days.at(from))
const LATER = ANCHOR_DAY_MS + 9 * DAY_MS

describe('a day of a simulated market', () => {
  test.each([
    ['before the anchor', ANCHOR_DAY_MS - 5 * DAY_MS],
    ['behind it', LATER],
  ])('is all that its seed and its beginning say, and needs no other day: %s', (_, from) => {
    const days = new MarketDays('one')
    const document = seedText('simulated', days.at(from))
    const alone = openSeed(document, seedHash(document))
    if (alone === null) throw new Error('not opened')
    const [all, one] = [priceOf(days), priceOf({ at: () => alone })]
    for (let time = from; time < from + DAY_MS; time += 977_531) expect(one.gridPriceAt(time)).toBe(all.gridPriceAt(time))
  })

  test('is the same whichever day is asked for first, and in whatever order', () => {
    const [forwards, at] = [new MarketDays('one'), new MarketDays('one')]
    forwards.at(ANCHOR_DAY_MS + DAY_MS)
    expect(seedText('simulated', forwards.at(LATER))).toBe(seedText('simulated', at.at(LATER)))
    const times = Array.from({ length: 40 }, (_, step) => LATER + step * 7_919_003)
    const [up, down] = [priceOf(at), priceOf(at)]
    const backwards = [...times].reverse().map((time) => down.gridPriceAt(time))
    expect(times.map((time) => up.gridPriceAt(time))).toEqual(backwards.reverse())
  })

  test('goes on over midnight: no jump that a minute of the day does not have', () => {
    const price = priceOf(new MarketDays('one'))
    for (let day = -20; day <= 20; day++) {
      const midnight = ANCHOR_DAY_MS + day * DAY_MS
      expect(Math.abs(price.gridPriceAt(midnight) - price.gridPriceAt(midnight - 160)), String(day)).toBeLessThanOrEqual(3)
    }
  })

  test('has a seed that no other day has, and no other secret', () => {
    const seeds = [daySeed('one', LATER), daySeed('one', LATER + DAY_MS), daySeed('two', LATER)].map(String)
    expect(new Set(seeds).size).toBe(3)
    expect(priceOf(new MarketDays('one')).gridPriceAt(LATER)).not.toBe(priceOf(new MarketDays('two')).gridPriceAt(LATER))
  })

  test('is opened by its own hash alone', () => {
    const document = seedText('simulated', new MarketDays('one').at(LATER))
    expect(openSeed(document, seedHash(`${document} `))).toBeNull()
    for (const broken of [document.slice(1), document.replace('"2026-', '"2026-99'), document.replace('dollar', 'franc'), '7']) {
      expect(openSeed(broken, seedHash(broken)), broken.slice(0, 40)).toBeNull()
    }
  })
})
