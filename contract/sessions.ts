/** Sessions: the trader's list of them, ending them, the key of the browser's socket, and the link "this was not me". */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { Id, Milliseconds, Nothing } from './primitives'

export const logout = endpoint({
  method: 'POST',
  path: '/api/user/logout',
  actor: 'session',
  changesState: true,
  input: z.object({}),
  output: Nothing,
  errors: [],
})

/** An addition to the specification: a single-use key with which the browser's socket signs in, valid for 30 s. */
export const createSocketTicket = endpoint({
  method: 'POST',
  path: '/v1/api/socket_ticket',
  actor: 'session',
  changesState: true,
  input: z.object({}),
  output: z.object({ ticket: z.string() }),
  errors: [],
})

export const TraderSession = z.object({
  id: Id.describe('Names the session; cannot be used to sign in'),
  device: z.string().describe('Browser and system, such as "Chrome, Windows"; empty where the client did not say'),
  device_kind: z.enum(['phone', 'tablet', 'desktop', 'other']),
  address: z.string().describe('Address of the client, its last part hidden; empty where it is not known'),
  country: z.string().describe('ISO 3166 alpha-2 of the address, empty where it is not known'),
  created_at: Milliseconds,
  last_seen_at: Milliseconds,
  ends_at: Milliseconds.describe('When it ends if it is not used again'),
  is_current: z.union([z.literal(0), z.literal(1)]),
})
export type TraderSession = z.infer<typeof TraderSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  actor: 'session',
  input: z.object({}),
  output: z.array(TraderSession).describe('Living sessions, the current one first, then the last seen'),
  errors: [],
})

export const revokeSession = endpoint({
  method: 'POST',
  path: '/api/user/revoke_session',
  actor: 'session',
  changesState: true,
  input: z.object({ id: Id }),
  output: Nothing,
  errors: ['NOT_FOUND'],
})

export const revokeSessions = endpoint({
  method: 'POST',
  path: '/api/user/revoke_sessions',
  actor: 'session',
  changesState: true,
  input: z.object({ scope: z.enum(['others', 'all']) }),
  output: z.object({ ended: z.number().int() }),
  errors: [],
})

/** Freezes the account of a mail's link "this was not me": every session ends, and only a new password opens it again. */
export const freezeAccount = endpoint({
  method: 'POST',
  path: '/api/user/not_me',
  actor: 'anonymous',
  changesState: true,
  input: z.object({ token: z.string().max(128) }),
  output: Nothing,
  errors: ['LINK_INVALID'],
})
