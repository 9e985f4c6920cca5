/**
 * One market on several nodes: the one that holds its lease makes the prices and tells them over the bus; the others take them over as
 * they were judged there, and make none (docs/decisions/100-one-node-makes-the-prices.md).
 *
 * Invariants: prices are told, and kept, only under a lease that this node has surely now; whoever has heard a newer leader listens to
 * no older one. A follower that has missed something takes the quotes that come, and reads candles again that hold what it missed.
 */
import type { FactOf } from '../bus/facts'
import { loggableError } from '../db/loggable-error'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { type HeldLease, LeaseLost } from '../leases/hold-epoch'
import type { Tick } from './feed'
import type { CandleCoverage, CandleMark } from './live-candles'
import type { MarketSharing, MarketStores } from './market-options'
import type { Verdict } from './quotes'

/** Whoever holds it makes the prices. */
export const FEED_LEASE = 'feed'
const MARKET = 'main'

/** A tick, and what the node thought of it that makes the prices. */
export interface SharedTick {
  readonly tick: Tick
  readonly verdict: Verdict
  /** By that node's clock; null for a tick of the past. */
  readonly arrivedAt: number | null
  readonly isConfirmed: boolean
}

/** What becomes of a market that several nodes show. */
export interface SharedMarket {
  /** Makes prices from now on. `goesOn`: all that was told so far is known here, so that the first price follows the last one. */
  lead(stores: MarketStores, goesOn: boolean): Promise<void>
  /** Makes no more, and writes what is unsaved, or forgets it. */
  endLead(): Promise<void>
  takeOver(shared: SharedTick): void
  takeConfirmed(code: string): void
  keepTicksAfter(code: string, tick: Pick<Tick, 'source' | 'seq'>): void
  /** Writes candles, and that they go as far as `markNow` says in the turn in which they are read. */
  writeCandles(markNow?: () => CandleMark): Promise<void>
  /** Null where candles do not outlive the process: nothing can be read again. */
  readCandles(): Promise<{ readonly rows: readonly CandleCoverage[]; readonly mark: CandleMark | null } | null>
  restoreCandles(rows: readonly CandleCoverage[], after: readonly Tick[]): Promise<void>
  /** Codes whose sources are apart, by the sources of this node. */
  ownDisputes(): readonly string[]
}

interface Behind {
  readonly epoch: number
  /** The first batch that was heard again. */
  readonly from: number
  readonly kept: { readonly batch: number; readonly tick: Tick }[]
}

const BEAT_MS = 1_000
/** Ticks in one message: well below what a server of NATS takes. */
const TICKS_AT_ONCE = 1_000
/** While candles are not read again more is not kept: it is begun anew then. */
const KEPT_AT_MOST = 200_000
const AGAIN_MS = 500
const LATE_MS = 500

type Quotes = FactOf<'quotes'>

export class PriceSharing {
  private lease: HeldLease | null = null
  /** Of the newest leader that was heard of, this node among them. */
  private epoch = 0
  private batch = 0
  private hasHeard = false
  private behind: Behind | null = null
  private disputed: ReadonlySet<string> = new Set()
  private unsent: SharedTick[] = []
  private readonly unsentConfirmed = new Set<string>()
  private unsentSince = 0
  private beatAt = Number.NEGATIVE_INFINITY
  private sending: NodeJS.Immediate | undefined
  private writing: Promise<void> | null = null
  private restoring: Promise<void> | null = null
  private work: Promise<void> = Promise.resolve()
  private readonly stops: (() => void)[] = []
  private isClosed = false

  constructor(
    private readonly parts: MarketSharing & { readonly clock: Clock; readonly logger: Logger },
    private readonly market: SharedMarket,
  ) {}

  /** Resolves when this node makes the prices, or listens. */
  async open(): Promise<void> {
    const { bus, leases } = this.parts
    const isMine = ({ market }: { readonly market: string }) => market === MARKET
    this.stops.push(
      bus.hear('quotes', (fact) => isMine(fact) && this.take(fact), 'others'),
      bus.hear('candles-wanted', (fact) => isMine(fact) && this.storeCandles(), 'others'),
      bus.hear('ticks-wanted', (fact) => isMine(fact) && this.mayTell() && this.market.keepTicksAfter(fact.code, fact), 'others'),
    )
    leases.follow({
      gained: (gained) => {
        const lease = gained.find(({ name }) => name === FEED_LEASE)
        if (lease !== undefined) void this.inTurn(() => this.lead(lease))
      },
      lost: (names) => (names.includes(FEED_LEASE) ? this.inTurn(() => this.follow()) : undefined),
    })
    await this.work
  }

