/**
 * What a receipt says of a fill, read from its signed body for executing it again. Whoever reads has checked the signature, or says
 * beside it that they have not.
 */
import { isFixedText } from '../decimal'
import type { OrderSide } from '../price'

export interface ReceiptQuote {
  readonly bid: string
  readonly ask: string
  readonly last: string
  readonly source: string
  readonly symbol: string
  readonly seq: string
  readonly time: number
  readonly source_time?: number
  /** Absent of a price remembered from before the process began. */
  readonly arrived_at?: number
}

export interface ReceiptFunding {
  readonly rollover: number
  readonly nights: number
  readonly yearly_rate: string
  readonly day_count: number
  readonly contract_size: string
  readonly price: string
  readonly price_time: number | null
}

/** Who filled it, and what the company adds to that price. */
export interface ReceiptProvider {
  readonly name: string
  readonly order: string
  readonly exec_ids: readonly string[]
  /** Average of the provider's fills. */
  readonly price: string
  readonly mark_up: string
}

/** Decimals as text, times in Unix milliseconds; null where the receipt says none. */
export interface ReceiptFacts {
  readonly broker: string
  readonly account: string
  readonly event: string
  readonly order: string | null
  readonly parent: string | null
  readonly instrument: string | null
  readonly side: OrderSide | null
  readonly lots: string | null
  readonly leverage: string | null
  readonly requested_price: string | null
  readonly price: string | null
  readonly quote: ReceiptQuote | null
  readonly ticks_hash: string | null
  readonly margin: string | null
  readonly fee: string | null
  readonly profit: string | null
  readonly conversion_rate: string | null
  readonly stop_loss: string | null
  readonly take_profit: string | null
  readonly trailing_distance: string | null
  readonly reason: string | null
  readonly funding: ReceiptFunding | null
  /** SHA-256 of the terms that it was opened on; of a receipt of before, and of what opens nothing, there is none. */
  readonly terms?: string
  readonly provider?: ReceiptProvider
  /** A provider has filled it, or was asked to. */
  readonly isProvider: boolean
  readonly balance_after: string
  readonly previous: string
  readonly at: number
}

type Fields = Readonly<Record<string, unknown>>

const RATE = /^\d{1,12}(\.\d{1,20})?$/

/** Null for what is no receipt's body. */
export function readReceiptFacts(value: unknown): ReceiptFacts | null {
  if (!isFields(value)) return null
  const quote = value.quote === null ? null : readQuote(value.quote)
  const funding = value.funding === undefined ? null : readFunding(value.funding)
  if (quote === undefined || funding === undefined) return null
  const texts = ['broker', 'account', 'event', 'previous'].every((name) => typeof value[name] === 'string')
  const mayBeTexts = ['order', 'parent', 'instrument', 'leverage', 'ticks_hash', 'reason'].every((name) => isTextOrNull(value[name]))
  const decimals = ['lots', 'requested_price', 'price', 'margin', 'fee', 'profit', 'stop_loss', 'take_profit', 'trailing_distance']
  if (!texts || !mayBeTexts || !decimals.every((name) => value[name] === null || isDecimal(value[name]))) return null
  const { side, conversion_rate: rate, leverage } = value
  if (side !== null && side !== 'buy' && side !== 'sell') return null
  if (rate !== null && !(typeof rate === 'string' && RATE.test(rate))) return null
  if (leverage !== null && !/^[1-9]\d{0,6}$/.test(leverage as string)) return null
  if (value.terms !== undefined && typeof value.terms !== 'string') return null
  if (value.provider !== undefined && !isProviderFacts(value.provider)) return null
  if (!isDecimal(value.balance_after) || !isTime(value.at)) return null
  const isProvider = value.provider !== undefined || value.execution === 'stp'
  return { ...(value as unknown as ReceiptFacts), quote, funding, isProvider }
}

function readQuote(value: unknown): ReceiptQuote | undefined {
  if (!isFields(value)) return undefined
  const isQuote =
    ['bid', 'ask', 'last'].every((name) => isDecimal(value[name])) &&
    ['source', 'symbol', 'seq'].every((name) => typeof value[name] === 'string') &&
    isTime(value.time) &&
    ['source_time', 'arrived_at'].every((name) => value[name] === undefined || isTime(value[name]))
  return isQuote ? (value as unknown as ReceiptQuote) : undefined
}

function readFunding(value: unknown): ReceiptFunding | undefined {
  if (!isFields(value)) return undefined
  const isFunding =
    ['rollover', 'nights', 'day_count'].every((name) => isTime(value[name])) &&
    ['yearly_rate', 'contract_size', 'price'].every((name) => isDecimal(value[name])) &&
    (value.price_time === null || isTime(value.price_time))
  return isFunding ? (value as unknown as ReceiptFunding) : undefined
}

function isProviderFacts(value: unknown): value is ReceiptProvider {
  if (!isFields(value)) return false
  const isNamed = typeof value.name === 'string' && typeof value.order === 'string'
  const { exec_ids: ids } = value
  return isNamed && Array.isArray(ids) && ids.every((id) => typeof id === 'string') && isDecimal(value.price) && isDecimal(value.mark_up)
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'
const isDecimal = (value: unknown): value is string => typeof value === 'string' && isFixedText(value)
const isTime = (value: unknown): value is number => Number.isSafeInteger(value)
