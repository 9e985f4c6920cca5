/**
 * A market of many sources: for each instrument the sources in their order of preference, of which one is traded on at a time.
 *
 * Invariants: every tick is a price that one source stated, under that source's name; what is not believed is handed on as held
 * back and never traded on; a source that stops is left within the time of its rules, in the turn of the next look, and the price of
 * the next one is handed out at once with its own age.
 */
import type { Candle } from '../../rules/candles'
import { isMarketOpen } from '../../rules/market-hours'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Feed, FeedHandler, HistoryRequest, SeededMarket, Tick } from '../market/feed'
import type { Instrument } from '../market/instrument'
import type { Connector, ConnectorEvents, ConnectorHealth, SourcePrice } from '../sources/connector'
import { type FeedAlarm, FeedAlarms } from './feed-alarms'
import { PulledSource } from './pulled-source'
import { SourceChoice, type SourceState } from './source-choice'
import { SourceClock } from './source-clock'
import type { SourceRules } from './source-rules'

/** How one instrument is priced. */
export interface InstrumentPlan {
  readonly instrument: Instrument
  /** Names of sources, the most preferred first; at least one. */
  readonly sources: readonly string[]
  readonly rules: SourceRules
}

interface ComposedFeedOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly plans: readonly InstrumentPlan[]
  readonly connectors: readonly Connector[]
  /** Connectors end for good: the same market with new ones. Needed where it is started again after a stop. */
  readonly renew?: () => Promise<{ readonly plans: readonly InstrumentPlan[]; readonly connectors: readonly Connector[] }>
}

interface SourceHealth extends ConnectorHealth {
  readonly id: string
  readonly isSimulated: boolean
  readonly codes: readonly string[]
  /** How far its own clock is ahead of ours, below 0 behind, in milliseconds; null where it has not said enough. */
  readonly clockOffMs: number | null
  readonly isClockOff: boolean
}

interface FeedHealth {
  readonly sources: readonly SourceHealth[]
  readonly instruments: readonly { readonly code: string; readonly isDisputed: boolean; readonly sources: readonly SourceState[] }[]
  /** The newest last. */
  readonly alarms: readonly FeedAlarm[]
}

interface Line {
  readonly plan: InstrumentPlan
  readonly choice: SourceChoice
  /** Of the last tick that was handed out. */
  seq: bigint
  time: number
}

export class ComposedFeed implements Feed {
  readonly hasLastingHistory = true
  readonly instruments: readonly Instrument[]
  private readonly clock: Clock
  private readonly alarms: FeedAlarms
  private lines: ReadonlyMap<string, Line>
  private connectors: ReadonlyMap<string, Connector>
  private handler: FeedHandler | undefined
  private readonly clocks = new Map<string, SourceClock>()
  private readonly logger: Logger
  private replanning: Promise<void> = Promise.resolve()
  private hasEnded = false

  constructor(private readonly options: ComposedFeedOptions) {
    const { clock, logger, plans, connectors } = options
    this.clock = clock
    this.logger = logger
    this.alarms = new FeedAlarms(clock, logger)
    this.instruments = plans.map(({ instrument }) => instrument)
    this.lines = new Map(plans.map((plan) => [plan.instrument.code, newLine(plan)]))
    this.connectors = new Map(connectors.map((connector) => [connector.id, connector]))
  }

  get source(): string {
    return [...this.connectors.keys()].join(', ')
  }

  get isSimulated(): boolean {
    return [...this.connectors.values()].some(({ isSimulated }) => isSimulated)
  }

  start(handler: FeedHandler, wallMs: number, before?: (code: string) => Pick<Tick, 'seq' | 'time'> | undefined): void {
    this.handler = handler
    for (const [code, line] of this.lines) {
      const last = before?.(code)
      if (last !== undefined && last.seq > line.seq) Object.assign(line, { seq: last.seq, time: Math.max(line.time, last.time) })
    }
    for (const connector of this.connectors.values()) this.open(connector, handler, wallMs)
  }

  advanceTo(wallMs: number): void {
    for (const connector of this.connectors.values()) if (connector instanceof PulledSource) connector.feed.advanceTo(wallMs)
    for (const code of this.lines.keys()) this.look(code)
  }

  /** Resolves when every connection has ended. */
  async stop(): Promise<void> {
    const wasStarted = this.handler !== undefined
    this.handler = undefined
    this.hasEnded ||= wasStarted
    await this.replanning
    await this.closeAll([...this.connectors.values()])
  }

  async renew(): Promise<void> {
    if (!this.hasEnded || this.options.renew === undefined) return
    const { plans, connectors } = await this.options.renew()
    await this.replan(plans, connectors)
    this.hasEnded = false
  }

  /**
   * Takes new sources and orders of preference while it runs. What stayed as it was goes on undisturbed: a connector that is given
   * again is the same one. Instruments stay those it began with; a plan for another one is for the next start. Resolves when what is
   * gone has closed and what is new has been started; plans that come meanwhile wait for that.
   */
  replan(plans: readonly InstrumentPlan[], connectors: readonly Connector[]): Promise<void> {
    const done = this.replanning.then(() => this.takePlan(plans, connectors))
    this.replanning = done.catch(() => {})
    return done
  }

