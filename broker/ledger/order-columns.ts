/**
 * The columns of an order as its table has them: what a unit of work writes, changes and reads. A new column is added to the table and,
 * where it may change in an order's life, to CHANGING.
 */
import { getTableColumns } from 'drizzle-orm'
import { tradeOrder } from '../db/schema'
import type { OrderRow } from './order-store'

const COLUMNS = Object.entries(getTableColumns(tradeOrder)).map(([key, column]) => ({ key: key as keyof OrderRow, column }))
/** An order has them of its account. */
const OF_ACCOUNT: readonly (keyof OrderRow)[] = ['tenantId', 'traderId', 'isDemo']
const OWN = COLUMNS.filter(({ key }) => !OF_ACCOUNT.includes(key))

/** Name and type of each, as a list of record columns. */
export const ORDER_COLUMNS = OWN.map(({ column }) => `${column.name} ${column.getSQLType()}`).join(', ')
export const ORDER_NAMES = OWN.map(({ column }) => column.name).join(', ')

/** What may change in the life of an order. */
const CHANGING = [
  'status',
  'lots',
  'requestedPrice',
  'fillPrice',
  'closePrice',
  'stopLoss',
  'takeProfit',
  'trailingDistance',
  'margin',
  'fee',
  'profit',
  'conversionRate',
  'closeConversionRate',
  'quoteSource',
  'quoteSeq',
  'closeReason',
  'cancelReason',
  'provider',
  'underWay',
  'openedAt',
  'completedAt',
] as const satisfies readonly (keyof OrderRow)[]
export type OrderChanges = Partial<Pick<OrderRow, (typeof CHANGING)[number]>>

/** Sets what may change, and the version with it, to what the record `o` says. */
export const SET_CHANGES = ([...CHANGING, 'version'] as const)
  .map((key) => `${tradeOrder[key].name} = o.${tradeOrder[key].name}`)
  .join(', ')

/** What a new order has not had yet. */
export const UNSET = {
  ...Object.fromEntries(OWN.filter(({ column }) => !column.notNull).map(({ key }) => [key, null])),
  trailingDistance: 0n,
} as Partial<OrderRow>

/** An order under the names of its columns. */
export function orderRecord(order: OrderRow): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const { key, column } of OWN) record[column.name] = order[key]
  return record
}

/** An order as the driver hands out a row of the table. */
export function readOrder(row: Record<string, unknown>): OrderRow {
  const order: Record<string, unknown> = {}
  for (const { key, column } of COLUMNS) {
    const value = row[column.name]
    order[key] = value === null ? null : column.mapFromDriverValue(value)
  }
  return order as OrderRow
}
