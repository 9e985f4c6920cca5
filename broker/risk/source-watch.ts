/**
 * How the sources of prices are doing: since when nothing was heard, and how many gaps the last hour had.
 *
 * Invariant: a gap is a hole that the source's own numbers show, or a silence of more than two seconds while its markets are open.
 */
import type { RiskSource } from '../../contract/desk/risk'
import { HOUR_MS } from '../../rules/durations'
import type { FollowedMarket } from '../feeds/open-market-file'
import type { Clock } from '../ground/clock'
import type { Market } from '../market/open-market'

const SILENCE_MS = 2_000
/** Counts are kept a minute apart. */
const KEPT_EVERY_MS = 60_000

interface Reading {
  readonly id: string
  readonly state: RiskSource['state']
  readonly ageMs: number | null
  /** Since the source was opened. */
  readonly gaps: number
  readonly latencyMs: number | null
}

interface Watched {
  silences: number
  isSilent: boolean
  /** Gaps and silences together, as they were a minute, two minutes, … ago. */
  readonly counts: { readonly at: number; readonly count: number }[]
}

interface SourceParts {
  readonly market: Pick<Market, 'health' | 'isOpen'>
  /** Where the market is one of several sources. */
  readonly sources: Pick<FollowedMarket, 'feed'> | null
  readonly clock: Clock
}

export class SourceWatch {
  readonly #watched = new Map<string, Watched>()

  constructor(private readonly parts: SourceParts) {}

  /** To be called about once a second. */
  look(): void {
    const now = this.parts.clock.monotonic()
    for (const reading of this.#readings()) {
      const watched = this.#of(reading.id)
      const isSilent = reading.ageMs !== null && reading.ageMs > SILENCE_MS
      if (isSilent && !watched.isSilent) watched.silences += 1
      watched.isSilent = isSilent
      const last = watched.counts.at(-1)
      if (last === undefined || now - last.at >= KEPT_EVERY_MS) watched.counts.push({ at: now, count: reading.gaps + watched.silences })
      while ((watched.counts[1]?.at ?? now) <= now - HOUR_MS) watched.counts.shift()
    }
  }

  all(): readonly RiskSource[] {
    return this.#readings().map(({ id, state, ageMs, gaps, latencyMs }) => {
      const watched = this.#of(id)
      return {
        id,
        kind: 'feed',
        state,
        age_ms: ageMs === null ? null : Math.max(0, Math.round(ageMs)),
        gaps: Math.max(0, gaps + watched.silences - (watched.counts[0]?.count ?? gaps)),
        rejects: null,
        latency_ms: latencyMs === null ? null : Math.max(0, Math.round(latencyMs)),
      }
    })
  }

  #of(id: string): Watched {
    let watched = this.#watched.get(id)
    if (watched === undefined) {
      watched = { silences: 0, isSilent: false, counts: [] }
      this.#watched.set(id, watched)
    }
    return watched
  }

  #readings(): Reading[] {
    const { market, sources, clock } = this.parts
    if (sources === null) {
      const { source, openMarkets, feedAgeMs } = market.health()
      return [
        {
          id: source,
          state: openMarkets === 0 ? 'resting' : 'live',
          ageMs: openMarkets === 0 ? null : feedAgeMs,
          gaps: 0,
          latencyMs: null,
        },
      ]
    }
    const now = clock.monotonic()
    const health = sources.feed.health()
    const heard = new Map<string, number>()
    for (const instrument of health.instruments)
      for (const { source, price } of instrument.sources)
        if (price !== null) heard.set(source, Math.max(heard.get(source) ?? Number.NEGATIVE_INFINITY, price.heardAt))
    return health.sources.map(({ id, codes, state, gaps, latencyMs }) => {
      const isResting = state === 'resting' || !codes.some((code) => market.isOpen(code))
      const at = heard.get(id)
      return {
        id,
        state: isResting ? 'resting' : state === 'live' ? 'live' : 'down',
        ageMs: isResting || at === undefined ? null : now - at,
        gaps,
        latencyMs,
      }
    })
  }
}
