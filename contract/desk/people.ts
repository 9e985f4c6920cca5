/**
 * The company's traders at the desk: finding one, what he has and did, ending his sessions, freezing and thawing his account.
 *
 * Invariant: no call here sets a password or moves money, and none answers with a secret. Who may not freeze sees the address and
 * number only masked.
 */
import { z } from 'zod'
import { Decimal, Id, Milliseconds, Nothing, Page } from '../primitives'
import { deskEndpoint } from './desk-endpoint'

const RowId = z.string().regex(/^\d{1,18}$/)
/** Its words are judged by the broker (DESK_REASON_REQUIRED). */
const Reason = z.string().max(2000)

export const DeskTrader = z.object({
  id: Id,
  uid: z.string(),
  email: z.string().describe('Masked for who may not freeze; empty where there is none'),
  mobile: z.string().describe('Masked likewise'),
  country: z.string(),
  created_at: Milliseconds,
  is_frozen: z.boolean(),
  frozen_by: z.string().describe('operator:<name>; empty where the owner froze it himself or nobody did'),
})
export type DeskTrader = z.infer<typeof DeskTrader>

const Moved = z.object({ id: Id, amount: Decimal, currency: z.string(), status: z.number().int(), created_at: Milliseconds })

export const DeskTraderItem = DeskTrader.extend({
  balance: Decimal,
  locked: Decimal,
  open_orders: z.number().int().describe('Positions and pending orders'),
  identity: z.number().int().describe('0 not submitted, 1 waiting, 2 finished, 3 rejected'),
  has_two_step: z.boolean(),
  deposits: z.array(Moved).describe('The newest 20'),
  withdrawals: z.array(Moved).describe('The newest 20'),
  sessions: z.array(z.object({ device: z.string(), address: z.string(), created_at: Milliseconds, last_seen_at: Milliseconds })),
  history: z
    .array(z.object({ at: Milliseconds, actor: z.string(), action: z.string(), object: z.string(), reason: z.string() }))
    .describe('The newest 50 entries of the log that name him'),
})

/** Account number, e-mail address or mobile number, whole or its beginning; real accounts only, newest first. */
export const listTraders = deskEndpoint({
  method: 'GET',
  path: 'traders',
  access: 'traders.read',
  input: { q: z.string().max(128).optional(), state: z.enum(['all', 'frozen']).optional(), page: Page.optional() },
  output: z.object({ data: z.array(DeskTrader), total: z.number().int() }),
  errors: [],
})

export const getDeskTrader = deskEndpoint({
  method: 'GET',
  path: 'trader',
  access: 'traders.read',
  input: { id: RowId },
  output: DeskTraderItem,
  errors: ['NOT_FOUND'],
})

export const endTraderSessions = deskEndpoint({
  method: 'POST',
  path: 'trader_sessions_end',
  access: 'traders.sessions',
  input: { id: RowId, reason: Reason },
  output: z.object({ ended: z.number().int() }),
  errors: ['DESK_REASON_REQUIRED', 'NOT_FOUND'],
})

/** Holds until an operator thaws it, whatever password is set meanwhile. Freezing an account that its owner froze makes it the desk's. */
export const freezeTrader = deskEndpoint({
  method: 'POST',
  path: 'trader_freeze',
  access: 'traders.freeze',
  input: { id: RowId, reason: Reason },
  output: Nothing,
  errors: ['DESK_REASON_REQUIRED', 'NOT_FOUND', 'DESK_ALREADY_DECIDED'],
})

export const thawTrader = deskEndpoint({
  method: 'POST',
  path: 'trader_thaw',
  access: 'traders.freeze',
  input: { id: RowId, reason: Reason },
  output: Nothing,
  errors: ['DESK_REASON_REQUIRED', 'NOT_FOUND', 'DESK_ALREADY_DECIDED'],
})

export const PEOPLE_CALLS = { listTraders, getDeskTrader, endTraderSessions, freezeTrader, thawTrader }