  /** True while this node makes the prices: no other one can. */
  mayTell(): boolean {
    const { lease } = this
    const { leases } = this.parts
    return (
      lease !== null && this.epoch <= Number(lease.epoch) && leases.isSure(FEED_LEASE) && leases.held(FEED_LEASE)?.epoch === lease.epoch
    )
  }

  isDisputed(code: string): boolean {
    return this.disputed.has(code)
  }

  /** What is told in one turn goes out together. */
  tell(shared: SharedTick): void {
    this.unsent.push(shared)
    this.sendSoon()
  }

  tellConfirmed(code: string): void {
    this.unsentConfirmed.add(code)
    this.sendSoon()
  }

  /** Something was filled or set off here at this tick. */
  wantTicksAfter(code: string, { source, seq }: Pick<Tick, 'source' | 'seq'>): void {
    this.parts.bus.tell('ticks-wanted', { market: MARKET, code, source, seq })
  }

  /** Says once a second that this node is there, or asks for what was missed and reads it again. */
  advance(): void {
    const now = this.parts.clock.monotonic()
    if (now - this.beatAt < BEAT_MS) return
    this.beatAt = now
    if (this.mayTell()) this.send()
    else if (this.behind !== null) this.readAgain()
  }

  private readAgain(): void {
    this.parts.bus.tell('candles-wanted', { market: MARKET })
    this.restoring ??= this.restore()
      .catch((error: unknown) => this.parts.logger.warn({ err: loggableError(error) }, 'candles could not be read again yet'))
      .finally(() => {
        this.restoring = null
      })
  }

