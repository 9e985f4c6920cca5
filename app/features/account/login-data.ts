/** What the login screen is given, and what it gets back when signing in did not work. */
import type { Instrument } from '../../../contract/market'

export type LoginKind = 'email' | 'mobile'

export interface AreaChoice {
  readonly id: string
  /** "+852 Hong Kong", in the visitor's language; made on the server, because browsers name regions differently. */
  readonly label: string
  readonly globalCode: string
}

export type BoardRow = Pick<
  Instrument,
  'Id' | 'Code' | 'ShowCode' | 'Logo' | 'PricePrecision' | 'MarketStatus' | 'QuoteToUsdt' | 'Spark' | 'ForexQuotations'
>

export interface LoginData {
  readonly title: string
  readonly kind: LoginKind
  readonly from: string | null
  readonly areas: readonly AreaChoice[]
  readonly demoBalance: string | null
  readonly board: readonly BoardRow[]
}

export interface LoginFailure {
  readonly kind: LoginKind
  readonly account: string
  readonly areaId: string
  /** Text keys of what is missing, by field. */
  readonly fields: { readonly account?: string; readonly password?: string }
  /** The server's own words. */
  readonly message: string
  /** Text key of ours when the server had no words. */
  readonly messageKey?: string
}
