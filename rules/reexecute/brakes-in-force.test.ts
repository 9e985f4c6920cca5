import { expect, test } from 'vitest'
import { HOUR_MS } from '../durations'
import { type BrakeFact, BrakesInForce } from './brakes-in-force'

const NOON = Date.UTC(2026, 10, 25, 12)
const brake = (target: string, mode: string, at: number, until: number | null): string =>
  JSON.stringify({ kind: 'settings', area: 'brake', target, value: { mode, until }, at } satisfies BrakeFact)

test.each<[string, string[], string, number, boolean]>([
  ['between its beginning and its end', [brake('EURUSD', 'off', NOON, NOON + HOUR_MS)], 'EURUSD', NOON + 1, true],
  ['in the moments round its end', [brake('EURUSD', 'off', NOON, NOON + HOUR_MS)], 'EURUSD', NOON + HOUR_MS + 1, true],
  ['not long behind its end', [brake('EURUSD', 'off', NOON, NOON + HOUR_MS)], 'EURUSD', NOON + 2 * HOUR_MS, false],
  ['not long before it', [brake('EURUSD', 'off', NOON, null)], 'EURUSD', NOON - HOUR_MS, false],
  ['without an end', [brake('EURUSD', 'close-only', NOON, null)], 'EURUSD', NOON + 9 * HOUR_MS, true],
  ['of every instrument', [brake('*', 'close-only', NOON, null)], 'EURUSD', NOON + HOUR_MS, true],
  ['not of another one', [brake('GBPUSD', 'off', NOON, null)], 'EURUSD', NOON + HOUR_MS, false],
  [
    'until it is lifted',
    [brake('EURUSD', 'off', NOON, null), brake('EURUSD', 'lifted', NOON + 1, NOON + 1)],
    'EURUSD',
    NOON + HOUR_MS,
    false,
  ],
  [
    'other settings hold nothing back',
    [JSON.stringify({ area: 'instrument', target: 'EURUSD', value: {}, at: NOON })],
    'EURUSD',
    NOON,
    false,
  ],
])('%s', (_name, documents, code, at, isHeld) => {
  expect(new BrakesInForce(documents).mayHold(code, at)).toBe(isHeld)
})
