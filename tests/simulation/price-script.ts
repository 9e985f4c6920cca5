/**
 * The source of prices of a simulated world, its faults included, and what may be known of them without asking the broker:
 * which tick is the quote now, whether it was confirmed, how old it is, and at which prices a tenant may trade on it.
 *
 * Deliberately worked out again here: a check that asked the broker's own board would believe its mistakes.
 */
import { CATALOGUE } from '../../broker/market/catalogue'
import type { Instrument } from '../../broker/market/instrument'
import type { Market } from '../../broker/market/open-market'
import type { ScriptedFeed } from '../../broker/market/scripted-feed'
import type { Tenant } from '../../contract/tenant'
import { parseFixed } from '../../rules/decimal'
import { isMarketOpen } from '../../rules/market-hours'
import type { FrozenClock } from '../fixtures/frozen-clock'
import type { Random } from './random'

/** Two sides and one price, a conversion pair and what converts through it, every kind of margin, three calendars. */
const CODES = ['EURUSD', 'USDJPY', 'EURJPY', 'XAUUSD', 'BTCUSDT', 'GER40', 'NGAS']
export const INSTRUMENTS: readonly Instrument[] = CODES.map((code) => CATALOGUE.find((one) => one.code === code)!)
const TWO_SIDED = new Set(['EURUSD', 'XAUUSD'])
const CONVERSION: Readonly<Record<string, { readonly code: string; readonly isInverse: boolean }>> = {
  JPY: { code: 'USDJPY', isInverse: true },
  EUR: { code: 'EURUSD', isInverse: false },
}
const PAUSE_MS = 2_000
const ONE = 10n ** 8n
const RATE_ONE = 10n ** 20n
/** So many good prices in a row refused, and an operator looks. */
const OPERATOR_LOOKS_AFTER = 4

export type TickFault = 'duplicate' | 'late' | 'spike' | 'zero' | 'negative' | 'crossed'

export interface SpokenTick {
  readonly code: string
  readonly seq: bigint
  readonly bid: bigint
  readonly ask: bigint
  readonly last: bigint
  isConfirmed: boolean
  /** Tenants that could trade on it while it was the quote. */
  readonly tradableFor: Set<string>
}

export interface KnownQuote {
  readonly tick: SpokenTick
  readonly bid: bigint
  readonly ask: bigint
  readonly rate: bigint
}

interface Line {
  readonly instrument: Instrument
  readonly point: bigint
  price: bigint
  seq: bigint
  quote: SpokenTick | undefined
  heardAtMs: number
  streak: number
  refusals: number
  frozenUntilMs: number
}

/** What may be asked of the prices, of now or of an earlier moment. */
export interface PriceView {
  quoteOf(tenant: Tenant, code: string): KnownQuote | null
  isOpen(code: string): boolean
  isTradable(tenant: Tenant, code: string): boolean
}
/** What a tick has set off is carried out within so many others. */
const REMEMBERED_MOMENTS = 60

export class PriceScript implements PriceView {
  /** The prices at each of the last ticks that were believed, oldest first. */
  readonly moments: PriceView[] = []
  readonly ticks = new Map<string, SpokenTick>()
  private readonly lines = new Map<string, Line>()
  private feed: ScriptedFeed | undefined
  private market: Market | undefined

  constructor(
    private readonly clock: FrozenClock,
    private readonly random: Random,
    private readonly tenants: () => Iterable<Tenant>,
  ) {
    for (const instrument of INSTRUMENTS) {
      const point = 10n ** BigInt(8 - instrument.pricePrecision)
      this.lines.set(instrument.code, { instrument, point, price: instrument.referencePrice, ...UNHEARD, seq: 0n, frozenUntilMs: 0 })
    }
  }

  /** A process has started: it has heard nothing yet. */
  feedInto(feed: ScriptedFeed, market: Market): void {
    this.feed = feed
    this.market = market
    for (const line of this.lines.values()) Object.assign(line, UNHEARD)
  }

  instrument(code: string): Instrument {
    return this.lines.get(code)!.instrument
  }

  point(code: string): bigint {
    return this.lines.get(code)!.point
  }

  /** What the source would say now, whoever has heard it. */
  priceOf(code: string): { readonly price: bigint; readonly point: bigint } {
    const { price, point } = this.lines.get(code)!
    return { price, point }
  }

