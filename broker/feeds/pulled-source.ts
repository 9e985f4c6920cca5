/** A market that is asked for its prices as time goes on, as one source among others: the simulated one, a recording. */
import type { Candle } from '../../rules/candles'
import type { Feed, HistoryRequest, Tick } from '../market/feed'
import type { Connector, ConnectorEvents, ConnectorHealth } from '../sources/connector'

export class PulledSource implements Connector {
  readonly isSimulated: boolean
  readonly codes: readonly string[]
  private since = 0

  constructor(
    readonly id: string,
    readonly feed: Feed,
  ) {
    this.isSimulated = feed.isSimulated
    this.codes = feed.instruments.map(({ code }) => code)
  }

  start(): void {
    throw new Error('a market that is asked for its prices is opened, not started')
  }

  /** `past`: what it says of the time before; `quoted` and the like as of any connector. */
  open(events: ConnectorEvents, past: (tick: Tick) => void, wallMs: number): void {
    this.since = wallMs
    this.feed.start(
      {
        onTick: ({ symbol, bid, ask, isTwoSided, size, time }) =>
          events.quoted({ code: symbol, bid, ask, size, sourceTime: null, marketTime: time, isOnePrice: !isTwoSided }),
        // It compares itself with nobody.
        onHeldBack() {},
        onPastTick: past,
        onHeartbeat: (code) => events.confirmed([code]),
      },
      wallMs,
    )
  }

  history(request: HistoryRequest): Candle[] {
    return this.codes.includes(request.code) ? this.feed.history(request) : []
  }

  health(): ConnectorHealth {
    return { state: 'live', reason: null, since: this.since, gaps: 0, rejects: 0, connects: 1, latencyMs: 0 }
  }

  async close(): Promise<void> {
    await this.feed.stop()
  }
}
