/**
 * The market as one tenant shows it: instruments on its own terms, quotes with its spread, rows for the socket.
 * Feed, candles and hours are the same for all tenants; what differs is laid over them here, once, for HTTP and socket.
 */
import type { Instrument as WireInstrument } from '../../contract/market'
import type { DayMarketRow, KlinePush } from '../../contract/socket'
import type { Tenant } from '../../contract/tenant'
import { formatRate } from '../../rules/conversion'
import { type Fixed, formatFixed, formatFixedShort } from '../../rules/decimal'
import { changePercent } from '../../rules/price'
import type { Clock } from '../ground/clock'
import type { ExecutionTerms } from './execution-terms'
import { type FundingTerms, fundingTerms } from './funding-terms'
import type { Instrument } from './instrument'
import type { InstrumentTerms } from './instrument-terms'
import type { PriceSource, Pricing } from './pricing'

export interface DayFigures {
  /** The London day's first price, highest and lowest so far. */
  readonly open: Fixed
  readonly high: Fixed
  readonly low: Fixed
}

/** What the tenant's view needs of the market besides prices. */
export interface MarketBoard extends PriceSource {
  day(code: string): DayFigures | undefined
  nextOpen(code: string): number | null
  nextClose(code: string): number | null
  /** Closes of the last 24 hours, oldest first. */
  spark(code: string): readonly number[]
  currentCandles(code: string): readonly KlinePush[]
  onCandle(listener: (code: string, candle: KlinePush) => void): () => void
}

export class TenantMarket {
  constructor(
    private readonly board: MarketBoard,
    private readonly pricing: Pricing,
    private readonly clock: Clock,
    /** The tenant as it is now: a connection knows it as it was when it was opened. */
    private readonly present: (id: string) => Tenant | undefined = () => undefined,
  ) {}

  offers(tenant: Tenant, code: string): boolean {
    return this.pricing.termsOf(this.now(tenant)).has(code)
  }

  /** Instruments that have a price, in the catalogue's order. `search` is part of the code, the shown code or an asset, any case. */
  instruments(tenant: Tenant, search = ''): WireInstrument[] {
    const wanted = search.trim().toUpperCase()
    return [...this.pricing.termsOf(tenant).values()]
      .filter(({ instrument, brake }) => brake?.mode !== 'off' && (wanted === '' || isFound(instrument, wanted)))
      .flatMap((terms) => this.wireInstrument(tenant, terms) ?? [])
  }

  dayMarket(asked: Tenant, codes?: ReadonlySet<string>): DayMarketRow[] {
    const tenant = this.now(asked)
    return [...this.pricing.termsOf(tenant).values()]
      .filter(({ instrument }) => codes === undefined || codes.has(instrument.code))
      .flatMap((terms) => this.row(tenant, terms) ?? [])
  }

  currentCandles(_tenant: Tenant, code: string): readonly KlinePush[] {
    return this.board.currentCandles(code)
  }

  onQuote(listener: (code: string) => void): () => void {
    const stopQuotes = this.board.onQuote(listener)
    // That nothing is taken of it any more is news, although no price moved.
    const stopBrakes = this.pricing.onBrake((_tenantId, codes) => {
      for (const code of codes === 'all' ? this.board.instruments().map((one) => one.code) : codes) listener(code)
    })
    return () => {
      stopQuotes()
      stopBrakes()
    }
  }

  onCandle(listener: (code: string, candle: KlinePush) => void): () => void {
    return this.board.onCandle(listener)
  }

  private now(tenant: Tenant): Tenant {
    return this.present(tenant.id) ?? tenant
  }

