import { expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import type { LoggedTick } from '../market/tick-log'
import { receiptTicks, ticksHash } from './ticks'

const tick = (seq: bigint, price: string, verdict: LoggedTick['verdict'] = 'accepted'): LoggedTick => {
  const fixed = parseFixed(price)
  return { source: 'test', symbol: 'EURUSD', bid: fixed, ask: fixed + 1_000n, last: fixed, size: 5n, seq, time: 1_700_000_000_000, verdict }
}

test('a tick is kept as JSON: prices as decimal text, the number as text', () => {
  expect(receiptTicks([tick(12345678901234567890n, '1.08650')])).toEqual([
    {
      source: 'test',
      symbol: 'EURUSD',
      seq: '12345678901234567890',
      bid: '1.0865',
      ask: '1.08651',
      last: '1.0865',
      time: 1_700_000_000_000,
      verdict: 'accepted',
    },
  ])
})

test('the times of source and arrival are named where they are known, and signed with the rest', () => {
  const [plain] = receiptTicks([tick(1n, '1.1')])
  const timed = { ...tick(1n, '1.1'), sourceTime: 1_700_000_000_007, arrivedAt: 1_700_000_000_019 }
  const [record] = receiptTicks([timed])
  expect(record).toEqual({ ...plain, source_time: 1_700_000_000_007, arrived_at: 1_700_000_000_019 })
  expect(ticksHash([record!])).not.toBe(ticksHash([plain!]))
})

test('records from before these times were kept have the hash that was signed then', () => {
  expect(ticksHash(receiptTicks([tick(1n, '1.1'), tick(2n, '1.2')]))).toBe(
    'f950e15c7a18f60e25525aba8cf659fbf301d3409ab0ef0e44f7692eb2cf1714',
  )
})

test('the last tick of a receipt is the traded one: what was refused after it is cut off, what was refused before it stays', () => {
  const ticks = [
    tick(1n, '1.1'),
    tick(2n, '2.0', 'quarantined'),
    tick(3n, '1.2'),
    tick(3n, '1.2', 'duplicate'),
    tick(4n, '9', 'quarantined'),
  ]
  expect(receiptTicks(ticks).map(({ seq, verdict }) => [seq, verdict])).toEqual([
    ['1', 'accepted'],
    ['2', 'quarantined'],
    ['3', 'accepted'],
  ])
})

test('without an accepted tick there is nothing that was traded', () => {
  expect(receiptTicks([tick(1n, '1.1', 'late')])).toEqual([])
})

test('the hash speaks for every fact of every tick and for their order', () => {
  const records = receiptTicks([tick(1n, '1.1'), tick(2n, '1.2')])
  const hash = ticksHash(records)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(ticksHash(JSON.parse(JSON.stringify(records)))).toBe(hash)
  expect(ticksHash(records.toReversed())).not.toBe(hash)
  for (const [index, record] of records.entries()) {
    for (const [name, value] of Object.entries(record)) {
      const changed = records.with(index, { ...record, [name]: typeof value === 'number' ? value + 1 : `${value}0` })
      expect([name, ticksHash(changed) === hash]).toEqual([name, false])
    }
  }
})
