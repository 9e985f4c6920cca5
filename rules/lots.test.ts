import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFixed } from './decimal'
import { lotProblem } from './lots'

const terms = (minLots: string, lotStep: string, maxLots: string) => ({
  minLots: parseFixed(minLots),
  lotStep: parseFixed(lotStep),
  maxLots: parseFixed(maxLots),
})

test.each([
  // smallest, step, largest, lots, problem
  ['0.1', '0.1', '100', '0.3', null],
  ['0.1', '0.1', '100', '0.7', null],
  ['0.01', '0.01', '50', '0.29', null],
  ['0.01', '0.01', '50', '50', null],
  ['0.01', '0.01', '50', '0.01', null],
  ['0.01', '0.01', '50', '0.015', 'LOTS_OFF_STEP'],
  ['0.1', '0.1', '100', '0.35', 'LOTS_OFF_STEP'],
  ['0.1', '0.1', '100', '0.30000001', 'LOTS_OFF_STEP'],
  ['0.5', '0.2', '100', '0.7', null],
  ['0.5', '0.2', '100', '0.6', 'LOTS_OFF_STEP'],
  ['0.01', '0.01', '50', '0', 'LOTS_TOO_SMALL'],
  ['0.01', '0.01', '50', '0.009', 'LOTS_TOO_SMALL'],
  ['0.01', '0.01', '50', '50.01', 'LOTS_TOO_LARGE'],
] as const)('from %s in steps of %s to %s: %s lots → %s', (min, step, max, lots, problem) => {
  expect(lotProblem(terms(min, step, max), parseFixed(lots))).toBe(problem)
})

test('every whole number of steps above the minimum is taken, and nothing between', () => {
  const size = terms('0.1', '0.1', '100000')
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10_000n }), fc.bigInt({ min: 1n, max: size.lotStep - 1n }), (steps, off) => {
      const lots = size.minLots + steps * size.lotStep
      expect(lotProblem(size, lots)).toBeNull()
      expect(lotProblem(size, lots + off)).toBe('LOTS_OFF_STEP')
    }),
  )
})