  private row(tenant: Tenant, { instrument, brake }: InstrumentTerms): DayMarketRow | null {
    const quote = this.pricing.quote(tenant, instrument.code)
    if (quote === null) return null
    const day = this.board.day(instrument.code) ?? { open: quote.last, high: quote.last, low: quote.last }
    const price = (value: Fixed) => formatFixed(value, instrument.pricePrecision)
    return {
      Id: instrument.id,
      Open: price(day.open),
      High: price(day.high),
      Low: price(day.low),
      Close: price(quote.last),
      Change: changePercent(day.open, quote.last),
      Bid: price(quote.bid),
      Ask: price(quote.ask),
      Time: this.confirmedAt(instrument.code, quote.time),
      ...(quote.sourceTime === undefined ? {} : { SourceTime: quote.sourceTime }),
      ...(this.board.sourcesOf(instrument.code).length > 1 ? { Source: quote.source } : {}),
      MarketStatus: this.board.isOpen(instrument.code) ? 1 : 0,
      QuoteToUsdt: formatRate(quote.rate),
      ...(brake !== null && { Brake: { Mode: brake.mode, Reason: brake.reason, Until: brake.until } }),
    }
  }

  /**
   * When the source last stood by the quote, on the broker's clock: what a client judges its age by. A recording's own
   * time may lag (dates are shifted by whole minutes), and a quiet quote that is confirmed is not an old one.
   */
  private confirmedAt(code: string, quotedAt: number): number {
    const ageMs = this.board.quoteAgeMs(code)
    return Number.isFinite(ageMs) ? Math.round(this.clock.now() - ageMs) : quotedAt
  }

  private kindOf(source: string, code: string): WireInstrument['SourceKind'] {
    if (this.board.isSimulatedSource(source)) return 'simulated'
    return this.board.isOfMinutes(source, code) ? 'minutes' : 'market'
  }

  private wireInstrument(tenant: Tenant, terms: InstrumentTerms): WireInstrument | null {
    const { instrument } = terms
    const row = this.row(tenant, terms)
    if (row === null) return null
    const { Id: _id, MarketStatus, QuoteToUsdt, Source: _source, Brake, ...quotations } = row
    const source = this.board.quote(instrument.code)?.source ?? ''
    return {
      Id: instrument.id,
      Code: instrument.code,
      ShowCode: instrument.showCode,
      Logo: instrument.logo,
      CategoryId: instrument.categoryId,
      MarketStatus,
      ...(Brake !== undefined && { Brake }),
      PricePrecision: instrument.pricePrecision,
      Pip: formatFixedShort(terms.lotStep),
      ForexMinCont: formatFixedShort(terms.minLots),
      MaxLots: formatFixedShort(terms.maxLots),
      MinStopDistance: formatFixedShort(terms.minStopDistance),
      ForexContNum: formatFixedShort(instrument.contractSize),
      MarginMode: instrument.marginMode === 'fixed' ? 1 : 2,
      HasForexMultiple: terms.leverages.map((leverage) => ({ Value: String(leverage) })),
      ForexFeeRate: formatFixedShort(terms.feeRate),
      ...wireFunding(fundingTerms(tenant, instrument)),
      ...wireExecution(terms.execution),
      BaseAsset: instrument.baseAsset,
      QuoteCurrency: instrument.quoteCurrency,
      QuoteToUsdt,
      Source: source,
      SourceKind: this.kindOf(source, instrument.code),
      NextOpen: this.board.nextOpen(instrument.code),
      NextClose: this.board.nextClose(instrument.code),
      Calendar: instrument.calendar,
      Spark: [...this.board.spark(instrument.code)],
      ForexQuotations: quotations,
    }
  }
}

function wireExecution(terms: ExecutionTerms): Pick<WireInstrument, 'Execution'> {
  if (terms.model === 'internal') return {}
  const { model: Model, provider: ProviderName } = terms
  return { Execution: { Model, ProviderName, MarkUp: formatFixedShort(terms.model === 'stp' ? terms.markUp : 0n) } }
}

function wireFunding(terms: FundingTerms | null): Pick<WireInstrument, 'Funding'> {
  if (terms === null) return {}
  const { long, short, dayCount, tripleDay } = terms
  return { Funding: { LongRate: formatFixedShort(long), ShortRate: formatFixedShort(short), DayCount: dayCount, TripleDay: tripleDay } }
}

function isFound(instrument: Instrument, wanted: string): boolean {
  return [instrument.code, instrument.showCode, instrument.baseAsset, instrument.quoteCurrency].some((text) =>
    text.toUpperCase().includes(wanted),
  )
}
