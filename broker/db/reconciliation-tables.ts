/**
 * What providers say of their own book, and where it differs from ours. Part of the schema (schema.ts).
 *
 * Invariants: a copy is kept once and never changed; a difference keeps both values for ever; above the limit it is resolved by two people.
 */
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { fixed, identity, millis, reference } from './columns'
import { providerOrder, reportColumns } from './execution-tables'

/** A copied report. Without a company: of an order that is in nobody's books. */
export const providerCopy = pgTable(
  'provider_copy',
  {
    ...reportColumns(),
    instrumentCode: text('instrument_code').notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerOrderId, table.execId] }),
    foreignKey({ columns: [table.tenantId, table.providerOrderId], foreignColumns: [providerOrder.tenantId, providerOrder.id] }),
    index('provider_copy_order').on(table.providerOrderId, table.seq),
    index('provider_copy_received').on(table.provider, table.receivedAt),
  ],
)

/** Since when a provider copies its reports to us: what was ordered before cannot be compared. */
export const providerCopyLine = pgTable('provider_copy_line', {
  provider: text('provider').primaryKey(),
  since: millis('since').notNull(),
})

/** One comparison. Counts are null of what could not be compared. */
export const reconciliationRun = pgTable(
  'reconciliation_run',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    provider: text('provider').notNull(),
    /** The date in New York of the rollover that ends the day, YYYY-MM-DD. */
    day: text('day').notNull(),
    /** The rollover that it is for; null of one that an operator asked for. */
    rolloverAt: millis('rollover_at'),
    actor: text('actor').notNull(),
    ranAt: millis('ran_at').notNull(),
    /** Fills of theirs, and of ours. */
    theirs: integer('theirs'),
    ours: integer('ours'),
    equal: integer('equal'),
    differ: integer('differ'),
    positionsEqual: integer('positions_equal'),
    positionsDiffer: integer('positions_differ'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('reconciliation_run_daily').on(table.tenantId, table.provider, table.rolloverAt),
    index('reconciliation_run_day').on(table.tenantId, table.day),
  ],
)

/** A statement of a day as it was read; a later one of the same day stands in its place. Amounts in USDT. */
export const providerStatement = pgTable(
  'provider_statement',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    provider: text('provider').notNull(),
    day: text('day').notNull(),
    /** SHA-256 of the file. */
    digest: text('digest').notNull(),
    /** The statement that it goes on from; null: none. */
    previousId: reference('previous_id'),
    trades: integer('trades').notNull(),
    tradesEqual: integer('trades_equal').notNull(),
    theirsOpening: fixed('theirs_opening').notNull(),
    theirsResult: fixed('theirs_result').notNull(),
    theirsSwap: fixed('theirs_swap').notNull(),
    theirsCommission: fixed('theirs_commission').notNull(),
    theirsTransfers: fixed('theirs_transfers').notNull(),
    theirsClosing: fixed('theirs_closing').notNull(),
    /** Null where it goes on from none. */
    oursOpening: fixed('ours_opening'),
    oursResult: fixed('ours_result'),
    oursSwap: fixed('ours_swap').notNull(),
    oursCommission: fixed('ours_commission').notNull(),
    rest: fixed('rest'),
    positions: jsonb('positions').$type<readonly KeptPosition[]>().notNull(),
    /** What was agreed of swap and commission is in the house's books as of this statement; not so with those read by versions before. */
    isPosted: boolean('is_posted').notNull().default(false),
    readAt: millis('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('provider_statement_day').on(table.tenantId, table.provider, table.day, table.id),
  ],
)

/** Decimal texts: units of ours and theirs at the close, what they are valued at, USDT for one unit of the quote currency. */
export interface KeptPosition {
  readonly code: string
  readonly ours: string
  readonly theirs: string
  readonly close: string
  readonly rate: string
}

/**
 * Swap and commission of a day as they were agreed, posted to the house's accounts; what a statement charges beyond is a difference. A statement
 * that is read again, on other terms or with other fills, adds what it changes: the rows of a day add up to what is agreed now.
 */