  /** Writes the candles of a market whose prices are made here. */
  storeCandles(): Promise<void> {
    if (!this.mayTell()) return Promise.resolve()
    this.writing ??= this.market
      .writeCandles(() => {
        this.send()
        return { epoch: this.epoch, batch: this.batch }
      })
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        this.writing = null
      })
    return this.writing
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const stop of this.stops) stop()
    await this.inTurn(() => this.follow())
    await this.restoring
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.work = this.work.then(work).catch((error: unknown) => this.failed(error))
    return this.work
  }

  private sendSoon(): void {
    if (this.sending !== undefined) return
    this.unsentSince = this.parts.clock.monotonic()
    this.sending = setImmediate(() => this.send())
  }

  private async lead(lease: HeldLease): Promise<void> {
    if (this.isClosed || this.parts.leases.held(FEED_LEASE)?.epoch !== lease.epoch) return
    if (this.lease !== null) await this.follow()
    // The one before was heard to its end, or was this node.
    const goesOn = this.hasHeard && this.behind === null && Number(lease.epoch) === this.epoch + 1
    this.lease = lease
    this.epoch = Number(lease.epoch)
    this.batch = 0
    this.behind = null
    this.forgetUnsent()
    try {
      await this.market.lead(this.parts.storesUnder(lease), goesOn)
    } catch (error) {
      this.lease = null
      // What was begun is read again before it is begun once more.
      this.hasHeard = false
      await this.market.endLead().catch(() => {})
      if (!(error instanceof LeaseLost)) setTimeout(() => void this.inTurn(() => this.lead(lease)), AGAIN_MS).unref()
      throw error
    }
    this.hasHeard = true
    this.parts.logger.info({ epoch: this.epoch }, 'this node makes the prices')
    // Those that listen read candles again with every new leader.
    await this.storeCandles()
    this.send()
  }

  private async follow(): Promise<void> {
    const { lease } = this
    if (lease === null) return
    if (this.epoch === Number(lease.epoch)) this.send()
    await this.writing
    await this.market.endLead()
    this.lease = null
    this.parts.logger.info({ epoch: Number(lease.epoch) }, 'this node makes no prices any more')
  }

  /** What does not fit into one message goes into the next. */
  private send(): void {
    clearImmediate(this.sending)
    this.sending = undefined
    if (this.lease === null || this.epoch !== Number(this.lease.epoch)) {
      this.forgetUnsent()
      return
    }
    // A process that stood still meanwhile: what was new then is not any more.
    if (this.parts.clock.monotonic() - this.unsentSince > LATE_MS) this.forgetUnsent()
    const confirmed = [...this.unsentConfirmed]
    const disputed = this.market.ownDisputes()
    const ticks = this.unsent.map((shared) => wireTick(shared, this.parts.clock))
    this.forgetUnsent()
    do {
      this.batch += 1
      const part = ticks.splice(0, TICKS_AT_ONCE)
      const last = ticks.length === 0 && confirmed.length > 0 ? { confirmed } : {}
      const { epoch, batch } = this
      this.parts.bus.tell('quotes', {
        market: MARKET,
        epoch,
        batch,
        ticks: part,
        ...last,
        ...(disputed.length === 0 ? {} : { disputed: [...disputed] }),
      })
    } while (ticks.length > 0)
  }

  private forgetUnsent(): void {
    this.unsent = []
    this.unsentConfirmed.clear()
  }

  private take(fact: Quotes): void {
    if (fact.epoch < this.epoch) return
    if (this.lease !== null && fact.epoch === Number(this.lease.epoch)) return
    const isSameLeader = fact.epoch === this.epoch
    if (isSameLeader && this.hasHeard && fact.batch <= this.batch) return
    const isNext = isSameLeader && this.hasHeard && fact.batch === this.batch + 1
    this.epoch = fact.epoch
    this.batch = fact.batch
    this.hasHeard = true
    if (this.lease !== null) {
      // Another one makes the prices already: what is ours is over.
      this.parts.leases.nudge()
      void this.inTurn(() => this.follow())
    }
    if (!isNext) this.behind = { epoch: fact.epoch, from: fact.batch, kept: [] }
    this.disputed = new Set(fact.disputed ?? [])
    for (const wire of fact.ticks) {
      const shared = readTick(wire, this.parts.clock)
      this.market.takeOver(shared)
      if (shared.verdict === 'accepted') this.behind?.kept.push({ batch: fact.batch, tick: shared.tick })
    }
    for (const code of fact.confirmed ?? []) this.market.takeConfirmed(code)
    if (this.behind !== null && this.behind.kept.length > KEPT_AT_MOST) this.behind = { epoch: fact.epoch, from: fact.batch + 1, kept: [] }
    if (!isNext) this.readAgain()
  }

  private async restore(): Promise<void> {
    const { behind } = this
    const stored = await this.market.readCandles()
    if (behind === null || this.behind !== behind || this.lease !== null) return
    if (stored === null) {
      this.behind = null
      return
    }
    const { rows, mark } = stored
    if (mark === null || mark.epoch !== behind.epoch || mark.batch < behind.from - 1) return
    this.behind = null
    await this.market.restoreCandles(
      rows,
      behind.kept.filter(({ batch }) => batch > mark.batch).map(({ tick }) => tick),
    )
  }

  private failed(error: unknown): void {
    // It is another node's by now: that one writes.
    if (error instanceof LeaseLost) this.parts.leases.nudge()
    else this.parts.logger.error({ err: loggableError(error) }, 'what the market wanted to write could not be written')
  }
}

function wireTick({ tick, verdict, arrivedAt, isConfirmed }: SharedTick, clock: Clock): Quotes['ticks'][number] {
  const { source, symbol, bid, ask, isTwoSided, last, size, seq, time, sourceTime, heardAt } = tick
  return {
    ...{ source, symbol, bid, ask, isTwoSided, last, size, seq, time },
    ...(sourceTime === undefined ? {} : { sourceTime }),
    ...(heardAt === undefined ? {} : { ageMs: Math.max(0, clock.monotonic() - heardAt) }),
    ...(arrivedAt === null ? {} : { arrivedAt }),
    ...(verdict === 'accepted' ? {} : { verdict }),
    ...(isConfirmed ? { isConfirmed } : {}),
  }
}

function readTick(
  { verdict = 'accepted', arrivedAt, isConfirmed = false, ageMs, ...tick }: Quotes['ticks'][number],
  clock: Clock,
): SharedTick {
  const { sourceTime, ...plain } = tick
  return {
    tick: {
      ...plain,
      ...(sourceTime === undefined ? {} : { sourceTime }),
      ...(ageMs === undefined ? {} : { heardAt: clock.monotonic() - ageMs }),
    },
    ...{ verdict, arrivedAt: arrivedAt ?? null, isConfirmed },
  }
}
