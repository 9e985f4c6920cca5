/**
 * The company's audit trail at the desk: who did what, to which object, why, and what it was before.
 *
 * Invariant: it is only read. An entry that is sealed stands in the company's hash chain and cannot be changed unnoticed.
 */
import { z } from 'zod'
import { Id, Milliseconds, Next, PAGE_ASKED, RowId } from '../primitives'
import { deskEndpoint } from './desk-endpoint'

const Moment = z.string().regex(/^\d{1,15}$/)
const Part = z.object({ name: z.string(), before: z.string(), after: z.string() })

export const AuditEvent = z.object({
  id: Id,
  at: Milliseconds,
  actor: z.string().describe('operator:<name>, trader:<id> or system'),
  action: z.string(),
  object: z.string().describe('<table>:<id>'),
  change: z.array(Part).describe('What changed, value by value; empty where nothing was or came to be'),
  reason: z.string(),
  address: z.string(),
  trader_id: z.string().describe('The real account it is about; empty where it is about none'),
  trader_uid: z.string().describe('Its number; a demo account has only this'),
  is_sealed: z.boolean().describe('It stands in the hash chain'),
})
export type AuditEvent = z.infer<typeof AuditEvent>

/**
 * Newest first. `actor`, `action` and `object` are meant whole; one that ends with `.` or `:` is a beginning (`deposit.`, `operator:`).
 * The operator's look at the trail is written into it, once an hour.
 */
export const listAuditEvents = deskEndpoint({
  method: 'GET',
  path: 'audit',
  access: 'audit.read',
  input: {
    q: z.string().max(128).optional().describe('Anywhere in who, action, object or reason'),
    actor: z.string().max(128).optional(),
    action: z.string().max(128).optional(),
    object: z.string().max(128).optional(),
    from: Moment.optional().describe('Unix milliseconds, included'),
    to: Moment.optional().describe('Unix milliseconds, not included'),
    ...PAGE_ASKED,
    before: RowId.optional().describe('Only entries older than this one: for reading on while new ones come'),
    size: z.enum(['20', '500']).optional().describe('20 when left out'),
  },
  output: z.object({
    data: z.array(AuditEvent),
    total: z.number().int().describe('Counted up to 10,001'),
    next: Next,
    chain: z
      .object({ links: z.number().int(), hash: z.string() })
      .describe("The newest link of the company's hash chain; 0 and empty before the first"),
  }),
  errors: [],
})

export const AUDIT_CALLS = { listAuditEvents }
