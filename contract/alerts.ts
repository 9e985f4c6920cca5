/**
 * Price alerts: a trader is told once when the bid of an instrument reaches a price. An alert by percent becomes a price when it is made,
 * counted from the price of that moment, which it states.
 *
 * Invariant: an alert tells once. What was told stays in the list for 90 days, or until it is deleted.
 */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { ALERT_LIMIT, ALERT_PERCENT } from './form-bounds'
import { Decimal, DecimalIn, DecimalOrEmpty, Id, Milliseconds, Next, Nothing, PAGE_ASKED, RowId } from './primitives'

const AlertSide = z.enum(['above', 'below']).describe('above: told when the bid is at the price or higher; below: at it or lower')

export const PriceAlert = z.object({
  id: Id,
  forex_id: Id.describe('Of the instrument; empty where the market has it no more').or(z.literal('')),
  instrument: z.string().describe('Its code'),
  side: AlertSide,
  price: Decimal,
  percent: DecimalOrEmpty.describe('Of one by percent; else empty'),
  from_price: DecimalOrEmpty.describe('Of one by percent: the bid it was counted from'),
  from_time: Milliseconds.nullable().describe('Of one by percent: when that bid was quoted'),
  state: z.enum(['active', 'paused', 'told']),
  is_offered: z.boolean().describe('False where the company does not offer the instrument now: it waits until it does'),
  created_at: Milliseconds,
  told_at: Milliseconds.nullable(),
  told_price: DecimalOrEmpty.describe('The bid that reached it'),
})
export type PriceAlert = z.infer<typeof PriceAlert>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/v1/api/forex/alerts',
  actor: 'session',
  input: z.object(PAGE_ASKED),
  output: z.object({
    waiting: z.array(PriceAlert).describe(`Active and paused ones, at most ${ALERT_LIMIT}, newest first`),
    data: z.array(PriceAlert).describe('What was told, newest first'),
    total: z.number().int().describe('How many were told'),
    next: Next,
    sends_mail: z.boolean().describe('Whether price alerts also come by mail'),
  }),
  errors: [],
})

export const createAlert = endpoint({
  method: 'POST',
  path: '/v1/api/forex/alert',
  actor: 'session',
  changesState: true,
  input: z.object({
    forex_id: Id,
    side: AlertSide,
    alert_price: DecimalIn.optional().describe('Either this or alert_percent; this counts where both are given'),
    alert_percent: DecimalIn.optional().describe(
      `How far from the present bid, in percent: ${ALERT_PERCENT.min} to ${ALERT_PERCENT.maxAbove} above it, to ${ALERT_PERCENT.maxBelow} below it`,
    ),
  }),
  output: PriceAlert,
  errors: ['INSTRUMENT_NOT_FOUND', 'QUOTE_STALE', 'ALERT_PERCENT_INVALID', 'PRICE_OFF_GRID', 'ALERT_PRICE_CROSSED', 'TOO_MANY_ALERTS'],
})

/** Pauses one that waits, takes a paused or just deleted one up again, or moves its price; then it is no longer one by percent. */
export const changeAlert = endpoint({
  method: 'POST',
  path: '/v1/api/forex/alert/change',
  actor: 'session',
  changesState: true,
  input: z.object({
    id: RowId,
    state: z.enum(['active', 'paused']).optional(),
    side: AlertSide.optional(),
    alert_price: DecimalIn.optional(),
  }),
  output: PriceAlert,
  errors: ['NOT_FOUND', 'ALERT_TOLD', 'INSTRUMENT_NOT_FOUND', 'QUOTE_STALE', 'PRICE_OFF_GRID', 'ALERT_PRICE_CROSSED', 'TOO_MANY_ALERTS'],
})

/** For an hour `changeAlert` brings back one that waited. */
export const deleteAlert = endpoint({
  method: 'POST',
  path: '/v1/api/forex/alert/delete',
  actor: 'session',
  changesState: true,
  input: z.object({
    id: RowId,
    state: z.enum(['active', 'paused']).optional().describe('That the caller saw: where it is given, one that has told since is kept'),
  }),
  output: Nothing,
  errors: ['NOT_FOUND', 'ALERT_TOLD'],
})

/** Whether price alerts also come by mail. */
export const setAlertMail = endpoint({
  method: 'POST',
  path: '/v1/api/forex/alert/mail',
  actor: 'session',
  changesState: true,
  input: z.object({ sends_mail: z.enum(['0', '1']) }),
  output: Nothing,
  errors: [],
})

const AlertKey = z.string().max(256).describe('As it stands in the link of the mail')

/** What the link of a mail is about. It changes nothing: programs that look into mails open links. */
export const readAlertLink = endpoint({
  method: 'GET',
  path: '/v1/api/forex/alert/link',
  actor: 'anonymous',
  input: z.object({ key: AlertKey }),
  output: z.object({ sends_mail: z.boolean() }),
  errors: ['LINK_INVALID'],
})

/** Turns the mails of price alerts off for whoever has a mail of one; nobody needs to be signed in. */
export const turnOffAlertMail = endpoint({
  method: 'POST',
  path: '/v1/api/forex/alert/off',
  actor: 'anonymous',
  changesState: true,
  input: z.object({ key: AlertKey }),
  output: Nothing,
  errors: ['LINK_INVALID'],
})
