import { describe, expect, test } from 'vitest'
import { SourceClock } from './source-clock'

const NOW = 1_800_000_000_000

/** What is said of stamps, one a second, each so many milliseconds ahead of ours. */
function hear(clock: SourceClock, stamps: readonly number[], from = NOW): boolean[] {
  return stamps.map((ahead, second) => clock.hear(from + second * 1_000 + ahead, from + second * 1_000))
}

describe('the clock of a source', () => {
  test('that is right is not noted, however late single prices come', () => {
    const clock = new SourceClock()
    expect(hear(clock, [-50, -30_000, -40, -9_000, -60, -70, -20_000, -30, -40, -50, -60, -70])).not.toContain(true)
    expect(clock).toMatchObject({ isOff: false, offMs: -30 })
  })

  test('that is ahead is noted with the first stamp of the future', () => {
    const clock = new SourceClock()
    expect(hear(clock, [2_000, 2_001])).toEqual([false, true])
    expect(clock).toMatchObject({ isOff: true, offMs: 2_001 })
  })

  test('that is behind is noted when every stamp of ten seconds was', () => {
    const clock = new SourceClock()
    const said = hear(
      clock,
      Array.from({ length: 11 }, (_, second) => -3_600_000 - second),
    )
    expect(said.indexOf(true)).toBe(10)
    expect(clock.offMs).toBe(-3_600_000)
  })

  test('is right again when ten seconds of stamps say so', () => {
    const clock = new SourceClock()
    hear(clock, [60_000])
    const said = hear(
      clock,
      Array.from({ length: 11 }, () => -20),
      NOW + 5_000,
    )
    expect(said.filter(Boolean)).toHaveLength(1)
    expect(clock.isOff).toBe(false)
  })

  test('few stamps say nothing of a clock that is behind', () => {
    const clock = new SourceClock()
    expect([clock.hear(NOW - 60_000, NOW), clock.hear(NOW - 30_000, NOW + 30_000)]).toEqual([false, false])
    expect(clock.offMs).toBeNull()
  })
})