export const providerCharge = pgTable(
  'provider_charge',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    provider: text('provider').notNull(),
    day: text('day').notNull(),
    kind: text('kind', { enum: ['swap', 'commission'] }).notNull(),
    instrumentCode: text('instrument_code').notNull(),
    /** USDT; below 0 the house pays. */
    amount: fixed('amount').notNull(),
    transactionId: reference('transaction_id').notNull(),
    postedAt: millis('posted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('provider_charge_transaction').on(table.tenantId, table.transactionId),
    index('provider_charge_day').on(table.tenantId, table.provider, table.day),
  ],
)

export const DIFFERENCE_KINDS = [
  ...['price', 'quantity', 'time', 'not_in_book', 'not_in_theirs', 'position'],
  ...['swap', 'commission', 'transfer', 'not_explained'],
] as const
export const RESOLVE_KINDS = ['theirs_accepted', 'ours_stand', 'explained'] as const

export const reconciliationDifference = pgTable(
  'reconciliation_difference',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    provider: text('provider').notNull(),
    day: text('day').notNull(),
    /** What it is about (a fill of an order, the position of an instrument), and with which figures: there once. */
    subject: text('subject').notNull(),
    figures: text('figures').notNull(),
    kind: text('kind', { enum: DIFFERENCE_KINDS }).notNull(),
    instrumentCode: text('instrument_code').notNull(),
    /** Of a fill. */
    side: text('side', { enum: ['buy', 'sell'] }),
    providerOrderId: text('provider_order_id'),
    execId: text('exec_id'),
    /** Null where the side has none. Of a position the quantity has a sign. */
    oursQuantity: fixed('ours_quantity'),
    oursPrice: fixed('ours_price'),
    oursTime: millis('ours_time'),
    theirsQuantity: fixed('theirs_quantity'),
    theirsPrice: fixed('theirs_price'),
    theirsTime: millis('theirs_time'),
    /** USDT, of a row about money alone; null where the side has none. */
    oursAmount: fixed('ours_amount'),
    theirsAmount: fixed('theirs_amount'),
    /** What a quantity that differs is valued at, and the rate into USDT; null while one is not known. */
    markPrice: fixed('mark_price'),
    conversionRate: numeric('conversion_rate', { precision: 38, scale: 20 }),
    /** USDT, theirs − ours; null while the rate is not known. */
    amount: fixed('amount'),
    /** USDT: the amount without its sign, or what the quantity that differs is worth, whichever is more. */
    atStake: fixed('at_stake'),
    foundAt: millis('found_at').notNull(),
    /** The last run that looked, and whether it was still there. */
    seenAt: millis('seen_at').notNull(),
    stands: boolean('stands').notNull().default(true),
    status: text('status', { enum: ['open', 'awaiting_provider', 'waiting', 'resolved'] })
      .notNull()
      .default('open'),
    askedBy: text('asked_by'),
    askedAt: millis('asked_at'),
    resolveKind: text('resolve_kind', { enum: RESOLVE_KINDS }),
    note: text('note'),
    /** USDT: up to which one person was enough when it was resolved. */
    singleLimit: fixed('single_limit').notNull().default(sql`10000000000`),
    /** Who resolved it, or wants to and waits for a second. */
    proposedBy: text('proposed_by'),
    proposedAt: millis('proposed_at'),
    approvedBy: text('approved_by'),
    resolvedAt: millis('resolved_at'),
    /** Null where nothing was posted. */
    transactionId: reference('transaction_id'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('reconciliation_difference_once').on(table.tenantId, table.provider, table.subject, table.figures),
    uniqueIndex('reconciliation_difference_transaction').on(table.tenantId, table.transactionId),
    index('reconciliation_difference_open').on(table.tenantId, table.day).where(sql`status <> 'resolved'`),
    index('reconciliation_difference_day').on(table.tenantId, table.day),
  ],
)
