import { beforeEach, describe, expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import { type FrozenClock, frozenClock } from '../../tests/fixtures/frozen-clock'
import { CATALOGUE } from './catalogue'
import type { Tick } from './feed'
import { QuoteBoard } from './quotes'

let clock: FrozenClock
let board: QuoteBoard

function tick(seq: number, price: string, fields: Partial<Tick> = {}): Tick {
  const fixed = parseFixed(price)
  return {
    source: 'test',
    symbol: 'EURUSD',
    bid: fixed,
    ask: fixed,
    isTwoSided: false,
    last: fixed,
    size: 1n,
    seq: BigInt(seq),
    time: clock.now(),
    ...fields,
  }
}

function quote(seq: number, price: string, fields: Partial<Tick> = {}) {
  const one = tick(seq, price, fields)
  const verdict = board.judge(one)
  if (verdict === 'accepted') board.publish(one)
  return verdict
}

beforeEach(() => {
  clock = frozenClock()
  board = new QuoteBoard(CATALOGUE, { clock })
})

describe('a tick is known by source, symbol and seq', () => {
  test('the same one twice is dropped, an older one too, and both are counted', () => {
    expect(quote(7, '1.16428')).toBe('accepted')
    expect(quote(7, '1.16500')).toBe('duplicate')
    expect(quote(6, '1.16500')).toBe('late')
    expect(board.get('EURUSD')?.last).toBe(parseFixed('1.16428'))
    expect(board.counts).toEqual({ duplicate: 1, late: 1, quarantined: 0 })
  })

  test('another symbol has its own count', () => {
    quote(7, '1.16428')
    expect(quote(3, '1.31264', { symbol: 'GBPUSD' })).toBe('accepted')
  })
})

describe('age', () => {
  test('a quote is stale two seconds after it arrived, by the monotonic clock, whatever the wall clock does', () => {
    expect(board.isStale('EURUSD')).toBe(true)
    quote(1, '1.16428')
    clock.advance(2_000)
    clock.setWall(0)
    expect(board.isStale('EURUSD')).toBe(false)
    clock.advance(1)
    expect(board.isStale('EURUSD')).toBe(true)
    expect(board.isStale('EURUSD', 5_000)).toBe(false)
  })

  test('a heartbeat says that the last quote still stands', () => {
    quote(1, '1.16428')
    clock.advance(3_000)
    board.heartbeat('EURUSD')
    expect(board.isStale('EURUSD')).toBe(false)
  })

  test('after a pause a quote is confirmed by the second tick in a row', () => {
    quote(1, '1.16428')
    expect(board.get('EURUSD')?.isConfirmed).toBe(false)
    clock.advance(200)
    quote(2, '1.16429')
    expect(board.get('EURUSD')?.isConfirmed).toBe(true)
    clock.advance(2_500)
    quote(3, '1.16430')
    expect(board.get('EURUSD')?.isConfirmed).toBe(false)
    quote(4, '1.16430')
    expect(board.get('EURUSD')?.isConfirmed).toBe(true)
  })

  test('a price remembered from before is shown, but stale and unconfirmed', () => {
    board.remember(tick(1, '1.16428'))
    expect(board.get('EURUSD')).toMatchObject({ last: parseFixed('1.16428'), isConfirmed: false })
    expect(board.ageMs('EURUSD')).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('the band', () => {
  test('a price further than 3 % from the median of recent ones is held back until an operator releases it', () => {
    for (let seq = 1; seq <= 5; seq++) quote(seq, `1.1640${seq}`)
    expect(quote(6, '1.12000')).toBe('quarantined')
    expect(quote(7, '1.16407')).toBe('accepted')
    expect(quote(8, '1.12000')).toBe('quarantined')
    expect(board.get('EURUSD')?.last).toBe(parseFixed('1.16407'))
    expect(board.quarantine('EURUSD')?.last).toBe(parseFixed('1.12000'))
    board.releaseQuarantine('EURUSD')
    expect(quote(9, '1.12010')).toBe('accepted')
    expect(quote(10, '1.16407')).toBe('quarantined')
  })

  test('one wild price among the recent ones does not move the reference', () => {
    for (let seq = 1; seq <= 9; seq++) quote(seq, seq === 4 ? '1.19000' : '1.16400')
    expect(quote(10, '1.22000')).toBe('quarantined')
  })

  test.each([
    ['a price of zero', { bid: 0n, ask: 0n, last: 0n }],
    ['a negative price', { bid: -1n, ask: 1n, last: 1n }],
    ['a bid above the ask', { bid: parseFixed('1.2'), ask: parseFixed('1.1'), last: parseFixed('1.2') }],
  ])('%s is refused by every board, also as the first price, and cannot be released', (_, prices) => {
    board = new QuoteBoard(CATALOGUE, { clock, hasPriceBands: false })
    expect(quote(1, '1.16428', prices)).toBe('quarantined')
    expect([board.get('EURUSD'), board.quarantine('EURUSD')]).toEqual([undefined, undefined])
    expect(quote(2, '1.16428')).toBe('accepted')
  })

  test('a scripted market may do without', () => {
    board = new QuoteBoard(CATALOGUE, { clock, hasPriceBands: false })
    quote(1, '1.16428')
    expect(quote(2, '0.50000')).toBe('accepted')
  })
})
