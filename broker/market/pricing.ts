/**
 * At which price a tenant trades right now: the board's quote with the tenant's spread, the rate into USDT, and whether
 * either may be traded at all.
 *
 * Invariant: a price comes from the board or not at all; nothing here makes, moves or remembers one.
 */
import type { Tenant } from '../../contract/tenant'
import { conversionPair, conversionRate, RATE_ONE, type Rate } from '../../rules/conversion'
import type { Fixed } from '../../rules/decimal'
import { type QuotePrices, withSpread } from '../../rules/price'
import type { Instrument } from './instrument'
import { type BrakeInForce, type InstrumentTerms, instrumentTerms, tenantSpread } from './instrument-terms'
import type { LoggedTick } from './tick-log'

/** What trading needs of the market; the market offers more. */
export interface PriceSource {
  /** Name of the feed. */
  readonly source: string
  /** True when no market stands behind some of the prices. */
  readonly isSimulated: boolean
  /** True when no market stands behind the prices of this source. */
  isSimulatedSource(source: string): boolean
  /** True when the prices of an instrument at this source were made of recorded minute candles by a rule. */
  isOfMinutes(source: string, code: string): boolean
  /** Names of the sources of an instrument, the most preferred first. */
  sourcesOf(code: string): readonly string[]
  /** True while the sources of the instrument are apart: no new orders, nothing is set off, positions can be closed. */
  isDisputed(code: string): boolean
  instruments(): readonly Instrument[]
  instrument(code: string): Instrument | undefined
  quote(code: string): SourceQuote | undefined
  isOpen(code: string): boolean
  /** Milliseconds, monotonic, since the feed last confirmed the quote; infinite before the first. */
  quoteAgeMs(code: string): number
  onQuote(listener: (code: string) => void): () => void
  /** The last ticks of an instrument that were judged, oldest first, those that were refused among them: what a receipt rests on. */
  recentTicks(code: string): readonly LoggedTick[]
  /** After a fill or trigger: the next ticks of the instrument are written down. */
  watchTicksAfter(code: string): void
}

export interface SourceQuote {
  readonly bid: Fixed
  readonly ask: Fixed
  readonly isTwoSided: boolean
  readonly last: Fixed
  readonly time: number
  readonly seq: bigint
  readonly source: string
  /** UTC milliseconds by the source's own clock, where it says so. */
  readonly sourceTime?: number
  /** UTC milliseconds of our clock on arrival; absent for a price remembered from before. */
  readonly arrivedAt?: number
}

/** A source of prices as it is published. */
export interface NamedSource {
  readonly name: string
  /** No market stands behind it. */
  readonly isSimulated: boolean
  /** Its prices were made of recorded minute candles by a rule. */
  readonly isOfMinutes: boolean
}

/** A quote as one tenant trades it. */
export interface TenantQuote extends QuotePrices {
  readonly last: Fixed
  readonly rate: Rate
  readonly time: number
  readonly seq: bigint
  readonly source: string
  readonly sourceTime?: number
  readonly arrivedAt?: number
  /** Milliseconds, monotonic, since the feed last stood by it; infinite for a price remembered from before. */
  readonly ageMs: number
}

interface MarkUp {
  /** In price units. */
  readonly amount: Fixed
  /** Null before the first price: the amount is what would be added to a source of one price. */
  readonly spreadFrom: 'source' | 'company' | null
}

/** What a company's risk desk holds back: the same object as long as nothing of it has changed. */
export interface BrakeBoard {
  inForce(tenantId: string): BrakesInForce
  /** Told with the codes whose brake has come, changed or gone. */
  onChange(listener: (tenantId: string, codes: readonly string[] | 'all') => void): () => void
}

export interface BrakesInForce {
  readonly ofAll: BrakeInForce | null
  readonly byCode: ReadonlyMap<string, BrakeInForce>
}

const NO_BRAKES: BrakeBoard = {
  inForce: () => NOTHING_BRAKED,
  onChange: () => () => {},
}
const NOTHING_BRAKED: BrakesInForce = { ofAll: null, byCode: new Map() }
/** What trading needs to know of the ways that orders take. */
export interface RouteSource {
  /** True where a company's entry cannot be followed: it takes no new orders of the instrument. */
  isBlocked(tenantId: string, code: string): boolean
}

