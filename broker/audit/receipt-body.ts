/**
 * The signed body of a receipt as the auditor reads it: only what it names is looked at, and nothing is believed before the
 * signature was checked.
 */
import { z } from 'zod'
import { isFixedText } from '../../rules/decimal'

const text = z.string()
const optional = text.nullable()
const decimal = text.refine(isFixedText, 'not a decimal')
const optionalDecimal = decimal.nullable()
const optionalRate = text.regex(/^\d{1,12}(\.\d{1,20})?$/, 'not a rate').nullable()

export const ReceiptBody = z.object({
  v: z.literal(1),
  broker: text,
  demo_account: z.boolean(),
  account: text,
  event: z.enum(['order_placed', 'order_sent', 'order_opened', 'order_closed', 'order_cancelled', 'order_edited', 'adjustment']),
  order: optional,
  parent: optional,
  execution: z.enum(['internal', 'hedged', 'stp']).optional(),
  instrument: optional,
  side: z.enum(['buy', 'sell']).nullable(),
  kind: optional.optional(),
  lots: optionalDecimal,
  leverage: optional,
  requested_price: optionalDecimal,
  price: optionalDecimal,
  quote: z
    .object({
      bid: decimal,
      ask: decimal,
      last: decimal,
      source: text,
      symbol: text,
      seq: text,
      time: z.number().int(),
      age_ms: z.number().int(),
    })
    .nullable(),
  ticks_hash: optional,
  margin: optionalDecimal,
  fee: optionalDecimal,
  profit: optionalDecimal,
  conversion_rate: optionalRate,
  stop_loss: optionalDecimal,
  take_profit: optionalDecimal,
  trailing_distance: optionalDecimal,
  reason: optional,
  took_ms: z.number().int().nonnegative().optional(),
  terms: text.regex(/^[0-9a-f]{64}$/, 'not a hash').optional(),
  funding: z
    .object({
      rollover: z.number().int(),
      nights: z.number().int(),
      yearly_rate: decimal,
      day_count: z.union([z.literal(360), z.literal(365)]),
      contract_size: decimal,
      price: decimal,
      price_time: z.number().int().nullable(),
    })
    .optional(),
  provider: z.object({ name: text, order: text, exec_ids: z.array(text), price: decimal, mark_up: decimal }).optional(),
  ledger: z.array(z.object({ transaction: text, entries: z.array(text) })),
  balance_after: decimal,
  previous: text,
  at: z.number().int(),
  key_id: text,
})
export type ReceiptBody = z.infer<typeof ReceiptBody>
