/**
 * Records what a feed hands out, as it is handed out, until it is told to stop: the recording plays again as the same quotes.
 *
 * Invariants: what is no market says so in the recording; what a feed says of the time before the recording began is not recorded; nothing noted is older than a second when it
 * reaches the system, and ten when it is laid on the disk.
 */
import type { Clock } from '../ground/clock'
import type { Feed, Tick } from '../market/feed'
import type { RecordedKind } from '../market/tape-lines'
import type { TapeWriter } from '../market/tape-writer'

interface RecordParts {
  readonly feed: Feed
  readonly writer: TapeWriter
  readonly clock: Clock
  /** Only these instruments; empty: all. */
  readonly codes: readonly string[]
  /** It cannot go on; what was written is whole. */
  readonly failed: (error: unknown) => void
}

interface Recording {
  /** Moves the feed on and writes what is due. */
  advance(): void
  /** Ends the feed's connections, then writes what is left. @throws TapeWriteProblem */
  stop(): Promise<void>
}

const FLUSH_MS = 1_000
const SETTLE_MS = 10_000

export function recordFeed({ feed, writer, clock, codes, failed }: RecordParts): Recording {
  const startedAt = clock.now()
  const wanted = new Set(codes.length > 0 ? codes : feed.instruments.map(({ code }) => code))
  let hasEnded = false
  let flushedAt = clock.monotonic()
  let settledAt = flushedAt
  const attempt = (work: () => void): void => {
    if (hasEnded) return
    try {
      work()
    } catch (error) {
      hasEnded = true
      failed(error)
    }
  }
  const kindOf = ({ source, symbol }: Tick): RecordedKind | null => {
    if (feed.isSimulatedSource(source)) return 'simulated'
    return feed.isOfMinutes(source, symbol) ? 'minutes' : null
  }
  const note = (tick: Tick): void => {
    if (wanted.has(tick.symbol) && tick.time >= startedAt) attempt(() => writer.note(tick, kindOf(tick)))
  }
  feed.start({ onTick: note, onPastTick: note, onHeldBack() {}, onHeartbeat() {} }, startedAt)
  return {
    advance() {
      feed.advanceTo(clock.now())
      const now = clock.monotonic()
      const isDue = now - settledAt >= SETTLE_MS
      if (now - flushedAt < FLUSH_MS) return
      flushedAt = now
      if (isDue) settledAt = now
      attempt(() => (isDue ? writer.settle() : writer.flush()))
    },
    async stop() {
      await feed.stop()
      hasEnded = true
      writer.close()
    },
  }
}
