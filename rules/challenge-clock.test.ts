import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ClockedStep, challengeClock } from './challenge-clock'
import { DAY_MS, HOUR_MS } from './durations'

const NOW = 1_800_000_000_000
/** Steps at so many hours before the moment that is looked from. */
const course = (...steps: readonly (readonly [step: string, hoursBefore: number])[]): ClockedStep[] =>
  steps.map(([step, hours]) => ({ step, at: NOW - hours * HOUR_MS }))
const figures = (...cases: readonly ClockedStep[][]) => challengeClock(cases, NOW, 24)

test('an answer after its time is late, one within it is not', () => {
  expect(figures(course(['opened', 60], ['answered', 60], ['stands', 37]))).toMatchObject({ opened: 1, stands: 1, answered_late: 0 })
  expect(figures(course(['opened', 60], ['answered', 60], ['corrected', 35]))).toMatchObject({ corrected: 1, answered_late: 1, overdue: 0 })
})

test('the time stands while the trader is asked, and begins anew with the words that were asked for', () => {
  const asked = course(['opened', 100], ['asked', 90])
  expect(figures(asked)).toMatchObject({ waiting: 1, overdue: 0, answered_late: 0 })
  expect(figures([...asked, ...course(['added', 30])])).toMatchObject({ waiting: 1, overdue: 1 })
  expect(figures([...asked, ...course(['added', 30], ['added', 2], ['stands', 1])])).toMatchObject({ stands: 1, answered_late: 1 })
  expect(figures([...asked, ...course(['added', 20], ['stands', 1])])).toMatchObject({ stands: 1, answered_late: 0 })
})

test('words that nobody asked for and a first agreement move no clock, and taking back is no answer', () => {
  expect(figures(course(['opened', 30], ['added', 5], ['approved_once', 4]))).toMatchObject({ waiting: 1, overdue: 1 })
  expect(figures(course(['opened', 30], ['withdrawn', 1]))).toMatchObject({ taken_back: 1, overdue: 0, answered_late: 0 })
})

test('what waits past its time is counted however long ago it was opened', () => {
  expect(figures(course(['opened', 24 * 90]))).toMatchObject({ opened: 0, overdue: 1 })
})

test('every case stands somewhere, and what comes later changes nothing of the moment', () => {
  const steps = fc.array(
    fc.tuple(fc.constantFrom('asked', 'added', 'approved_once', 'stands', 'corrected', 'withdrawn'), fc.integer({ min: -90, max: 900 })),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: -90, max: 900 }), steps)), (drawn) => {
      const cases = drawn.map(([opened, later]) =>
        course(['opened', opened], ...later.filter(([, hours]) => hours < opened)).toSorted((one, other) => one.at - other.at),
      )
      const { opened, stands, corrected, taken_back, waiting, ...rest } = challengeClock(cases, NOW, 24)
      expect(opened).toBe(stands + corrected + taken_back + waiting)
      const before = cases.map((one) => one.filter(({ at }) => at < NOW))
      expect(challengeClock(before, NOW, 24)).toEqual({ opened, stands, corrected, taken_back, waiting, ...rest })
      expect(opened).toBe(cases.filter(([first]) => first!.at < NOW && first!.at >= NOW - 30 * DAY_MS).length)
    }),
  )
})
