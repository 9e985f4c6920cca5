import { expect, test } from 'vitest'
import { retryDelayMs } from './delivery-worker'

test('the wait doubles from one second to five minutes, and half of it is chance', () => {
  const CASES = [
    // attempts, random, milliseconds
    [1, 0, 500],
    [1, 1, 1_000],
    [2, 1, 2_000],
    [3, 0.5, 3_000],
    [9, 1, 256_000],
    [10, 1, 300_000],
    [400, 0, 150_000],
  ] as const
  for (const [attempts, random, delay] of CASES) expect(retryDelayMs(attempts, random)).toBe(delay)
})
