/**
 * The first page of the desk: what waits, since when and for whom, and whether the house is well. Each operator sees the queues that
 * they may read; nothing here decides anything.
 */
import { z } from 'zod'
import { Decimal, Milliseconds } from '../primitives'
import { deskEndpoint } from './desk-endpoint'
import type { Permission } from './roles'

export const DESK_QUEUES = ['deposits', 'withdrawals', 'identity', 'disputes', 'risk', 'reconciliation', 'approvals', 'feedback'] as const
export type DeskQueue = (typeof DESK_QUEUES)[number]

/** Who decides what waits in a queue; who may see it has the queue's reading permission. */
export const QUEUE_DECIDED_BY = {
  deposits: 'deposits.decide',
  withdrawals: 'withdrawals.decide',
  identity: 'identity.decide',
  disputes: 'disputes.decide',
  risk: 'risk.control',
  reconciliation: 'reconciliation.resolve',
  approvals: 'settings.change',
  feedback: 'feedback.finish',
} as const satisfies Record<DeskQueue, Permission>

const Count = z.number().int().nonnegative()

export const DeskOverview = z.object({
  queues: z.array(
    z.object({
      queue: z.enum(DESK_QUEUES),
      waiting: Count,
      late: Count.describe(
        'Longer than the company promises, 0 where it promises nothing; of challenges also those to which the rules give another answer',
      ),
      second: Count.describe('Of those that wait, approved by one operator and waiting for another'),
      oldest_at: Milliseconds.nullable().describe('Since when the oldest waits; null where nothing does'),
    }),
  ),
  system: z.object({
    company_status: z.enum(['live', 'closed', 'wind-down']),
    trading_mode: z.enum(['normal', 'close-only', 'cancel-only']),
    price_source: z.string(),
    prices_are_simulated: z.boolean(),
    feed_age_ms: Count.describe('Since anything was heard of an open market; 0 while all markets rest'),
    stale_after_ms: Count.describe('From this age on a quote is not traded'),
    open_markets: Count,
    messages_waiting: Count.describe('Mails and texts of the company that no server has taken yet'),
    log_links: Count.describe('Links of the hash chain over the company’s log'),
    log_unsealed: Count.describe('Entries of the log that are not in the chain yet'),
    execution_alarm: z
      .object({ day: z.string(), difference: Decimal, bound: Decimal })
      .nullable()
      .describe('Of the last two days: market orders slipped one way more than the company’s bound allows, in percentage points'),
  }),
})
export type DeskOverview = z.infer<typeof DeskOverview>

export const getDeskOverview = deskEndpoint({
  method: 'GET',
  path: 'overview',
  access: 'operator',
  input: {},
  output: DeskOverview,
  errors: [],
})

const Approver = z.object({ name: z.string(), display_name: z.string(), is_self: z.boolean() })
export type Approver = z.infer<typeof Approver>

/** Operators at work who may decide what waits in the company’s queues, by name. */
export const listApprovers = deskEndpoint({
  method: 'GET',
  path: 'approvers',
  access: 'operator',
  input: {},
  output: z.record(z.enum(DESK_QUEUES), z.array(Approver)),
  errors: [],
})

export const OVERVIEW_CALLS = { getDeskOverview, listApprovers }
