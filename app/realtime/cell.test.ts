import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBeat, createCalmFamily, createCell, createCellFamily, createSightedCell } from './cell'

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

/** A cell with somebody who looks at it and can be taken out of its sight. */
function sighted() {
  const source = createCell(1)
  let tell: (isInSight: boolean) => void = () => {}
  let isWatched = false
  const cell = createSightedCell(source, createBeat(3_000), (listener) => {
    tell = listener
    isWatched = true
    return () => {
      isWatched = false
    }
  })
  const told: number[] = []
  const leave = cell.subscribe(() => told.push(cell.get()))
  return { source, cell, told, leave, see: (isInSight: boolean) => tell(isInSight), isWatched: () => isWatched }
}

test('in sight each change is told; out of sight the last one, every three seconds', () => {
  const { source, cell, told, see } = sighted()
  source.set(2)
  expect(told).toEqual([2])
  see(false)
  source.set(3)
  source.set(4)
  expect([cell.get(), told]).toEqual([2, [2, 2]])
  vi.advanceTimersByTime(3_000)
  expect([cell.get(), told.at(-1)]).toEqual([4, 4])
})

test('what comes into sight says at once how things are, and never what was before', () => {
  const { source, cell, told, see } = sighted()
  see(false)
  source.set(5)
  see(true)
  expect([cell.get(), told.at(-1)]).toEqual([5, 5])
  source.set(6)
  expect(told.at(-1)).toBe(6)
  see(false)
  expect(cell.get()).toBe(6)
})

test('whoever leaves leaves no timer and nobody who watches', () => {
  const { source, told, see, leave, isWatched } = sighted()
  see(false)
  leave()
  const before = told.length
  source.set(9)
  vi.advanceTimersByTime(10_000)
  expect([told.length, vi.getTimerCount(), isWatched()]).toEqual([before, 0, false])
})
