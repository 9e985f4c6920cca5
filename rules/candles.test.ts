import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketEnd, bucketStart, type Candle, finerPeriod, foldCandles, foldTick, PERIODS, type Period, toWireCandle } from './candles'
import { parseFixed } from './decimal'
import { HOUR_MS } from './durations'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)

const ticks = fc
  .array(
    fc.record({
      gapMs: fc.integer({ min: 0, max: 9 * 60_000 }),
      price: fc.bigInt({ min: 1n, max: 10n ** 13n }),
      size: fc.bigInt({ min: 0n, max: 10n ** 10n }),
    }),
    {
      minLength: 1,
      maxLength: 400,
    },
  )
  .map((steps) => {
    let time = at('2026-10-24T18:00Z')
    return steps.map(({ gapMs, price, size }) => {
      time += gapMs
      return { time, price, size }
    })
  })

function foldTicks(period: Period, from: { time: number; price: bigint; size: bigint }[]): Candle[] {
  const folded: Candle[] = []
  for (const tick of from) {
    const last = folded.at(-1)
    const next = foldTick(period, last, tick)
    if (last && next.time === last.time) folded[folded.length - 1] = next
    else folded.push(next)
  }
  return folded
}

describe('buckets', () => {
  test.each([
    ['1min', '2026-11-21T10:07:59.999Z', '2026-11-21T10:07', '2026-11-21T10:08'],
    ['5min', '2026-11-21T10:07:00Z', '2026-11-21T10:05', '2026-11-21T10:10'],
    ['15min', '2026-11-21T10:14:59Z', '2026-11-21T10:00', '2026-11-21T10:15'],
    ['30min', '2026-11-21T10:30:00Z', '2026-11-21T10:30', '2026-11-21T11:00'],
    ['60min', '2026-11-21T10:59:59Z', '2026-11-21T10:00', '2026-11-21T11:00'],
    ['1day', '2026-11-21T10:00:00Z', '2026-11-21T00:00', '2026-11-22T00:00'],
    ['1day', '2026-06-21T22:59:59Z', '2026-06-20T23:00', '2026-06-21T23:00'],
    ['1day', '2026-06-21T23:00:00Z', '2026-06-21T23:00', '2026-06-22T23:00'],
    ['1day', '2026-03-29T12:00:00Z', '2026-03-29T00:00', '2026-03-29T23:00'],
    ['1day', '2026-10-25T12:00:00Z', '2026-10-24T23:00', '2026-10-26T00:00'],
  ] as const)('%s of %s is %s to %s', (period, when, start, end) => {
    expect([iso(bucketStart(period, at(when))), iso(bucketEnd(period, at(when)))]).toEqual([start, end])
  })

  test('a London day has 23 hours in March and 25 in October', () => {
    const hours = (when: string) => (bucketEnd('1day', at(when)) - bucketStart('1day', at(when))) / HOUR_MS
    expect([hours('2026-03-29T12:00Z'), hours('2026-10-25T12:00Z'), hours('2026-07-01T12:00Z')]).toEqual([23, 25, 24])
  })

  test('every instant lies in exactly one bucket, and buckets touch', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2014-01-01T00:00Z'), max: at('2030-01-01T00:00Z') }),
        fc.constantFrom(...PERIODS),
        (time, period) => {
          const start = bucketStart(period, time)
          const end = bucketEnd(period, time)
          expect(start <= time && time < end).toBe(true)
          expect(bucketStart(period, start)).toBe(start)
          expect(bucketStart(period, end - 1)).toBe(start)
          expect(bucketStart(period, end)).toBe(end)
        },
      ),
    )
  })
})

describe('folding', () => {
  test('a source that offers without measure fills the volume, and the candle can still be kept', () => {
    const most = 2n ** 63n - 1n
    const tick = (time: number) => ({ time, price: 1n, size: most / 2n + 1n })
    const minutes = foldTicks('1min', [tick(0), tick(1), tick(60_000), tick(60_001)])
    expect(minutes.map(({ volume }) => volume)).toEqual([most, most])
    expect(foldCandles(minutes, '5min').map(({ volume }) => volume)).toEqual([most])
  })

  test('the open is the first tick, the close the last, and the extremes contain both', () => {
    fc.assert(
      fc.property(ticks, fc.constantFrom(...PERIODS), (all, period) => {
        for (const candle of foldTicks(period, all)) {
          const inside = all.filter((tick) => bucketStart(period, tick.time) === candle.time)
          expect(candle.open).toBe(inside[0]?.price)
          expect(candle.close).toBe(inside.at(-1)?.price)
          expect(candle.low <= candle.open && candle.low <= candle.close).toBe(true)
          expect(candle.high >= candle.open && candle.high >= candle.close).toBe(true)
          expect(candle.volume).toBe(inside.reduce((sum, tick) => sum + tick.size, 0n))
        }
      }),
    )
  })

  test('every period is the fold of the next finer one, and of the minutes', () => {
    fc.assert(
      fc.property(ticks, (all) => {
        const minutes = foldTicks('1min', all)
        for (const period of PERIODS) {
          const finer = finerPeriod(period)
          if (!finer) continue
          const direct = foldTicks(period, all)
          expect(foldCandles(foldTicks(finer, all), period)).toEqual(direct)
          expect(foldCandles(minutes, period)).toEqual(direct)
        }
      }),
    )
  })

  test('a tick of an earlier bucket changes nothing', () => {
    const candle = foldTick('1min', undefined, { time: at('2026-11-21T10:01:00Z'), price: 5n, size: 1n })
    expect(foldTick('1min', candle, { time: at('2026-11-21T10:00:59Z'), price: 9n, size: 1n })).toBe(candle)
  })

  test('folding does not touch its input', () => {
    const one = { time: at('2026-11-21T10:00Z'), open: 1n, high: 2n, low: 1n, close: 2n, volume: 1n }
    const two = { ...one, time: one.time + 60_000, high: 9n }
    foldCandles([one, two], '5min')
    expect(one.high).toBe(2n)
  })
})

test('a wire candle holds the same decimals as numbers', () => {
  const [open, high, low, close] = ['91284.5', '91300.12', '0.16401', '1.16428'].map(parseFixed) as [bigint, bigint, bigint, bigint]
  expect(toWireCandle({ time: 60_000, open, high, low, close, volume: parseFixed('12.00000001') })).toEqual({
    Time: 60_000,
    Open: 91284.5,
    High: 91300.12,
    Low: 0.16401,
    Close: 1.16428,
    Volume: 12.00000001,
  })
})
