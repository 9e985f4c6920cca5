/** What is the same for every feed of one source: it is its own only choice, and remembers nothing where a feed says nothing else. */
import type { Candle } from '../../rules/candles'
import type { Feed, FeedHandler, HistoryRequest, SeededMarket } from './feed'
import type { Instrument } from './instrument'

export abstract class SingleSourceFeed implements Feed {
  abstract readonly source: string
  abstract readonly isSimulated: boolean
  abstract readonly hasLastingHistory: boolean
  abstract readonly instruments: readonly Instrument[]
  protected handler: FeedHandler | undefined

  abstract start(handler: FeedHandler, wallMs: number): void
  abstract advanceTo(wallMs: number): void

  originOf(_code: string): string {
    return this.source
  }

  knowsPast(_code: string): boolean {
    return false
  }

  history(_request: HistoryRequest): Candle[] {
    return []
  }

  sessionTime(wallMs: number): number | null {
    return wallMs
  }

  wallTime(sessionMs: number): number | null {
    return sessionMs
  }

  isSimulatedSource(_source: string): boolean {
    return this.isSimulated
  }

  seededMarkets(): readonly SeededMarket[] {
    return []
  }

  isOfMinutes(_source: string, _code: string): boolean {
    return false
  }

  sourcesOf(_code: string): readonly string[] {
    return [this.source]
  }

  isDisputed(_code: string): boolean {
    return false
  }

  stop(): void {
    this.handler = undefined
  }
}