const NO_ROUTES: RouteSource = { isBlocked: () => false }

type QuoteProblem = 'TRADING_PAUSED' | 'MARKET_CLOSED' | 'QUOTE_STALE'

export class Pricing {
  private readonly termsByTenant = new WeakMap<
    Tenant,
    { readonly under: BrakesInForce; readonly terms: ReadonlyMap<string, InstrumentTerms> }
  >()

  constructor(
    private readonly source: PriceSource,
    private readonly routes: RouteSource = NO_ROUTES,
    private readonly brakes: BrakeBoard = NO_BRAKES,
  ) {}

  /** A brake came, changed or went: who shows instruments shows them anew. */
  onBrake(listener: (tenantId: string, codes: readonly string[] | 'all') => void): () => void {
    return this.brakes.onChange(listener)
  }

  /** Terms by instrument code, in the catalogue's order. */
  termsOf(tenant: Tenant): ReadonlyMap<string, InstrumentTerms> {
    const under = this.brakes.inForce(tenant.id)
    const known = this.termsByTenant.get(tenant)
    if (known?.under === under) return known.terms
    const offered = this.source.instruments().flatMap((instrument) => {
      const terms = instrumentTerms(tenant, instrument)
      return terms === null ? [] : [[instrument.code, layBrake(terms, under)] as const]
    })
    const terms = new Map(offered)
    this.termsByTenant.set(tenant, { under, terms })
    return terms
  }

  findTermsById(tenant: Tenant, instrumentId: string): InstrumentTerms | undefined {
    for (const terms of this.termsOf(tenant).values()) if (terms.instrument.id === instrumentId) return terms
    return undefined
  }

  instrument(code: string): Instrument | undefined {
    return this.source.instrument(code)
  }

  isOpen(code: string): boolean {
    return this.source.isOpen(code)
  }

  quoteAgeMs(code: string): number {
    return this.source.quoteAgeMs(code)
  }

  /** Of one source; of any of them where none is named. */
  isSimulated(source?: string): boolean {
    return source === undefined ? this.source.isSimulated : this.source.isSimulatedSource(source)
  }

  isOfMinutes(source: string, code: string): boolean {
    return this.source.isOfMinutes(source, code)
  }

  /** Who may be asked for the prices of an instrument, the most preferred first. */
  sourcesOf(code: string): NamedSource[] {
    const { source } = this
    return source.sourcesOf(code).map((name) => {
      return { name, isSimulated: source.isSimulatedSource(name), isOfMinutes: source.isOfMinutes(name, code) }
    })
  }

  /** True while no new risk may be taken in it, nor anything be set off by its price. */
  isDisputed(code: string): boolean {
    return this.source.isDisputed(code)
  }

  /** False while positions in it may be closed and none be opened: the company says so, its sources are apart, or its orders have no way. */
  takesNewOrders({ id }: Pick<Tenant, 'id'>, { isCloseOnly, instrument: { code } }: InstrumentTerms): boolean {
    return !isCloseOnly && !this.isDisputed(code) && !this.routes.isBlocked(id, code)
  }

  get sourceName(): string {
    return this.source.source
  }

  /** The judged ticks up to the one a quote came from, oldest first. */
  ticksUpTo(code: string, quote: Pick<TenantQuote, 'source' | 'seq'>): LoggedTick[] {
    return this.source.recentTicks(code).filter((tick) => tick.source !== quote.source || tick.seq <= quote.seq)
  }

  /** Has the ticks after a fill or trigger written down. */
  watchTicksAfter(code: string): void {
    this.source.watchTicksAfter(code)
  }

  /** The tenant's present quote, fresh or not; `null` before the first tick of the instrument or of its conversion pair. */
  quote(tenant: Tenant, code: string): TenantQuote | null {
    const quote = this.source.quote(code)
    const instrument = this.source.instrument(code)
    if (quote === undefined || instrument === undefined) return null
    const rate = this.rate(instrument.quoteCurrency)
    if (rate === null) return null
    // A source that quotes two sides keeps them, also while they are equal: a fill lies inside what was quoted. The tenant's spread
    // is laid round the price of a source that makes only one.
    const sides = quote.isTwoSided ? quote : withSpread(quote.last, this.spreadOf(tenant, code), instrument.pricePrecision)
    return {
      bid: sides.bid,
      ask: sides.ask,
      last: quote.last,
      rate,
      time: quote.time,
      seq: quote.seq,
      source: quote.source,
      ...(quote.sourceTime === undefined ? {} : { sourceTime: quote.sourceTime }),
      ...(quote.arrivedAt === undefined ? {} : { arrivedAt: quote.arrivedAt }),
      ageMs: this.source.quoteAgeMs(code),
    }
  }

