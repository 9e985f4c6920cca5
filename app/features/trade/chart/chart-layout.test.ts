import { expect, test } from 'vitest'
import { DEVICE_KEY, keepPeriod, keptPeriod, layoutKey, periodKey } from '../scene/chart-memory'
import { type ChartLayout, keepHabits, keepLayout, plainLayout, readHabits, readLayout } from './chart-layout'
import { newDrawing } from './drawings'

function storageWith(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

const HABITS = { type: 'candles', zone: 'london' } as const
const LINE = newDrawing('a', 'trend', [
  { time: 1, price: 1.1 },
  { time: 2, price: 1.2 },
])
const LAYOUT: ChartLayout = {
  type: 'area',
  indicators: [
    { name: 'BOLL', params: [30, 2.5] },
    { name: 'RSI', params: [14] },
  ],
  drawings: [LINE, { ...newDrawing('n', 'note', [{ time: 3, price: 1.3 }]), text: 'Support', isLocked: true }],
}
const kept = (part: Record<string, unknown>) => storageWith({ [layoutKey('EURUSD')]: JSON.stringify({ v: 1, ...LAYOUT, ...part }) })

test('a layout comes back as it was kept, each instrument its own', () => {
  const storage = storageWith()
  keepLayout(storage, 'EURUSD', LAYOUT)
  expect(readLayout(storage, 'EURUSD', HABITS)).toEqual(LAYOUT)
  expect(readLayout(storage, 'BTCUSDT', HABITS)).toEqual(plainLayout(HABITS))
})

test('the period chosen for an instrument comes back, each instrument its own', () => {
  const storage = storageWith({ [periodKey('XAUUSD')]: '2min' })
  keepPeriod(storage, 'EURUSD', '60min')
  expect(keptPeriod(storage, 'EURUSD')).toBe('60min')
  expect(keptPeriod(storage, 'XAUUSD')).toBeUndefined()
  expect(keptPeriod(storage, 'BTCUSDT')).toBeUndefined()
})

test('an instrument without a layout starts with the type that the device was left with', () => {
  const storage = storageWith()
  keepHabits(storage, { type: 'line', zone: 'own' })
  expect(readHabits(storage)).toEqual({ type: 'line', zone: 'own' })
  expect(readLayout(storage, 'EURUSD', readHabits(storage)).type).toBe('line')
})

test.each([
  ['nothing', ''],
  ['no JSON', '{"v":1,'],
  ['a number', '7'],
  ['a list', '[]'],
  ['another version', JSON.stringify({ ...LAYOUT, v: 2 })],
  ['no version', JSON.stringify(LAYOUT)],
])('%s in the storage is a chart without a layout', (_, text) => {
  const storage = storageWith({ [layoutKey('EURUSD')]: text, [DEVICE_KEY]: text })
  expect(readLayout(storage, 'EURUSD', HABITS)).toEqual(plainLayout(HABITS))
  expect(readHabits(storage)).toEqual(HABITS)
})

test.each<[string, Record<string, unknown>, Partial<ChartLayout>]>([
  ['an unknown type', { type: 'kagi' }, { type: 'candles' }],
  ['indicators that are no list', { indicators: 'MA' }, { indicators: plainLayout(HABITS).indicators }],
  ['an unknown indicator', { indicators: [{ name: 'XXX', params: [1] }, LAYOUT.indicators[1]] }, { indicators: [LAYOUT.indicators[1]!] }],
  ['impossible lengths', { indicators: [{ name: 'BOLL', params: [0, 2] }, LAYOUT.indicators[1]] }, { indicators: [LAYOUT.indicators[1]!] }],
  ['no indicator at all', { indicators: [] }, { indicators: [] }],
  ['drawings that are no list', { drawings: {} }, { drawings: [] }],
  ['a drawing with a point too few', { drawings: [{ ...LINE, points: [LINE.points[0]] }, LINE] }, { drawings: [LINE] }],
  ['a price that is no number', { drawings: [{ ...LINE, points: [{ time: 1, price: null }, LINE.points[1]] }] }, { drawings: [] }],
  ['a drawing without flags', { drawings: [{ id: 'a', tool: 'trend', points: LINE.points }] }, { drawings: [LINE] }],
  ['the same drawing twice', { drawings: [LINE, LINE] }, { drawings: [LINE] }],
])('%s falls back alone', (_, part, expected) => {
  expect(readLayout(kept(part), 'EURUSD', HABITS)).toEqual({ ...LAYOUT, ...expected })
})

test('a device that refuses storage is no failure', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(() => keepLayout({ setItem: refuse }, 'EURUSD', LAYOUT)).not.toThrow()
  expect(readLayout({ getItem: refuse }, 'EURUSD', HABITS)).toEqual(plainLayout(HABITS))
  expect(() => keepPeriod({ setItem: refuse }, 'EURUSD', '60min')).not.toThrow()
  expect(keptPeriod({ getItem: refuse }, 'EURUSD')).toBeUndefined()
})