  private async takePlan(plans: readonly InstrumentPlan[], connectors: readonly Connector[]): Promise<void> {
    const before = this.connectors
    this.connectors = new Map(connectors.map((connector) => [connector.id, connector]))
    const known = new Map(plans.map((plan) => [plan.instrument.code, plan]))
    this.lines = new Map(
      [...this.lines].map(([code, line]) => {
        const given = known.get(code)
        if (given === undefined || isSamePlan(given, line.plan)) return [code, line]
        const plan = { ...given, instrument: line.plan.instrument }
        return [code, { ...line, plan, choice: new SourceChoice(plan.sources, plan.rules) }]
      }),
    )
    const gone = [...before.values()].filter((connector) => this.connectors.get(connector.id) !== connector)
    for (const { id } of gone) {
      this.clocks.delete(id)
      for (const line of this.lines.values()) line.choice.withdraw(id)
    }
    // A session has one connection: the one that is replaced ends first.
    await this.closeAll(gone)
    const { handler } = this
    if (handler === undefined) return
    for (const [id, connector] of this.connectors) if (before.get(id) !== connector) this.open(connector, handler, this.clock.now())
  }

  /** One that cannot be closed in the way of its protocol holds up no other. */
  private async closeAll(connectors: readonly Connector[]): Promise<void> {
    const closings = await Promise.allSettled(connectors.map((connector) => connector.close()))
    for (const [index, closing] of closings.entries()) {
      if (closing.status === 'rejected')
        this.logger.warn({ source: connectors[index]?.id, problem: String(closing.reason) }, 'a source was not closed in its own way')
    }
  }

  originOf(code: string): string {
    const pulled = this.pulled(code)
    return pulled === undefined ? 'sources' : pulled.feed.originOf(code)
  }

  knowsPast(code: string): boolean {
    return this.pulled(code)?.feed.knowsPast(code) ?? false
  }

  history(request: HistoryRequest): Candle[] {
    return this.pulled(request.code)?.feed.history(request) ?? []
  }

  sessionTime(wallMs: number, code: string): number | null {
    const pulled = this.pulled(code)
    return pulled === undefined ? wallMs : pulled.feed.sessionTime(wallMs, code)
  }

  wallTime(sessionMs: number, code: string): number | null {
    const pulled = this.pulled(code)
    return pulled === undefined ? sessionMs : pulled.feed.wallTime(sessionMs, code)
  }

  isSimulatedSource(source: string): boolean {
    return this.connectors.get(source)?.isSimulated ?? false
  }

  seededMarkets(): readonly SeededMarket[] {
    return [...this.connectors.values()].flatMap((one) => (one instanceof PulledSource ? one.feed.seededMarkets() : []))
  }

  isOfMinutes(source: string, code: string): boolean {
    const connector = this.connectors.get(source)
    return connector instanceof PulledSource && connector.feed.isOfMinutes(connector.feed.source, code)
  }

  sourcesOf(code: string): readonly string[] {
    return this.lines.get(code)?.plan.sources ?? []
  }

  isDisputed(code: string): boolean {
    return this.lines.get(code)?.choice.isDisputed ?? false
  }

  health(): FeedHealth {
    const now = this.clock.monotonic()
    return {
      sources: [...this.connectors.values()].map((connector) => ({
        id: connector.id,
        isSimulated: connector.isSimulated,
        codes: connector.codes,
        clockOffMs: this.clocks.get(connector.id)?.offMs ?? null,
        isClockOff: this.clocks.get(connector.id)?.isOff ?? false,
        ...connector.health(),
        // Another node has the connection.
        ...(this.handler === undefined ? ({ state: 'resting', reason: null } as const) : {}),
      })),
      instruments: [...this.lines].map(([code, { choice }]) => ({ code, isDisputed: choice.isDisputed, sources: choice.states(now) })),
      alarms: this.alarms.recent(),
    }
  }

  /** The market that is asked for the prices of an instrument, where its first source is one. */
  private pulled(code: string): PulledSource | undefined {
    const first = this.connectors.get(this.lines.get(code)?.plan.sources[0] ?? '')
    return first instanceof PulledSource ? first : undefined
  }

  private open(connector: Connector, handler: FeedHandler, wallMs: number): void {
    const { id } = connector
    const events: ConnectorEvents = {
      quoted: (price) => this.onQuoted(id, price),
      confirmed: (codes) => this.onConfirmed(id, codes),
      withdrawn: (codes, reason) => this.onWithdrawn(id, codes, reason),
    }
    if (connector instanceof PulledSource) connector.open(events, (tick) => handler.onPastTick({ ...tick, source: id }), wallMs)
    else connector.start(events)
  }

