import { expect, test } from 'vitest'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import type { BrakeRow } from './brake-store'
import { Brakes } from './brakes'

const clock = frozenClock()
const NOTHING_ASKED = { keptBy: null, ask: null, askUntil: null, askReason: null, askBy: null, askAt: null, askStatus: null }
let ids = 0n
const row = (target: string, until: number | null, mode: BrakeRow['mode'] = 'close-only'): BrakeRow => ({
  id: ++ids,
  tenantId: 'aurora',
  target,
  mode,
  reason: 'a pause',
  setBy: 'operator:dora',
  setAt: clock.now(),
  until,
  ...NOTHING_ASKED,
  decidedBy: null,
  decidedAt: null,
  endedAt: null,
})

test('is in force until its end, and the same object as long as nothing changes', () => {
  const brakes = new Brakes(clock)
  brakes.lay('aurora', [row('EURUSD', clock.now() + 600_000), row('*', null)])
  const before = brakes.inForce('aurora')
  expect([before.byCode.get('EURUSD')?.reason, before.ofAll?.until]).toEqual(['a pause', null])
  clock.advance(599_999)
  expect(brakes.inForce('aurora')).toBe(before)
  clock.advance(1)
  expect(brakes.inForce('aurora').byCode.size).toBe(0)
  expect(brakes.inForce('aurora').ofAll).not.toBeNull()
  expect(brakes.inForce('meridian').ofAll).toBeNull()
})

test('whoever listens hears of every one that came, changed or went, and of nothing else', () => {
  const brakes = new Brakes(clock)
  const heard: unknown[] = []
  const stop = brakes.onChange((tenantId, codes) => heard.push([tenantId, codes]))
  const end = clock.now() + 600_000
  const first = row('EURUSD', end)
  brakes.lay('aurora', [first])
  brakes.lay('aurora', [first])
  brakes.lay('aurora', [first, row('XAUUSD', end + 1, 'off')])
  brakes.look()
  clock.advance(600_000)
  brakes.look()
  brakes.lay('aurora', [row('*', null)])
  stop()
  brakes.lay('aurora', [])
  expect(heard).toEqual([
    ['aurora', ['EURUSD']],
    ['aurora', ['XAUUSD']],
    ['aurora', ['EURUSD']],
    ['aurora', 'all'],
  ])
})
