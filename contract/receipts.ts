/** The receipts of a whole account, for executing a day again. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { Receipt } from './orders'
import { RowId } from './primitives'

const Day = z.iso.date().describe('A day of UTC, as 2026-11-27')

export const listDayReceipts = endpoint({
  method: 'GET',
  path: '/v1/api/forex/receipt/day',
  actor: 'session',
  input: z.object({
    day: Day,
    after: RowId.optional().describe('`next` of the page before; from the beginning when left out'),
  }),
  output: z.object({
    receipts: z
      .array(Receipt)
      .describe('Of the day, in the order of their chain, and before them those of orders that had not ended when it began'),
    proofs: z
      .array(z.object({ hash: z.string(), proof: z.string() }))
      .describe('Of those that are in the public log, by the hash of their receipt'),
    next: RowId.nullable().describe('Null on the last page'),
  }),
  errors: [],
})
