import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCalmFamily, createCellFamily } from './cell'

const EVERY_MS = 250
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function calmOf(id: string) {
  const source = createCellFamily<number>()
  source(id).plant(1)
  const calm = createCalmFamily(source, EVERY_MS)(id)
  const told: (number | undefined)[] = []
  const leave = calm.subscribe(() => told.push(calm.get()))
  return { source: source(id), calm, told, leave }
}

test('a change after a pause is told at once, those that follow come together', () => {
  const { source, told } = calmOf('a')
  source.set(2)
  vi.advanceTimersByTime(0)
  expect(told).toEqual([2])
  for (const price of [3, 4, 5]) source.set(price)
  vi.advanceTimersByTime(EVERY_MS - 1)
  expect(told).toEqual([2])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([2, 5])
})

test('the last value is never lost, and a value that came back is no news', () => {
  const { source, calm, told } = calmOf('a')
  source.set(2)
  vi.advanceTimersByTime(0)
  source.set(3)
  source.set(2)
  vi.advanceTimersByTime(2 * EVERY_MS)
  expect(told).toEqual([2])
  source.set(9)
  vi.advanceTimersByTime(EVERY_MS)
  expect(calm.get()).toBe(9)
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1)
  vi.advanceTimersByTime(EVERY_MS)
  expect(vi.getTimerCount()).toBe(0)
})

test('what nobody listens to yet is the source itself: the page that is hydrated says what the server said', () => {
  const source = createCellFamily<number>()
  source('a').plant(1)
  const calm = createCalmFamily(source, EVERY_MS)('a')
  source('a').set(2)
  expect([calm.get(), calm.getPlanted()]).toEqual([2, 1])
})

test('who has left is told nothing any more', () => {
  const { source, told, leave } = calmOf('a')
  leave()
  source.set(2)
  vi.advanceTimersByTime(EVERY_MS)
  expect(told).toEqual([])
})
