import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { type Candle, foldTick } from '../../rules/candles'
import { parseFixed } from '../../rules/decimal'
import { faultOfMinute, type MinutePrices, ticksOfMinute } from './minute-ticks'

const MINUTE = Date.parse('2014-05-08T12:34:00Z')

/** Any four prices above zero that make a minute. */
const prices = fc.tuple(...([1, 2, 3, 4] as const).map(() => fc.bigInt({ min: 1n, max: 10n ** 13n }))).map(([a, b, c, d]): MinutePrices => {
  const all = [a, b, c, d] as bigint[]
  const [low, high] = [all, all].map((own, at) => own.reduce((one, other) => (one < other === (at === 0) ? one : other))) as [
    bigint,
    bigint,
  ]
  return { open: a as bigint, high, low, close: b as bigint }
})
const minutes = fc.record({
  bid: prices,
  spreads: fc.option(fc.record({ open: fc.nat(), high: fc.nat(), low: fc.nat(), close: fc.nat() })),
  volume: fc.bigInt({ min: 0n, max: 10n ** 15n }),
})

/** An ask over a bid that is a minute of its own. */
function askOver(bid: MinutePrices, spreads: Record<keyof MinutePrices, number> | null): MinutePrices | null {
  if (spreads === null) return null
  const [open, close] = [bid.open + BigInt(spreads.open), bid.close + BigInt(spreads.close)]
  const over = [open, close, bid.low + BigInt(spreads.low), bid.high + BigInt(spreads.high)]
  const high = over.reduce((one, other) => (one > other ? one : other))
  const low = over.reduce((one, other) => (one < other ? one : other))
  return { open, high, low, close }
}

function fold(ticks: readonly { time: number; size: bigint }[], priceOf: (index: number) => bigint): Candle {
  let candle: Candle | undefined
  for (const [index, { time, size }] of ticks.entries()) candle = foldTick('1min', candle, { time, price: priceOf(index), size })
  return candle as Candle
}

describe('ticks of a recorded minute', () => {
  test.prop([minutes])('fold to that minute again: bid, ask and volume', ({ bid, spreads, volume }) => {
    const ask = askOver(bid, spreads)
    expect(faultOfMinute({ bid, ask })).toBeNull()
    const ticks = ticksOfMinute({ time: MINUTE, bid, ask, volume })
    expect(fold(ticks, (index) => ticks[index]!.bid)).toMatchObject({ ...bid, time: MINUTE, volume })
    expect(fold(ticks, (index) => ticks[index]!.ask)).toMatchObject(ask ?? bid)
    for (const tick of ticks) expect(tick.ask).toBeGreaterThanOrEqual(tick.bid)
  })

  const minute = (open: string, high: string, low: string, close: string): MinutePrices => {
    return { open: parseFixed(open), high: parseFixed(high), low: parseFixed(low), close: parseFixed(close) }
  }
  test.each([
    ['rising: the low first', minute('1.2', '1.5', '1.1', '1.4'), ['1.2', '1.1', '1.5', '1.4']],
    ['falling: the high first', minute('1.4', '1.5', '1.1', '1.2'), ['1.4', '1.5', '1.1', '1.2']],
    ['as it began: the low first', minute('1.2', '1.5', '1.1', '1.2'), ['1.2', '1.1', '1.5', '1.2']],
  ])('%s, at seconds 0, 20, 40 and 59', (_, bid, wanted) => {
    const ticks = ticksOfMinute({ time: MINUTE, bid, ask: null, volume: parseFixed('10') })
    expect(ticks.map((tick) => tick.bid)).toEqual(wanted.map(parseFixed))
    expect(ticks.map(({ time }) => (time - MINUTE) / 1_000)).toEqual([0, 20, 40, 59])
  })

  test.each([
    ['an open above the high', minute('1.6', '1.5', '1.1', '1.2'), null],
    ['a close below the low', minute('1.2', '1.5', '1.1', '1.0'), null],
    ['a low of nothing', minute('1.2', '1.5', '0', '1.2'), null],
    ['an ask below its bid', minute('1.2', '1.5', '1.1', '1.2'), minute('1.2', '1.4', '1.1', '1.3')],
  ])('%s is a fault', (_, bid, ask) => {
    expect(faultOfMinute({ bid, ask })).not.toBeNull()
  })
})
