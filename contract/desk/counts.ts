/** How much waits at the desk of a company, for whoever may look at it. Pushed on the desk's socket as `DESK_COUNTS.<company>`. */
import { z } from 'zod'
import { deskEndpoint } from './desk-endpoint'

const Count = z.number().int().nonnegative()

/** Only what the operator may read is there. */
export const DeskCounts = z.object({
  deposits: Count.optional(),
  withdrawals: Count.optional(),
  identity: Count.optional(),
  /** Challenges of fills that wait for an answer. */
  disputes: Count.optional(),
  /** What of a brake waits for a second operator. */
  risk: Count.optional(),
  /** Differences from providers' books that are not resolved. */
  reconciliation: Count.optional(),
  /** Changes of settings that wait for a second operator. */
  approvals: Count.optional(),
  /** What people wrote and nobody has marked as done. */
  feedback: Count.optional(),
  /** Of these, the ones that wait longer than the company promised; of challenges also those to which the rules give another answer. */
  late: z.object({ deposits: Count.optional(), withdrawals: Count.optional(), identity: Count.optional(), disputes: Count.optional() }),
})
export type DeskCounts = z.infer<typeof DeskCounts>

/** `operator` with a company: whoever has a role in it. */
export const getDeskCounts = deskEndpoint({ method: 'GET', path: 'counts', access: 'operator', input: {}, output: DeskCounts, errors: [] })

export const COUNT_CALLS = { getDeskCounts }
