/** The tables of the operator's desk. Part of the schema (schema.ts). */
import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { FEEDBACK_KINDS } from '../../contract/form-bounds'
import type { Language } from '../../contract/primitives'
import { image, trader } from './account-tables'
import { identity, millis, reference } from './columns'

/** Somebody who works at the desk. Not a tenant's: they may work for several, in each with roles of its own. */
export const operator = pgTable(
  'operator',
  {
    id: identity('id').primaryKey(),
    /** What the operator signs in with and what stands in every log: lower-case letters, digits, dots and dashes. */
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** The authenticator's secret, sealed under the master key. */
    sealedSecret: text('sealed_secret').notNull(),
    /** Number of the last 30-second step whose code was used: a code works once. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** `{<tenant>: [<role>, …]}`. */
    roles: jsonb('roles').$type<Readonly<Record<string, readonly string[]>>>().notNull(),
    createdAt: millis('created_at').notNull(),
    disabledAt: millis('disabled_at'),
  },
  (table) => [uniqueIndex('operator_name').on(table.name)],
)

export const operatorSession = pgTable('operator_session', {
  tokenHash: text('token_hash').primaryKey(),
  operatorId: reference('operator_id')
    .notNull()
    .references(() => operator.id),
  createdAt: millis('created_at').notNull(),
  lastSeenAt: millis('last_seen_at').notNull(),
  /** However busy the operator is. */
  expiresAt: millis('expires_at').notNull(),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
})

/** Who is looking at what, so that two do not decide the same at once. Only a hint: the decision itself is safe without it. */
export const deskClaim = pgTable(
  'desk_claim',
  {
    tenantId: text('tenant_id').notNull(),
    /** `deposit:<id>`, `withdrawal:<id>` or `identity_case:<id>`. */
    object: text('object').notNull(),
    operatorName: text('operator_name').notNull(),
    until: millis('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.object] })],
)

/** A wish to change what touches money or the rules: it takes effect when a second operator agrees. */
export const settingChange = pgTable(
  'setting_change',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    area: text('area', { enum: ['deposit_network', 'collection_account', 'withdraw_currency', 'base', 'instrument'] }).notNull(),
    /** Id of the row or code of the instrument; null for a new row. */
    target: text('target'),
    before: jsonb('before'),
    after: jsonb('after').notNull(),
    reason: text('reason').notNull(),
    status: text('status', { enum: ['waiting', 'applied', 'refused'] }).notNull(),
    requestedBy: text('requested_by').notNull(),
    requestedAt: millis('requested_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: millis('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('setting_change_queue').on(table.tenantId, table.status, table.id),
  ],
)

/** What the desk has set over the company's file. */
export const tenantSetting = pgTable(
  'tenant_setting',
  {
    tenantId: text('tenant_id').notNull(),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
    updatedAt: millis('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.key] })],
)

/** News and announcements written at the desk; those of the company's folder stand beside them. */
export const article = pgTable(
  'article',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    kind: text('kind', { enum: ['news', 'announcement'] }).notNull(),
    status: text('status', { enum: ['draft', 'published', 'withdrawn'] }).notNull(),
    /** Shown from then on; null while it has never been published. */
    publishAt: millis('publish_at'),
    /** `{<language>: {title, desc, content, at?}}`, the content sanitised; `at` when the words were last written or found right. */
    texts: jsonb('texts').notNull(),
    version: integer('version').notNull(),
    createdAt: millis('created_at').notNull(),
    updatedAt: millis('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('article_shown').on(table.tenantId, table.kind, table.status, table.publishAt, table.id),
    index('article_changed').on(table.tenantId, table.updatedAt, table.id),
  ],
)

/** What people wrote to the company. Its text never changes; it is marked as done once. */
export const feedback = pgTable(
  'feedback',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** What the writer was told. */
    reference: text('reference').notNull(),
    /** Null for a visitor. */
    traderId: reference('trader_id'),
    kind: text('kind', { enum: FEEDBACK_KINDS }).notNull(),
    text: text('text').notNull(),
    /** Where a visitor wants the reply; empty for none, and for traders, whose account has one. */
    email: text('email').notNull().default(''),
    /** Of the site when it was written. */
    language: text('language').notNull(),
    /** Of the kind `wording`, and null in every other: what is wrong, in which language, and where known its screen and its key. */
    words: text('words'),
    wordsLanguage: text('words_language').$type<Language>(),
    wordsScreen: text('words_screen'),
    wordsKey: text('words_key'),
    pictureImageId: reference('picture_image_id'),
    status: text('status', { enum: ['open', 'done'] }).notNull(),
    note: text('note').notNull().default(''),
    /** `operator:<name>`. */
    doneBy: text('done_by'),
    doneAt: millis('done_at'),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    foreignKey({ columns: [table.tenantId, table.pictureImageId], foreignColumns: [image.tenantId, image.id] }),
    uniqueIndex('feedback_reference').on(table.tenantId, table.reference),
    uniqueIndex('feedback_picture').on(table.tenantId, table.pictureImageId),
    index('feedback_list').on(table.tenantId, table.status, table.id),
    index('feedback_words').on(table.tenantId, table.wordsLanguage, table.id),
    index('feedback_trader').on(table.tenantId, table.traderId, table.id),
  ],
)
