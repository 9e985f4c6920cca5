/** What the socket tells while a page is open. Of what is pushed only the outer shape is looked at: the rest is the contract's promise. */
import type { ClosedPush, KlinePush, MarginCallPush, NoticePush, TradePush } from '../../contract/socket'
import { type AccountFigures, readFigures } from './account'
import { type LiveCandle, readLiveCandle } from './candle'
import { type Order, readStatus } from './order'

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'
const recordsOf = (data: unknown): Record<string, unknown>[] => (Array.isArray(data) ? data : [data]).filter(isRecord)

export const readLiveCandles = (data: unknown): readonly LiveCandle[] => (recordsOf(data) as KlinePush[]).map(readLiveCandle)

/** The figures of one moment, with the positions that they are the sum of. */
export interface AccountMoment {
  readonly figures: AccountFigures
  /** Orders whose provider has not answered yet. */
  readonly underWay?: readonly string[]
  readonly positions: readonly {
    readonly id: string
    readonly price: string
    readonly profit: string
    /** Where the stop loss stands; undefined where the broker does not say. */
    readonly stopLoss: string | undefined
  }[]
}

export function readAccountMoment(data: unknown): AccountMoment | null {
  if (!isRecord(data) || !Array.isArray(data.orders)) return null
  const wire = data as TradePush
  const positions = wire.orders.map(({ Id, UpdatePrice, FactProfits, TargetLossPrice }) => {
    return { id: Id, price: UpdatePrice, profit: FactProfits, stopLoss: TargetLossPrice }
  })
  return { figures: readFigures(wire), underWay: wire.under_way ?? [], positions }
}

/** An order was filled (it is open now), or it has ended. */
export type OrderEvent = Pick<Order, 'id' | 'status' | 'closeReason' | 'cancelReason' | 'price' | 'profit' | 'closedTime'>

const readOrderEvent = (wire: ClosedPush): OrderEvent => ({
  id: wire.Id,
  status: readStatus(wire.Status),
  closeReason: wire.CloseReason,
  cancelReason: wire.CancelReason,
  price: wire.UpdatePrice,
  profit: wire.FactProfits,
  closedTime: wire.CompleteTimeHandler,
})

export const readOrderEvents = (data: unknown): readonly OrderEvent[] =>
  (recordsOf(data).filter(({ Id }) => typeof Id === 'string') as ClosedPush[]).map(readOrderEvent)

/** Told once when the margin level falls to `level` percent. */
export interface MarginCall {
  readonly level: MarginCallPush['Level']
  /** Percent, when it was told. */
  readonly marginLevel: string
  /** Unix milliseconds. */
  readonly at: number
}

/** A line was added to the trader's notices. */
export interface ListedNotice {
  readonly id: string
  readonly kind: string
}

/** One of the two; neither of what a newer broker may tell besides. */
export interface PushedNotice {
  readonly marginCall?: MarginCall
  readonly listed?: ListedNotice
}

export function readNotice(data: unknown): PushedNotice {
  if (!isRecord(data)) return {}
  const wire = data as NoticePush
  if (wire.Kind === 'margin_call') return { marginCall: { level: wire.Level, marginLevel: wire.MarginLevel, at: wire.At } }
  return wire.Kind === 'notice' ? { listed: { id: wire.Id, kind: wire.Notice } } : {}
}
