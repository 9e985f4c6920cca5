/** A trailing stop is set off by the first price that reaches it where it stood by then. */
import { describe, expect, test } from 'vitest'
import { parseFixed } from '../decimal'
import { MINUTE_MS, SECOND_MS } from '../durations'
import type { BatchTick } from '../log/price-batch'
import { PriceTape, type TapeTick } from './price-tape'
import type { InstrumentInForce } from './terms-in-force'
import { firstTrailedDifference, trailedLevel } from './trailing-stop'

/** A Wednesday at noon, UTC. */
const NOON = Date.UTC(2026, 10, 25, 12)
const TERMS: InstrumentInForce = {
  ...{ price_precision: 5, quote_currency: 'USD', margin_mode: 'leveraged', contract_size: '100000', fee_rate: '0', spread: '0' },
  ...{ overnight: null, calendar: 'crypto', feeType: 'per-lot', stopOutLevel: '50', since: 0, hash: '', mode: 'normal' },
}

type Quoted = readonly [at: number, last: string, begun?: number]

/** A stop 0.01 behind the best price; opened by the first of these, closed by the last. */
function stopped(quoted: readonly Quoted[], side: 'buy' | 'sell' = 'buy', termsAt: readonly InstrumentInForce[] = [TERMS]) {
  const tape = new PriceTape()
  for (let minute = 0; minute <= Math.floor((quoted.at(-1)?.[0] ?? 0) / 60); minute++) {
    const batches = quoted
      .filter(([at]) => Math.floor(at / 60) === minute)
      .map(([at, last, begun = NOON - 5 * MINUTE_MS]) => {
        const arrivedAt = NOON + at * SECOND_MS
        const prices = { bid: last, ask: last, last, isTwoSided: false, time: arrivedAt, arrivedAt, sourceTime: null }
        const tick: BatchTick = { place: 0, source: 'lp', seq: String(at), ...prices, verdict: 'accepted', isConfirmed: true }
        return { second: arrivedAt, begun, code: 'EURUSD', ticks: [tick] }
      })
    const seconds = batches.map(({ second, begun }) => [second, begun] as const)
    tape.addMinute(NOON + minute * MINUTE_MS, seconds, batches)
  }
  const at = (place: number) => {
    const [second] = quoted.at(place) ?? [0]
    return tape.find('EURUSD', 'lp', String(second), NOON + second * SECOND_MS) as TapeTick
  }
  const [from, tick] = [at(0), at(-1)]
  const first = tape.extremes('EURUSD', { from: NOON, to: NOON + MINUTE_MS, after: from })
  tape.dropBefore(tick.second - (tick.second % MINUTE_MS))
  const distance = parseFixed('0.01')
  const start = parseFixed(quoted[0]?.[1] ?? '0')
  const stopLoss = side === 'buy' ? start - distance : start + distance
  const trailed = { side, stopLoss, trailingDistance: distance, from, minute: NOON, first, terms: TERMS }
  const level = trailedLevel(tape, tick, trailed)
  const fill = { event: 'order_closed', reason: 'stop_loss', requested_price: null, stop_loss: null, take_profit: null, side } as const
  const watched = { fill, code: 'EURUSD', pair: null, since: NOON, tick }
  return { level, difference: firstTrailedDifference(tape, watched, trailed, () => termsAt) }
}

describe('the first that reaches it', () => {
  test('is the one that set it off: in the minute of its opening, and behind it', () => {
    const path: Quoted[] = [
      [0, '1.2'],
      [10, '1.205'],
      [20, '1.1951'],
      [30, '1.195'],
    ]
    expect(stopped(path)).toEqual({ level: parseFixed('1.195'), difference: null })
    const long: Quoted[] = [
      [0, '1.2'],
      [70, '1.22'],
      [80, '1.2101'],
      [200, '1.23'],
      [250, '1.22'],
    ]
    expect(stopped(long)).toEqual({ level: parseFixed('1.22'), difference: null })
  })

  test('is named where a later one was taken', () => {
    const path: Quoted[] = [
      [0, '1.2'],
      [10, '1.205'],
      [20, '1.195'],
      [30, '1.19'],
    ]
    expect(stopped(path).difference).toEqual({ fact: 'first_tick', expected: 'lp 20', stated: 'lp 30' })
  })

  test.each<[string, Quoted[]]>([
    [
      'reached where the minute before had taken it',
      [
        [0, '1.2'],
        [10, '1.21'],
        [70, '1.2'],
        [130, '1.205'],
        [190, '1.19'],
      ],
    ],
    [
      'taken there and reached in the same minute',
      [
        [0, '1.2'],
        [70, '1.25'],
        [80, '1.239'],
        [90, '1.249'],
        [190, '1.19'],
      ],
    ],
  ])('is told by its minute where its ticks are not at hand any more: %s', (_, path) => {
    expect(stopped(path).difference).toEqual({ fact: 'first_tick', expected: '2026-11-25T12:01', stated: 'lp 190' })
  })

  test('of a sale, the other way', () => {
    const path: Quoted[] = [
      [0, '1.2'],
      [70, '1.15'],
      [80, '1.1611'],
      [90, '1.151'],
      [190, '1.17'],
    ]
    expect(stopped(path, 'sell').difference).toMatchObject({ expected: '2026-11-25T12:01' })
    expect(stopped(path.toSpliced(2, 1), 'sell').difference).toBeNull()
  })
})

test.each<[string, readonly InstrumentInForce[]]>([
  ['a halt', [{ ...TERMS, mode: 'cancel-only' }]],
  ['no terms', []],
  ['another spread', [TERMS, { ...TERMS, spread: '0.01' }]],
])('nothing is held against a tick under %s', (_, terms) => {
  const path: Quoted[] = [
    [0, '1.2'],
    [70, '1.18'],
    [190, '1.17'],
    [195, '1.16'],
  ]
  expect(stopped(path).difference).not.toBeNull()
  expect(stopped(path, 'buy', terms).difference).toBeNull()
})

test('nor against what came while a process began', () => {
  const path: Quoted[] = [
    [0, '1.2'],
    [70, '1.18', NOON + 40 * SECOND_MS],
    [190, '1.19'],
  ]
  expect(stopped(path).difference).toBeNull()
})
