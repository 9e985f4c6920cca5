/** A stop, a target or a waiting order is set off by the first tick that reaches it, and what could set off nothing counts for nothing. */
import { describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../durations'
import type { BatchTick } from '../log/price-batch'
import type { FillFacts } from './fill-by-rules'
import { firstTickDifference } from './first-tick'
import { PriceTape, type TapeTick } from './price-tape'
import type { InstrumentInForce } from './terms-in-force'

/** A Wednesday at noon, UTC. */
const NOON = Date.UTC(2026, 10, 25, 12)
const TERMS: InstrumentInForce = {
  ...{ price_precision: 5, quote_currency: 'USD', margin_mode: 'leveraged', contract_size: '100000', fee_rate: '0', spread: '0.0002' },
  ...{ overnight: null, calendar: 'crypto', feeType: 'per-lot', stopOutLevel: '50', since: 0, hash: '', mode: 'normal' },
}
const SOLD_STOP: FillFacts = {
  ...{ event: 'order_closed', side: 'buy', reason: 'stop_loss', requested_price: null, stop_loss: '1.19', take_profit: '1.3' },
}
const PENDING: FillFacts = {
  ...SOLD_STOP,
  event: 'order_opened',
  reason: 'limit',
  requested_price: '1.1901',
  stop_loss: null,
  take_profit: null,
}

interface Quoted extends Partial<BatchTick> {
  /** Seconds behind noon. */
  readonly at: number
  readonly last: string
  readonly begun?: number
  readonly code?: string
}

/** @param quoted the last one sets it off */
function differenceOf(quoted: readonly Quoted[], given: Partial<Parameters<typeof firstTickDifference>[1]> = {}, terms = [TERMS]) {
  const tape = new PriceTape()
  const minutes = [...new Set(quoted.map(({ at }) => Math.floor(at / 60)))]
  for (const minute of minutes) {
    const ticks = quoted.filter(({ at }) => Math.floor(at / 60) === minute)
    const batches = ticks.map(({ at, last, begun = NOON - 5 * MINUTE_MS, code = 'EURUSD', ...rest }) => {
      const arrivedAt = NOON + at * SECOND_MS
      const prices = { bid: last, ask: last, last, isTwoSided: false, time: arrivedAt, arrivedAt, sourceTime: null }
      const tick: BatchTick = { place: 0, source: 'lp', seq: String(at), ...prices, verdict: 'accepted', isConfirmed: true, ...rest }
      return { second: arrivedAt, begun, code, ticks: [tick] }
    })
    tape.addMinute(
      NOON + minute * MINUTE_MS,
      batches.map(({ second, begun }) => [second, begun]),
      batches,
    )
  }
  const end = quoted.at(-1) as Quoted
  const tick = tape.find('EURUSD', 'lp', String(end.at), NOON + end.at * SECOND_MS) as TapeTick
  tape.dropBefore(tick.second - (tick.second % MINUTE_MS))
  return firstTickDifference(tape, { fill: SOLD_STOP, code: 'EURUSD', pair: null, since: NOON, tick, ...given }, () => terms)
}

describe('the first that reaches it', () => {
  test('is the one that set it off', () => {
    expect(
      differenceOf([
        { at: 10, last: '1.2' },
        { at: 20, last: '1.1902' },
        { at: 30, last: '1.19' },
      ]),
    ).toBeNull()
  })

  test('is told where another was taken, in the same minute by its name and in one before by its minute', () => {
    const inMinute = [
      { at: 10, last: '1.1901' },
      { at: 20, last: '1.18' },
    ]
    expect(differenceOf(inMinute)).toEqual({ fact: 'first_tick', expected: 'lp 10', stated: 'lp 20' })
    const before = [
      { at: 70, last: '1.1901' },
      { at: 80, last: '1.2' },
      { at: 200, last: '1.18' },
    ]
    expect(differenceOf(before)).toEqual({ fact: 'first_tick', expected: '2026-11-25T12:01', stated: 'lp 200' })
  })

  test('a take profit and a waiting order alike', () => {
    const rising = [
      { at: 10, last: '1.3001' },
      { at: 20, last: '1.31' },
    ]
    expect(differenceOf(rising, { fill: { ...SOLD_STOP, reason: 'take_profit' } })).toMatchObject({ expected: 'lp 10' })
    const falling = [
      { at: 10, last: '1.19' },
      { at: 20, last: '1.18' },
    ]
    expect(differenceOf(falling, { fill: PENDING })).toMatchObject({ expected: 'lp 10' })
  })
})

describe('counts for nothing', () => {
  const late = [
    { at: 10, last: '1.18' },
    { at: 20, last: '1.18' },
  ]
  test.each<[string, readonly Quoted[], Partial<InstrumentInForce>, Partial<Parameters<typeof firstTickDifference>[1]>]>([
    [
      'what was not confirmed',
      [
        { at: 10, last: '1.18', isConfirmed: false },
        { at: 20, last: '1.18' },
      ],
      {},
      {},
    ],
    [
      'what came while its level was written down',
      [
        { at: 4, last: '1.18' },
        { at: 20, last: '1.18' },
      ],
      {},
      {},
    ],
    ['what came before its level', late, {}, { since: NOON + 10 * SECOND_MS }],
    [
      'what came while a process began',
      [
        { at: 10, last: '1.18', begun: NOON },
        { at: 20, last: '1.18' },
      ],
      {},
      {},
    ],
    ['a halt', late, { mode: 'cancel-only' }, {}],
    ['terms that do not say whether there was a halt', late, { mode: undefined }, {}],
    ['for a waiting order, that nothing new is taken', late, { mode: 'close-only' }, { fill: PENDING }],
    ['for a waiting order, that its instrument is only closed', late, { is_close_only: true }, { fill: PENDING }],
    ['what its conversion had no price for', late, {}, { pair: 'USDJPY' }],
  ])('%s', (_name, quoted, terms, given) => {
    expect(differenceOf(quoted, given, [{ ...TERMS, ...terms }])).toBeNull()
  })

  test('but with a fresh conversion it is held against it', () => {
    const quoted = [{ at: 9, last: '150', code: 'USDJPY' }, ...late]
    expect(differenceOf(quoted, { pair: 'USDJPY' })).toMatchObject({ expected: 'lp 10' })
  })

  test('and where two terms may have held, only what both reach', () => {
    const wide = { ...TERMS, spread: '0.03' }
    expect(
      differenceOf(
        [
          { at: 10, last: '1.2' },
          { at: 20, last: '1.18' },
        ],
        {},
        [TERMS, wide],
      ),
    ).toBeNull()
  })
})
