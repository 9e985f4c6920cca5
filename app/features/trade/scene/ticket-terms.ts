/**
 * What the ticket must know of an instrument and of the account, read once into exact numbers.
 * Decimal text on the wire may carry any number of trailing zeros; nothing here becomes a floating-point number.
 */
import { conversionPair } from '../../../../rules/conversion'
import { type Fixed, formatFixedShort, parseFixed } from '../../../../rules/decimal'
import type { FeeType } from '../../../../rules/fee'
import type { DayCount, FundingRates } from '../../../../rules/funding'
import type { LotTerms } from '../../../../rules/lots'
import type { MarginMode } from '../../../../rules/margin'
import type { Amount } from '../../../../rules/money'
import type { ProfitTerms } from '../../../../rules/profit'
import type { AccountFigures } from '../../../terms/account'
import type { CompanyTerms } from '../../../terms/company'
import type { Instrument } from '../../../terms/instrument'
import type { Order } from '../../../terms/order'

export interface TicketTerms extends LotTerms {
  readonly instrumentId: string
  readonly code: string
  readonly pricePrecision: number
  /** When the page was loaded: for the size of steps, never for a figure. */
  readonly priceAtStart: Fixed
  /** How near a stop or a target may stand to the price. */
  readonly minStopDistance: Fixed
  /** Decimals in which lots are shown: those of the lot step. */
  readonly lotDecimals: number
  readonly marginMode: MarginMode
  readonly contractSize: Fixed
  /** As offered, in the broker's order; empty where the margin is fixed or leverage is not configured. */
  readonly leverages: readonly string[]
  readonly feeRate: Fixed
  /** Absent where nothing is charged for a night. */
  readonly funding?: FundingRates & { readonly dayCount: DayCount }
  /** True where the instrument itself converts its quote currency (USD/JPY): its rate moves with its price. */
  readonly rateFollowsPrice: boolean
}

export function readTerms(instrument: Instrument): TicketTerms {
  const lotStep = parseFixed(instrument.lotStep)
  const pair = conversionPair(instrument.quoteCurrency)
  return {
    instrumentId: instrument.id,
    code: instrument.code,
    pricePrecision: instrument.pricePrecision,
    priceAtStart: parseFixed(instrument.quote.last),
    minStopDistance: parseFixed(instrument.minStopDistance),
    minLots: parseFixed(instrument.minLots),
    maxLots: parseFixed(instrument.maxLots),
    lotStep,
    lotDecimals: formatFixedShort(lotStep).split('.')[1]?.length ?? 0,
    marginMode: instrument.marginMode,
    contractSize: parseFixed(instrument.contractSize),
    leverages: instrument.marginMode === 'fixed' ? [] : instrument.leverages,
    feeRate: parseFixed(instrument.feeRate),
    ...readFunding(instrument.funding),
    rateFollowsPrice: pair?.code === instrument.code && pair.direction === 'inverse',
  }
}

function readFunding(funding: Instrument['funding']): Pick<TicketTerms, 'funding'> {
  if (funding === null) return {}
  return { funding: { long: parseFixed(funding.longRate), short: parseFixed(funding.shortRate), dayCount: funding.dayCount } }
}

/** True where orders cannot be placed because the broker has configured no leverage. */
export function lacksLeverage(terms: TicketTerms): boolean {
  return terms.marginMode === 'leveraged' && terms.leverages.length === 0
}

export interface BrokerTerms {
  readonly feeType: FeeType
  /** Margin level in percent. */
  readonly stopOutLevel: Fixed
  readonly staleAfterMs: number
}

export function readBrokerTerms(terms: Pick<CompanyTerms, 'feeType' | 'stopOutLevel' | 'staleAfterMs'>): BrokerTerms {
  const { feeType, stopOutLevel, staleAfterMs } = terms
  return { feeType, stopOutLevel: parseFixed(stopOutLevel), staleAfterMs }
}

export interface TicketAccount {
  /** Free of locks, as on the wire. */
  readonly balance: Amount
  readonly usedMargin: Amount
  /** Of all open positions. */
  readonly floatingProfit: Amount
  /** The open positions in the ticket's instrument, and the part of the floating profit that is theirs. */
  readonly positions: readonly ProfitTerms[]
  readonly positionsProfit: Amount
}

/** `holding` is every open order; those of another instrument only count through the figures. */
export function readAccount(figures: AccountFigures, holding: readonly Order[], instrumentId: string): TicketAccount {
  const own = holding.filter((order) => order.instrument.id === instrumentId)
  return {
    balance: parseFixed(figures.balance),
    usedMargin: parseFixed(figures.usedMargin),
    floatingProfit: parseFixed(figures.floatingProfit),
    positions: own.map((order) => ({
      side: order.side,
      lots: parseFixed(order.lots),
      contractSize: parseFixed(order.contractSize),
      entryPrice: parseFixed(order.entryPrice),
    })),
    positionsProfit: own.reduce((sum, order) => sum + parseFixed(order.profit), 0n),
  }
}