  private onQuoted(source: string, price: SourcePrice): void {
    const line = this.lines.get(price.code)
    if (line === undefined || !line.plan.sources.includes(source)) return
    this.noteClock(source, price)
    const reason = isOnGrid(price, line.plan.instrument) ? line.choice.hear(source, price, this.clock.monotonic()) : 'too-fine'
    if (reason !== null) {
      this.alarms.raise({ kind: 'held-back', code: price.code, source, detail: reason })
      this.handler?.onHeldBack(this.tick(line, source, price))
      this.look(price.code)
      return
    }
    // Another one may be traded on from now; then its price has been handed out already.
    if (!this.look(price.code) && line.choice.chosen === source) this.handOut(line, source, price)
  }

  private noteClock(source: string, { code, sourceTime }: SourcePrice): void {
    if (sourceTime === null) return
    const clock = this.clocks.get(source) ?? new SourceClock()
    this.clocks.set(source, clock)
    if (!clock.hear(sourceTime, this.clock.now())) return
    this.alarms.raise({ kind: clock.isOff ? 'clock-off' : 'clock-right', code, source, detail: `${clock.offMs} ms` })
  }

  private onConfirmed(source: string, codes: readonly string[]): void {
    const now = this.clock.monotonic()
    for (const code of codes) {
      const line = this.lines.get(code)
      line?.choice.confirm(source, now)
      if (line?.choice.chosen === source && line.choice.price() !== null) this.handler?.onHeartbeat(code)
    }
  }

  private onWithdrawn(source: string, codes: readonly string[], reason: string): void {
    for (const code of codes) {
      const line = this.lines.get(code)
      if (line === undefined) continue
      line.choice.withdraw(source)
      this.alarms.raise({ kind: 'withdrawn', code, source, detail: reason })
      this.look(code)
    }
  }

  /** Chooses anew. True when another source is traded on from now: its price has been handed out. */
  private look(code: string): boolean {
    const line = this.lines.get(code)
    if (line === undefined) return false
    const { choice } = line
    const [wasOn, wasDisputed] = [choice.chosen, choice.isDisputed]
    const hasMoved = choice.choose(this.clock.monotonic())
    if (choice.isDisputed !== wasDisputed)
      this.alarms.raise({
        kind: choice.isDisputed ? 'disputed' : 'settled',
        code,
        source: choice.chosen ?? '',
        detail: describe(choice, this.clock),
      })
    if (!hasMoved) return false
    const price = choice.price()
    if (wasOn !== null) this.alarms.raise({ kind: 'moved', code, source: choice.chosen ?? '', detail: wasOn })
    if (price !== null) this.handOut(line, choice.chosen ?? '', price, price.heardAt)
    return true
  }

  private handOut(line: Line, source: string, price: SourcePrice, heardAt?: number): void {
    const tick = this.tick(line, source, price, heardAt)
    line.seq = tick.seq
    line.time = tick.time
    const isOpen = this.pulled(price.code) !== undefined || isMarketOpen(line.plan.instrument.calendar, this.clock.now())
    if (isOpen) this.handler?.onTick(tick)
    else this.handler?.onPastTick(tick)
  }

  /** By a real source's clock only while that is right; a market of its own keeps its own time, also where a test system passes it on. */
  private marketTimeOf(source: string, { marketTime, sourceTime }: SourcePrice): number | null {
    if (marketTime !== undefined) return marketTime
    const isRight = this.isSimulatedSource(source) || !(this.clocks.get(source)?.isOff ?? false)
    return isRight ? sourceTime : null
  }

  private tick(line: Line, source: string, price: SourcePrice, heardAt?: number): Tick {
    const { code, bid, ask, size, sourceTime, isOnePrice } = price
    const now = this.clock.now()
    const stamped = BigInt(now) * 1_000n
    return {
      source,
      symbol: code,
      bid,
      ask,
      isTwoSided: isOnePrice !== true,
      last: bid,
      size,
      seq: stamped > line.seq ? stamped : line.seq + 1n,
      // The market's time never runs backwards, whatever the clocks of its sources say.
      time: Math.max(line.time, Math.min(now, this.marketTimeOf(source, price) ?? now)),
      ...(heardAt === undefined ? {} : { heardAt }),
      ...(sourceTime === null ? {} : { sourceTime }),
    }
  }
}

function newLine(plan: InstrumentPlan): Line {
  return { plan, choice: new SourceChoice(plan.sources, plan.rules), seq: 0n, time: 0 }
}

function isSamePlan(one: InstrumentPlan, other: InstrumentPlan): boolean {
  const { rules, sources } = one
  const isSameRule = (name: keyof SourceRules) => rules[name] === other.rules[name]
  return sources.join() === other.sources.join() && (Object.keys(rules) as (keyof SourceRules)[]).every(isSameRule)
}

/** A price with more digits than the instrument has would have to be rounded in somebody's favour. */
function isOnGrid({ bid, ask }: SourcePrice, { pricePrecision }: Instrument): boolean {
  const step = 10n ** BigInt(8 - pricePrecision)
  return bid % step === 0n && ask % step === 0n
}

function describe(choice: SourceChoice, clock: Clock): string {
  return choice
    .states(clock.monotonic())
    .filter(({ isFresh }) => isFresh)
    .map(({ source }) => source)
    .join(', ')
}