  isFrozen(code: string): boolean {
    return this.lines.get(code)!.frozenUntilMs > this.clock.monotonic()
  }

  freeze(code: string, forMs: number): void {
    this.lines.get(code)!.frozenUntilMs = this.clock.monotonic() + forMs
  }

  thaw(): void {
    for (const line of this.lines.values()) line.frozenUntilMs = Number.NEGATIVE_INFINITY
  }

  /** Says the next price, or the same again. True when it became the quote. */
  speak(code: string, isSame = false): boolean {
    const line = this.lines.get(code)!
    // A market that rests may repeat its price, and is not to be traded on for that.
    if (this.isOpen(code) && !isSame) line.price = this.nextPrice(line)
    const tick = this.tickOf(line, line.price, this.spreadOf(line))
    this.push(tick)
    if (this.market?.quote(code)?.seq !== tick.seq) {
      line.refusals += 1
      if (line.refusals >= OPERATOR_LOOKS_AFTER) this.market?.releaseQuarantine(code)
      return false
    }
    line.refusals = 0
    line.streak = this.ageMs(code) > PAUSE_MS ? 1 : line.streak + 1
    line.heardAtMs = this.clock.monotonic()
    tick.isConfirmed = line.streak >= 2
    line.quote = tick
    this.ticks.set(`${code}/${tick.seq}`, tick)
    // A conversion that is fresh again makes what converts through it tradable, too.
    this.noteAllTradable()
    this.remember()
    return true
  }

  /** Remembers the prices of now, before anybody acts on them. */
  private remember(): void {
    const tenants = [...this.tenants()]
    const codes = [...this.lines.keys()]
    const facts = new Map(
      tenants.flatMap((tenant) =>
        codes.map((code) => [`${tenant.id}/${code}`, { quote: this.quoteOf(tenant, code), isTradable: this.isTradable(tenant, code) }]),
      ),
    )
    const open = new Set(codes.filter((code) => this.isOpen(code)))
    this.moments.push({
      quoteOf: (tenant, code) => facts.get(`${tenant.id}/${code}`)?.quote ?? null,
      isOpen: (code) => open.has(code),
      isTradable: (tenant, code) => facts.get(`${tenant.id}/${code}`)?.isTradable ?? false,
    })
    if (this.moments.length > REMEMBERED_MOMENTS) this.moments.shift()
  }

  /** Says something that no sound source says. The name of the fault when the broker believed it. */
  misspeak(code: string, fault: TickFault): string | null {
    const line = this.lines.get(code)!
    const { market } = this
    const before = market?.quote(code)
    // Without a price before it nobody can tell a spike.
    if (before === undefined || market === undefined) return null
    const wrong = line.price + (line.price * BigInt(this.random.pick([-50, -30, 30, 50]))) / 100n
    if (fault === 'duplicate' || fault === 'late') {
      const seq = fault === 'duplicate' ? before.seq : before.seq - BigInt(this.random.between(1, 3))
      this.feed?.push(code, { bid: wrong, seq })
    } else {
      line.seq += 1n
      const bid = fault === 'zero' ? 0n : fault === 'negative' ? -line.price : fault === 'crossed' ? line.price + line.point : wrong
      this.feed?.push(code, { bid, ask: fault === 'crossed' ? line.price : bid, seq: line.seq })
    }
    const after = market.quote(code)
    return after?.seq === before.seq && after.bid === before.bid && after.ask === before.ask ? null : `${fault} of ${code}`
  }

  /** The source says that its quotes still stand. */
  standBy(): void {
    for (const { instrument, quote } of this.lines.values()) {
      if (quote === undefined || this.isFrozen(instrument.code)) continue
      const line = this.lines.get(instrument.code)!
      line.heardAtMs = this.clock.monotonic()
      this.remember()
      this.feed?.heartbeat(instrument.code)
    }
    this.noteAllTradable()
  }

  /** Opening hours are looked at. */
  lookAtHours(): void {
    this.remember()
    this.market?.advance()
    this.noteAllTradable()
  }

  quoteOf(tenant: Tenant, code: string): KnownQuote | null {
    const { quote: tick, instrument } = this.lines.get(code)!
    if (tick === undefined) return null
    const pair = CONVERSION[instrument.quoteCurrency]
    const rate = pair === undefined ? RATE_ONE : this.rateOf(pair)
    return rate === null ? null : { tick, ...sidesFor(tenant, instrument, tick), rate }
  }

