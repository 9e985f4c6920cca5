/** What an operator has to know of the sources: said in the log once, and kept for the desk. */
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'

export interface FeedAlarm {
  /**
   * `moved`: another source is traded on (`detail` is the one before); `disputed` and `settled`: `detail` names who was heard;
   * `clock-off` and `clock-right`: `detail` says how far the source's clock is ahead, `code` by whose price it was seen.
   */
  readonly kind: 'held-back' | 'withdrawn' | 'moved' | 'disputed' | 'settled' | 'clock-off' | 'clock-right'
  readonly code: string
  readonly source: string
  readonly detail: string
  /** Unix milliseconds. */
  readonly at: number
}

const KEPT = 200
/** The same alarm is said again only after this long: a source that is broken repeats itself with every price. */
const QUIET_MS = 10_000

export class FeedAlarms {
  private readonly kept: FeedAlarm[] = []
  private readonly lastSaid = new Map<string, number>()

  constructor(
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  raise(alarm: Omit<FeedAlarm, 'at'>): void {
    const { kind, code, source, detail } = alarm
    const name = [kind, code, source, detail].join(' ')
    const now = this.clock.monotonic()
    const isRepeated =
      (kind === 'held-back' || kind === 'withdrawn') && now - (this.lastSaid.get(name) ?? Number.NEGATIVE_INFINITY) < QUIET_MS
    this.lastSaid.set(name, now)
    if (isRepeated) return
    this.kept.push({ ...alarm, at: this.clock.now() })
    if (this.kept.length > KEPT) this.kept.shift()
    this.logger.warn({ ...alarm }, SAID[kind])
  }

  recent(): readonly FeedAlarm[] {
    return [...this.kept]
  }
}

const SAID: Record<FeedAlarm['kind'], string> = {
  'held-back': 'a price of a source was held back',
  withdrawn: 'a source no longer stands by its price',
  moved: 'an instrument is traded on another source',
  disputed: 'the sources of an instrument are apart: it takes no new orders',
  settled: 'the sources of an instrument are at one again',
  'clock-off': "a source's clock is not right: its times are shown and not used",
  'clock-right': "a source's clock is right again",
}
