/**
 * The signed body of a receipt as the auditor reads it: only what it names is looked at, and nothing is believed before the
 * signature was checked.
 */
import { z } from 'zod'

const text = z.string()
const optional = text.nullable()

export const ReceiptBody = z.object({
  v: z.literal(1),
  broker: text,
  demo_account: z.boolean(),
  account: text,
  event: z.enum(['order_placed', 'order_opened', 'order_closed', 'order_cancelled', 'order_edited', 'adjustment']),
  order: optional,
  parent: optional,
  instrument: optional,
  side: z.enum(['buy', 'sell']).nullable(),
  kind: optional.optional(),
  lots: optional,
  leverage: optional,
  requested_price: optional,
  price: optional,
  quote: z
    .object({ bid: text, ask: text, last: text, source: text, symbol: text, seq: text, time: z.number().int(), age_ms: z.number().int() })
    .nullable(),
  ticks_hash: optional,
  margin: optional,
  fee: optional,
  profit: optional,
  conversion_rate: optional,
  stop_loss: optional,
  take_profit: optional,
  trailing_distance: optional,
  reason: optional,
  ledger: z.array(z.object({ transaction: text, entries: z.array(text) })),
  balance_after: text,
  previous: text,
  at: z.number().int(),
  key_id: text,
})
export type ReceiptBody = z.infer<typeof ReceiptBody>
