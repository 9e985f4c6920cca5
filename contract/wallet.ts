/** Balance, account records, statements and notices. Deposits are deposits.ts, withdrawals and payout methods withdrawals.ts. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { AccountFigures } from './orders'
import { Decimal, Id, Milliseconds, Next, Nothing, PAGE_ASKED } from './primitives'

export const getBalance = endpoint({
  method: 'GET',
  path: '/v1/api/main/wallet/getBalance',
  actor: 'session',
  input: z.object({}),
  output: z.object({ balance: Decimal, lock_balance: Decimal.describe('Margin in use and withdrawals under way') }),
  errors: [],
})

export const getAccountDetail = endpoint({
  method: 'GET',
  path: '/v1/api/main/account/forexDetail',
  actor: 'session',
  input: z.object({}),
  output: AccountFigures.omit({ all_fact_profits: true }).extend({ lock_balance: Decimal }),
  errors: [],
})

export const AccountRecord = z.object({
  Id,
  Value: Decimal,
  Type: z.number().int().describe('10 shows Memo, any other type MemoTran'),
  Memo: z.string(),
  MemoTran: z.string(),
  CreatedAtTran: z.string(),
  CreatedAt: Milliseconds,
  Parts: z
    .array(z.object({ Name: z.enum(['margin', 'fee', 'profit']), Value: Decimal }))
    .optional()
    .describe(
      'What Value is the sum of, where it is a sum: the margin that comes back with a close and its result; margin and fee of an opening',
    ),
})
export type AccountRecord = z.infer<typeof AccountRecord>
export const listAccountRecords = endpoint({
  method: 'GET',
  path: '/v1/api/main/accountLog/forexChange',
  actor: 'session',
  input: z.object({ ...PAGE_ASKED }),
  output: z.object({ list: z.array(AccountRecord), total: z.number().int(), next: Next }),
  errors: [],
})

/** A period in Unix milliseconds: `from` inclusive, `to` exclusive. */
const Moment = z.string().regex(/^\d{1,14}$/)

/** opening + the sum of the entries' values = closing; both are what the balance was at those moments. */
export const getStatement = endpoint({
  method: 'GET',
  path: '/v1/api/main/account/statement',
  actor: 'session',
  input: z.object({ from: Moment, to: Moment }),
  output: z.object({
    from: Milliseconds,
    to: Milliseconds,
    opening: Decimal,
    closing: Decimal,
    entries: z.array(AccountRecord.extend({ balance_after: Decimal })).describe('Oldest first'),
    is_complete: z.boolean().describe('False when there are more entries than one answer holds (10,000): choose a shorter period'),
  }),
  errors: ['STATEMENT_PERIOD_INVALID'],
})

export const Notice = z.object({
  id: Id,
  kind: z.string(),
  title: z.string().describe('In the language of the call'),
  text: z.string(),
  created_at: Milliseconds,
  is_read: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notice/list',
  actor: 'session',
  input: z.object({ ...PAGE_ASKED }),
  output: z.object({ data: z.array(Notice), total: z.number().int(), unread: z.number().int(), next: Next }),
  errors: [],
})

/** Marks everything up to and including one of the trader's notices as read; without an id, everything. */
export const readNotices = endpoint({
  method: 'POST',
  path: '/api/notice/read',
  actor: 'session',
  changesState: true,
  input: z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,17}$/)
      .optional(),
  }),
  output: Nothing,
  errors: ['NOT_FOUND'],
})
