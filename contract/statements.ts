/**
 * Statements of a month or a tax year: what was in an account, every movement of its money, and what was in it afterwards. The balance
 * is all money of the account, free or locked, without open profit: margin and the reserve of a withdrawal stay in it.
 */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { CURSOR, Decimal, Milliseconds, Next } from './primitives'

export const STATEMENT_KINDS = ['deposit', 'withdrawal', 'profit', 'fee', 'funding', 'protection', 'correction', 'demo'] as const
export const StatementKind = z.enum(STATEMENT_KINDS)
export type StatementKind = z.infer<typeof StatementKind>

const PeriodName = z
  .string()
  .max(7)
  .regex(/^[1-9]\d{3}(-(0[1-9]|1[0-2]))?$/)
  .describe('A month such as 2026-10, or a tax year such as 2026; in UTC')
const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What is signed, in canonical JSON (RFC 8785). */
export const StatementBody = z.object({
  v: z.literal(1),
  event: z.literal('statement'),
  broker: z.string(),
  legal_entity: z.string(),
  demo_account: z.boolean(),
  demo_site: z.boolean(),
  number: z.string().describe('Number of the account and the period'),
  account: z.string(),
  period: PeriodName,
  from: Milliseconds,
  to: Milliseconds,
  currency: z.literal('USDT'),
  opening: Decimal,
  closing: Decimal,
  kinds: z.array(z.object({ kind: StatementKind, count: z.number().int(), sum: Decimal })),
  rows: z.number().int(),
  rows_hash: Hash.describe('SHA-256 of the rows in canonical JSON, each with a line end behind it'),
  at: Milliseconds,
  key_id: z.string(),
})
export type StatementBody = z.infer<typeof StatementBody>

/** Has the form of a receipt, and is checked like one. */
export const SignedStatement = z.object({ body: StatementBody, hash: Hash, key_id: z.string(), signature: z.string() })
export type SignedStatement = z.infer<typeof SignedStatement>

export const StatementRow = z.object({
  n: z.number().int().describe('Within the statement, from 1'),
  at: Milliseconds,
  kind: StatementKind,
  instrument: z.string().describe('Of an order; empty otherwise'),
  side: z.enum(['', 'buy', 'sell']),
  number: z.string().describe('Of the order, deposit or withdrawal; empty where there is none'),
  amount: Decimal,
  balance: Decimal.describe('After this row'),
})
export type StatementRow = z.infer<typeof StatementRow>

export const listStatements = endpoint({
  method: 'GET',
  path: '/v1/api/main/account/statements',
  actor: 'session',
  input: z.object({}),
  output: z.object({
    periods: z
      .array(
        z.object({
          period: PeriodName,
          from: Milliseconds,
          to: Milliseconds,
          state: z.enum(['running', 'closed', 'signed']).describe('closed: it is signed when it is asked for'),
        }),
      )
      .describe('Newest first, from the one in which the account was opened'),
  }),
  errors: [],
})

/** NOT_FOUND: it ended before the account was opened, or has not begun. */
export const getPeriodStatement = endpoint({
  method: 'GET',
  path: '/v1/api/main/account/periodStatement',
  actor: 'session',
  input: z.object({ period: PeriodName }),
  output: z.object({
    period: PeriodName,
    from: Milliseconds,
    to: Milliseconds,
    state: z
      .enum(['running', 'preparing', 'signed', 'wrong'])
      .describe('running: not over, not signed; preparing: ask again; wrong: it does not add up and is not signed'),
    progress: z.object({ done: z.number().int(), of: z.number().int() }).describe('Rows of the ledger that were read'),
    summary: StatementBody.pick({ opening: true, closing: true, kinds: true, rows: true })
      .nullable()
      .describe('Null while it is being prepared'),
    signed: SignedStatement.nullable(),
    proof: z.string().nullable().describe('That its hash is in the public log (C2SP tlog-proof, the salt as its extra); null until it is'),
  }),
  errors: ['NOT_FOUND'],
})

/** Rows of a statement, oldest first. Answers when it has been read to its end: ask getPeriodStatement before, which says how far it is. */
export const listStatementRows = endpoint({
  method: 'GET',
  path: '/v1/api/main/account/statementRows',
  actor: 'session',
  input: z.object({
    period: PeriodName,
    after: z.string().regex(CURSOR).optional().describe('`next` of the page before'),
    size: z
      .string()
      .regex(/^(100|1000)$/)
      .optional()
      .describe('Most rows of one page: 100 (where it is left out) or 1000'),
  }),
  output: z.object({ rows: z.array(StatementRow), next: Next }),
  errors: ['NOT_FOUND'],
})
