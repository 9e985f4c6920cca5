/**
 * The company's traders at the desk: finding one, what they have and did, ending their sessions, freezing and thawing their account.
 *
 * Invariant: no call here sets a password or moves money, and none answers with a secret. Who may not freeze sees the address and
 * number only masked.
 */
import { z } from 'zod'
import { AccountFigures, Order } from '../orders'
import { Decimal, Id, Milliseconds, Next, Nothing, PAGE_ASKED, RowId } from '../primitives'
import { deskEndpoint } from './desk-endpoint'

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
  frozen_by: z.string().describe('operator:<name>; empty where the owner froze it or nobody did'),
})
export type DeskTrader = z.infer<typeof DeskTrader>

const Moved = z.object({ id: Id, amount: Decimal, currency: z.string(), status: z.number().int(), created_at: Milliseconds })

const DeskTraderItem = DeskTrader.extend({
  balance: Decimal,
  locked: Decimal,
  open_orders: z.number().int().describe('Positions and pending orders'),
  identity: z.number().int().describe('0 not submitted, 1 waiting, 2 finished, 3 rejected'),
  has_two_step: z.boolean(),
  two_step_off: z
    .object({ by: z.string(), at: Milliseconds, reason: z.string() })
    .nullable()
    .describe('The first operator who asked to take two-step sign-in off; a second one carries it out'),
  deposits: z.array(Moved).describe('The newest 20'),
  withdrawals: z.array(Moved).describe('The newest 20'),
  sessions: z.array(z.object({ device: z.string(), address: z.string(), created_at: Milliseconds, last_seen_at: Milliseconds })),
  history: z
    .array(z.object({ at: Milliseconds, actor: z.string(), action: z.string(), object: z.string(), reason: z.string() }))
    .describe('The newest 50 entries of the log that name the trader'),
})

/** Account number, e-mail address or mobile number, whole or its beginning; real accounts only, newest first. */
export const listTraders = deskEndpoint({
  method: 'GET',
  path: 'traders',
  access: 'traders.read',
  input: { q: z.string().max(128).optional(), state: z.enum(['all', 'frozen']).optional(), ...PAGE_ASKED },
  output: z.object({ data: z.array(DeskTrader), total: z.number().int(), next: Next }),
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

export const DeskTraderRecords = z.object({
  figures: AccountFigures.extend({ reserved: Decimal.describe('Withdrawals that wait') }),
  positions: z.array(Order),
  pending: z.array(Order),
  closed: z.array(Order).describe('The newest 20'),
  closed_total: z.number().int(),
  ledger: z
    .array(z.object({ id: Id, kind: z.string(), at: Milliseconds, amount: Decimal, order_id: z.string() }))
    .describe('The newest 50 changes of the available balance'),
  receipts: z
    .array(z.object({ id: Id, order_id: z.string(), event: z.string(), at: Milliseconds, hash: z.string() }))
    .describe('The newest 50'),
  documents: z
    .array(
      z.object({
        id: Id,
        status: z.number().int().describe('1 waiting, 2 finished, 3 rejected'),
        submitted_at: Milliseconds,
        decided_at: Milliseconds.nullable(),
        decided_by: z.string(),
        reason: z.string(),
      }),
    )
    .describe('That papers were sent and what became of them; never what is on them'),
})
export type DeskTraderRecords = z.infer<typeof DeskTraderRecords>

/** What the trader has and had, valued at the prices of now. */
export const getTraderRecords = deskEndpoint({
  method: 'GET',
  path: 'trader_records',
  access: 'traders.read',
  input: { id: RowId },
  output: DeskTraderRecords,
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

export const Sending = z.object({
  trader: z.object({ id: Id, uid: z.string(), is_demo: z.boolean() }).nullable().describe('Null for a visitor'),
  call: z.string().describe('The name of the call, as the API page has it'),
  object: z.string().describe('Number of the order, deposit or withdrawal it made, changed or ended; empty for none'),
  at: Milliseconds,
  result: z.enum(['done', 'refused', 'never_arrived']),
  error: z.string().describe('Name of the error; empty for what was done'),
  message: z.string().describe('Its words'),
})
export type Sending = z.infer<typeof Sending>

/**
 * What was sent under the reference that a page shows while it does not know the end: the first eight letters of the idempotency key,
 * with or without a dash, in any case. None: nothing arrived, or longer ago than keys are kept. `never_arrived`: the page has asked,
 * and was told so; what comes later under that key is refused.
 */
export const findSendings = deskEndpoint({
  method: 'GET',
  path: 'sendings',
  access: 'traders.read',
  input: { reference: z.string().max(128) },
  output: z.object({
    reference: z.string().describe('As it is read out, `7F3A-20CD`; empty where what was asked for is no reference'),
    kept_hours: z.number(),
    data: z.array(Sending).describe('The newest 20'),
  }),
  errors: [],
})

/**
 * For an owner who has lost authenticator and recovery codes, or whose thief set it up. The first operator asks, a second one carries it
 * out: every session ends, the owner is told, and payouts wait as long as after a new payout method.
 */
export const takeTwoStepOff = deskEndpoint({
  method: 'POST',
  path: 'trader_two_step_off',
  access: 'traders.freeze',
  input: { id: RowId, reason: Reason },
  output: z.object({ outcome: z.enum(['asked', 'off']) }),
  errors: ['DESK_REASON_REQUIRED', 'NOT_FOUND', 'DESK_ALREADY_DECIDED', 'DESK_SAME_PERSON'],
})

/** Ends what the first operator asked for; the first one may do so, too. */
export const keepTwoStep = deskEndpoint({
  method: 'POST',
  path: 'trader_two_step_keep',
  access: 'traders.freeze',
  input: { id: RowId, reason: Reason },
  output: Nothing,
  errors: ['DESK_REASON_REQUIRED', 'NOT_FOUND', 'DESK_ALREADY_DECIDED'],
})

export const PEOPLE_CALLS = {
  listTraders,
  findSendings,
  getDeskTrader,
  getTraderRecords,
  endTraderSessions,
  freezeTrader,
  thawTrader,
  takeTwoStepOff,
  keepTwoStep,
}
