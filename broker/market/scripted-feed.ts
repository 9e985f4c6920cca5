/** A feed whose ticks are pushed by hand: for tests of everything that trades. Markets keep their calendars. */
import { CATALOGUE } from './catalogue'
import type { FeedHandler, Tick } from './feed'
import type { Instrument } from './instrument'
import { SingleSourceFeed } from './single-source-feed'

interface ScriptedPrice {
  bid: bigint
  /** Default: the bid. */
  ask?: bigint
  /** Default: whether bid and ask differ. */
  isTwoSided?: boolean
  /** Default: the bid. */
  last?: bigint
  /** UTC milliseconds; default: the clock's now. */
  time?: number
  /** Default: one more than the symbol's last. */
  seq?: bigint
  /** UTC milliseconds of the source's own clock; default: it does not say. */
  sourceTime?: number
}

export class ScriptedFeed extends SingleSourceFeed {
  readonly source = 'scripted'
  readonly isSimulated = true
  readonly hasLastingHistory = false
  private readonly lastSeq = new Map<string, bigint>()

  constructor(
    private readonly now: () => number,
    readonly instruments: readonly Instrument[] = CATALOGUE,
    /** The number before the first tick of each symbol: a source never uses one twice, also over a restart. */
    private readonly seqBefore = 0n,
  ) {
    super()
  }

  /** Quotes a price as the source would. */
  push(code: string, price: ScriptedPrice | bigint): void {
    const {
      bid,
      ask = bid,
      isTwoSided = ask !== bid,
      last = bid,
      time = this.now(),
      seq = (this.lastSeq.get(code) ?? this.seqBefore) + 1n,
      sourceTime,
    } = typeof price === 'bigint' ? { bid: price } : price
    if (seq > (this.lastSeq.get(code) ?? this.seqBefore)) this.lastSeq.set(code, seq)
    const tick: Tick = { source: this.source, symbol: code, bid, ask, isTwoSided, last, size: 10n ** 8n, seq, time }
    this.handler?.onTick(sourceTime === undefined ? tick : { ...tick, sourceTime })
  }

  heartbeat(code: string): void {
    this.handler?.onHeartbeat(code)
  }

  start(handler: FeedHandler): void {
    this.handler = handler
  }

  advanceTo(): void {}
}