  isOpen(code: string): boolean {
    return isMarketOpen(this.instrument(code).calendar, this.clock.now())
  }

  isTradable(tenant: Tenant, code: string): boolean {
    if (tenant.trading.mode === 'cancel-only' || !this.isOpen(code) || !this.isFresh(tenant, code)) return false
    const pair = CONVERSION[this.instrument(code).quoteCurrency]
    if (pair === undefined) return true
    const isKnown = this.lines.get(pair.code)!.quote !== undefined
    return isKnown && (!this.isOpen(pair.code) || this.isFresh(tenant, pair.code))
  }

  /** The price on a tenant's side of a tick, whenever it was spoken. */
  sidesOf(tenant: Tenant, tick: SpokenTick): { readonly bid: bigint; readonly ask: bigint } {
    return sidesFor(tenant, this.instrument(tick.code), tick)
  }

  private isFresh(tenant: Tenant, code: string): boolean {
    return this.lines.get(code)!.quote?.isConfirmed === true && this.ageMs(code) <= tenant.trading.staleAfterMs
  }

  private ageMs(code: string): number {
    return this.clock.monotonic() - this.lines.get(code)!.heardAtMs
  }

  private rateOf(pair: { readonly code: string; readonly isInverse: boolean }): bigint | null {
    const last = this.lines.get(pair.code)!.quote?.last
    if (last === undefined) return null
    return pair.isInverse ? (RATE_ONE * ONE) / last : (last * RATE_ONE) / ONE
  }

  private noteTradable(code: string): void {
    const tick = this.lines.get(code)!.quote
    if (tick === undefined) return
    for (const tenant of this.tenants()) if (this.isTradable(tenant, code)) tick.tradableFor.add(tenant.id)
  }

  /** Also when a tenant's own halt begins or ends. */
  noteAllTradable(): void {
    for (const code of this.lines.keys()) this.noteTradable(code)
  }

  private push({ code, bid, ask, last, seq }: SpokenTick): void {
    this.feed?.push(code, { bid, ask, last, seq })
  }

  private tickOf(line: Line, bid: bigint, spread: bigint): SpokenTick {
    line.seq += 1n
    return {
      code: line.instrument.code,
      seq: line.seq,
      bid,
      ask: bid + spread,
      last: bid,
      isConfirmed: false,
      tradableFor: new Set(),
    }
  }

  private spreadOf(line: Line): bigint {
    return TWO_SIDED.has(line.instrument.code) ? line.point * BigInt(this.random.between(0, 20)) : 0n
  }

  /** A walk with gaps that is drawn back to where it began, so that it stays a price. */
  private nextPrice({ instrument, price, point }: Line): bigint {
    const { referencePrice } = instrument
    const reach = this.random.chance(7) ? 1_500 : 120
    let move = (price * BigInt(this.random.between(-reach, reach))) / 100_000n
    const away = ((price - referencePrice) * 1_000n) / referencePrice
    const isFar = away > 80n || away < -80n
    if (isFar && move > 0n === away > 0n) move = -move
    const moved = ((price + move) / point) * point
    return moved > 0n ? moved : price
  }
}

const UNHEARD = { quote: undefined, heardAtMs: Number.NEGATIVE_INFINITY, streak: 0, refusals: 0 }

/** A source of two sides is traded as it is; one price gets the tenant's spread, half on either side, never less. */
function sidesFor(tenant: Tenant, instrument: Instrument, tick: SpokenTick): { readonly bid: bigint; readonly ask: bigint } {
  const { overrides } = tenant.trading
  const spread = parseFixed(overrides[instrument.code]?.spread ?? '0')
  // Also of an instrument that is offered no more: its positions are closed on the same terms.
  if (tick.bid !== tick.ask || spread === 0n) return { bid: tick.bid, ask: tick.ask }
  const half = (spread + 1n) / 2n
  const point = 10n ** BigInt(8 - instrument.pricePrecision)
  const bid = ((tick.last - half) / point) * point
  const above = tick.last + half
  return { bid, ask: above % point === 0n ? above : (above / point + 1n) * point }
}