  /** What the tenant adds to the prices of the source right now, and whose the spread is that is traded: what it states of itself. */
  markUp(tenant: Tenant, code: string): MarkUp {
    const quote = this.source.quote(code)
    const instrument = this.source.instrument(code)
    const spread = this.spreadOf(tenant, code)
    // What is remembered from before is no quote of the source.
    const isQuoted = quote !== undefined && Number.isFinite(this.source.quoteAgeMs(code))
    if (!isQuoted || instrument === undefined) return { amount: spread, spreadFrom: null }
    if (quote.isTwoSided) return { amount: 0n, spreadFrom: 'source' }
    const { bid, ask } = withSpread(quote.last, spread, instrument.pricePrecision)
    return { amount: ask - bid, spreadFrom: 'company' }
  }

  private spreadOf(tenant: Tenant, code: string): Fixed {
    return this.termsOf(tenant).get(code)?.spread ?? tenantSpread(tenant, code)
  }

  /** The quote if it may be traded now: market open, quote and conversion not older than the tenant allows. */
  tradableQuote(
    tenant: Tenant,
    code: string,
  ): { readonly ok: true; readonly quote: TenantQuote } | { readonly ok: false; readonly error: QuoteProblem } {
    // The broker's own halt: nothing is filled, closed or set off at any price.
    if (tenant.trading.mode === 'cancel-only') return { ok: false, error: 'TRADING_PAUSED' }
    if (!this.source.isOpen(code)) return { ok: false, error: 'MARKET_CLOSED' }
    const quote = this.quote(tenant, code)
    const limit = tenant.trading.staleAfterMs
    if (quote === null || this.source.quoteAgeMs(code) > limit) return { ok: false, error: 'QUOTE_STALE' }
    const pair = conversionPair(this.source.instrument(code)?.quoteCurrency ?? 'USD')
    // While the conversion pair's own market is closed its last price is the rate; while it is open it must be fresh.
    if (pair !== null && this.source.isOpen(pair.code) && this.source.quoteAgeMs(pair.code) > limit)
      return { ok: false, error: 'QUOTE_STALE' }
    return { ok: true, quote }
  }

  /** The same for what is set off without anybody's asking: never by a price that another source denies. */
  triggeringQuote(tenant: Tenant, code: string): ReturnType<Pricing['tradableQuote']> {
    const pair = conversionPair(this.source.instrument(code)?.quoteCurrency ?? 'USD')
    const isDenied = this.isDisputed(code) || (pair !== null && this.isDisputed(pair.code))
    return isDenied ? { ok: false, error: 'QUOTE_STALE' } : this.tradableQuote(tenant, code)
  }

  /** USDT for one unit of a quote currency; `null` while its pair has no price. */
  rate(quoteCurrency: string): Rate | null {
    const pair = conversionPair(quoteCurrency)
    if (pair === null) return RATE_ONE
    const quote = this.source.quote(pair.code)
    return quote === undefined ? null : conversionRate(pair, quote.last)
  }

  /** Codes whose profit in USDT moves with a tick of `code`: itself, and all that convert through it. */
  codesMovedBy(code: string): readonly string[] {
    const through = this.source.instruments().filter((other) => other.code !== code && conversionPair(other.quoteCurrency)?.code === code)
    return [code, ...through.map((other) => other.code)]
  }
}

/** Of two brakes the tighter one is in force. */
function layBrake(terms: InstrumentTerms, { ofAll, byCode }: BrakesInForce): InstrumentTerms {
  const own = byCode.get(terms.instrument.code) ?? null
  const brake = own?.mode === 'off' || ofAll === null ? own : ofAll
  return brake === null ? terms : { ...terms, brake, isCloseOnly: true }
}
