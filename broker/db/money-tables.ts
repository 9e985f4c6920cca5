/** The tables about money that comes in and goes out, and what the trader is told of it. Part of the schema (schema.ts). */
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { image, trader } from './account-tables'
import { drawnIdentity, fixed, identity, millis, reference } from './columns'

/** An address of the company on a chain, to which traders send. Offered while it is active; never deleted. */
export const depositNetwork = pgTable(
  'deposit_network',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    currencyCode: text('currency_code').notNull(),
    protocolCode: text('protocol_code').notNull(),
    address: text('address').notNull(),
    isActive: boolean('is_active').notNull(),
    createdAt: millis('created_at').notNull(),
    updatedAt: millis('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** A bank account of the company, to which traders wire. */
export const collectionAccount = pgTable(
  'collection_account',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** Currency of the wire, such as `EUR`; the wire's `bank_coin`. */
    coin: text('coin').notNull(),
    bankName: text('bank_name').notNull(),
    bankAddress: text('bank_address').notNull(),
    bankSwift: text('bank_swift').notNull(),
    payeeName: text('payee_name').notNull(),
    payeeAccount: text('payee_account').notNull(),
    bankRemark: text('bank_remark').notNull(),
    /** USDT credited for one unit of the coin. */
    usdtRate: fixed('usdt_rate').notNull(),
    isActive: boolean('is_active').notNull(),
    createdAt: millis('created_at').notNull(),
    updatedAt: millis('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** What can be paid out, and what it costs. */
export const withdrawCurrency = pgTable(
  'withdraw_currency',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** The wire's numbers: 1 coin, 2 bank. */
    type: smallint('type').notNull(),
    code: text('code').notNull(),
    /** Empty for a bank currency. */
    protocol: text('protocol').notNull(),
    feeType: text('fee_type', { enum: ['fixed', 'percent'] }).notNull(),
    /** The fee in USDT, or percent of the amount. */
    drawRate: fixed('draw_rate').notNull(),
    /** Units of the payout currency for one USDT. */
    usdPrice: fixed('usd_price').notNull(),
    isActive: boolean('is_active').notNull(),
    createdAt: millis('created_at').notNull(),
    updatedAt: millis('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** Where a trader is paid. Its row stays when it is deleted, so that what was paid to it can be shown. */
export const payoutMethod = pgTable(
  'payout_method',
  {
    id: drawnIdentity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    type: smallint('type').notNull(),
    withdrawCurrencyId: reference('withdraw_currency_id').notNull(),
    currencyCode: text('currency_code').notNull(),
    protocol: text('protocol').notNull(),
    /** Of a coin; empty for a bank. */
    address: text('address').notNull(),
    bankName: text('bank_name').notNull(),
    bankAddress: text('bank_address').notNull(),
    bankSwift: text('bank_swift').notNull(),
    payeeName: text('payee_name').notNull(),
    payeeAccount: text('payee_account').notNull(),
    createdAt: millis('created_at').notNull(),
    /** Before this nothing is paid to it. */
    usableFrom: millis('usable_from').notNull(),
    deletedAt: millis('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    foreignKey({
      columns: [table.tenantId, table.withdrawCurrencyId],
      foreignColumns: [withdrawCurrency.tenantId, withdrawCurrency.id],
    }),
    index('payout_method_trader').on(table.tenantId, table.traderId, table.id),
  ],
)

/**
 * Money a trader says they have sent. Where it went is copied into the row: what stands at the desk later does not change it.
 * Credited once, by the ledger transaction it names.
 */
export const deposit = pgTable(
  'deposit',
  {
    id: drawnIdentity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    /** The wire's numbers: 0 coin, 1 bank. */
    type: smallint('type').notNull(),
    /** As declared, in the currency. */
    amount: fixed('amount').notNull(),
    currencyCode: text('currency_code').notNull(),
    protocol: text('protocol').notNull(),
    networkId: reference('network_id'),
    accountId: reference('account_id'),
    /** Address or bank account as it was shown to the trader. */
    target: jsonb('target').notNull(),
    /** USDT for one unit of the currency, as published when it was submitted. */
    usdtRate: fixed('usdt_rate').notNull(),
    proofImageId: reference('proof_image_id').notNull(),
    /** As in statuses.ts. */
    status: smallint('status').notNull(),
    /** What the operator says to the trader. */
    remark: text('remark').notNull().default(''),
    /** USDT. */
    creditedAmount: fixed('credited_amount'),
    /** The first of two operators, and the sum that one approved in USDT. */
    firstApprovedBy: text('first_approved_by'),
    firstApprovedAmount: fixed('first_approved_amount'),
    firstApprovedAt: millis('first_approved_at'),
    /** `operator:<name>`. */
    decidedBy: text('decided_by'),
    decidedAt: millis('decided_at'),
    transactionId: reference('transaction_id'),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    foreignKey({ columns: [table.tenantId, table.proofImageId], foreignColumns: [image.tenantId, image.id] }),
    // One credit a deposit, one deposit a credit, whatever races.
    uniqueIndex('deposit_transaction').on(table.tenantId, table.transactionId),
    uniqueIndex('deposit_proof').on(table.tenantId, table.proofImageId),
    index('deposit_queue').on(table.tenantId, table.status, table.id),
    index('deposit_trader').on(table.tenantId, table.traderId, table.type, table.id),
  ],
)

/** Money a trader asks for. Locked when it is asked for; fee, rate and destination are copied and never change. */
export const withdrawal = pgTable(
  'withdrawal',
  {
    id: drawnIdentity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    type: smallint('type').notNull(),
    /** USDT, all that leaves the account. */
    amount: fixed('amount').notNull(),
    fee: fixed('fee').notNull(),
    feeType: text('fee_type', { enum: ['fixed', 'percent'] }).notNull(),
    drawRate: fixed('draw_rate').notNull(),
    usdPrice: fixed('usd_price').notNull(),
    /** What arrives, in the payout currency. */
    receivable: fixed('receivable').notNull(),
    currencyCode: text('currency_code').notNull(),
    protocol: text('protocol').notNull(),
    payoutMethodId: reference('payout_method_id').notNull(),
    address: text('address').notNull(),
    bankName: text('bank_name').notNull(),
    bankAddress: text('bank_address').notNull(),
    bankSwift: text('bank_swift').notNull(),
    payeeName: text('payee_name').notNull(),
    payeeAccount: text('payee_account').notNull(),
    /** When the method was bound: a new address is looked at by two. */
    methodCreatedAt: millis('method_created_at').notNull(),
    /** The trader's own words. */
    memo: text('memo').notNull(),
    /** What the operator says to the trader. */
    notes: text('notes').notNull().default(''),
    status: smallint('status').notNull(),
    endedAs: text('ended_as', { enum: ['completed', 'rejected', 'invalid', 'cancelled'] }),
    firstApprovedBy: text('first_approved_by'),
    firstApprovedAt: millis('first_approved_at'),
    /** `operator:<name>`, `trader:<id>` when the trader took it back, `engine` when a loss took it. */
    decidedBy: text('decided_by'),
    decidedAt: millis('decided_at'),
    /** The movement that locked the amount, and the one that paid it out or gave it back. */
    requestTransactionId: reference('request_transaction_id').notNull(),
    endTransactionId: reference('end_transaction_id'),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    foreignKey({ columns: [table.tenantId, table.payoutMethodId], foreignColumns: [payoutMethod.tenantId, payoutMethod.id] }),
    uniqueIndex('withdrawal_request').on(table.tenantId, table.requestTransactionId),
    uniqueIndex('withdrawal_end').on(table.tenantId, table.endTransactionId),
    index('withdrawal_queue').on(table.tenantId, table.status, table.id),
    index('withdrawal_trader').on(table.tenantId, table.traderId, table.type, table.id),
  ],
)

/** What the trader is told: a list with an unread mark. Written in their language when it is read. */
export const notice = pgTable(
  'notice',
  {
    id: drawnIdentity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    kind: text('kind').notNull(),
    /** Text values by name, which fill the placeholders of the kind's text. */
    params: jsonb('params').notNull(),
    createdAt: millis('created_at').notNull(),
    readAt: millis('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    index('notice_trader').on(table.tenantId, table.traderId, table.id),
    index('notice_age').on(table.createdAt),
    index('notice_unread').on(table.tenantId, table.traderId).where(sql`read_at is null`),
  ],
)
