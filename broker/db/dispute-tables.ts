/** Challenges of fills, and the steps of each (broker/disputes). Part of the schema (schema.ts). */

import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ChallengedFill, ChallengeReason, ChallengeStep, RulesAnswer } from '../../contract/challenges'
import { trader } from './account-tables'
import { drawnIdentity, fixed, identity, millis, reference } from './columns'
import { receipt } from './receipt-tables'
import { CHALLENGE_STATUS, literal } from './statuses'

/** One case. What was challenged and what the rules said stays as it was written; it is decided once. */
export const challenge = pgTable(
  'challenge',
  {
    id: drawnIdentity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    isDemo: boolean('is_demo').notNull(),
    orderId: reference('order_id').notNull(),
    receiptId: reference('receipt_id').notNull(),
    receiptHash: text('receipt_hash').notNull(),
    reason: text('reason').$type<ChallengeReason>().notNull(),
    /** The trader's own; may be empty. */
    words: text('words').notNull(),
    fill: jsonb('fill').$type<ChallengedFill>().notNull(),
    /** As the rules said it when the case was opened. */
    answer: jsonb('answer').$type<RulesAnswer>().notNull(),
    verdict: text('verdict').$type<RulesAnswer['verdict']>().notNull(),
    /** As in statuses.ts. */
    status: smallint('status').notNull(),
    /** Moves on when the trader was asked for more and has answered. */
    dueAt: millis('due_at').notNull(),
    /** What the trader reads of the decision, or of what is asked. */
    notes: text('notes').notNull().default(''),
    firstApprovedBy: text('first_approved_by'),
    firstApprovedAmount: fixed('first_approved_amount'),
    firstApprovedAt: millis('first_approved_at'),
    /** `operator:<name>`, `trader:<id>` when the trader took it back. */
    decidedBy: text('decided_by'),
    decidedAt: millis('decided_at'),
    /** USDT that were credited, the movement that did it and its receipt; null where nothing was. */
    amount: fixed('amount'),
    transactionId: reference('transaction_id'),
    creditReceiptHash: text('credit_receipt_hash'),
    /** Of the decision: canonical JSON, and the fact of the log that is its hash. */
    document: text('document'),
    factId: reference('fact_id'),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    foreignKey({ columns: [table.tenantId, table.receiptId], foreignColumns: [receipt.tenantId, receipt.id] }),
    // A fill has one case, unless it was taken back.
    uniqueIndex('challenge_receipt')
      .on(table.tenantId, table.receiptId)
      .where(sql`status <> ${literal(CHALLENGE_STATUS.withdrawn)}`),
    uniqueIndex('challenge_transaction').on(table.tenantId, table.transactionId),
    index('challenge_queue').on(table.tenantId, table.status, table.id),
    index('challenge_trader').on(table.tenantId, table.traderId, table.id),
  ],
)

/** What happened to a case, one row a step; only ever added. */
export const challengeStep = pgTable(
  'challenge_step',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    challengeId: reference('challenge_id').notNull(),
    step: text('step').$type<ChallengeStep['step']>().notNull(),
    by: text('by').$type<ChallengeStep['by']>().notNull(),
    words: text('words').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.challengeId], foreignColumns: [challenge.tenantId, challenge.id] }),
    index('challenge_step_case').on(table.tenantId, table.challengeId, table.id),
  ],
)
