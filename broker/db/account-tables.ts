/** The tables about who a trader is: account, sessions, codes, messages, pictures, identity. Part of the schema (schema.ts). */
import { sql } from 'drizzle-orm'
import { bigint, boolean, foreignKey, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { drawnIdentity, identity, millis, reference } from './columns'
import { CASE_STATUS, literal } from './statuses'

export const trader = pgTable(
  'trader',
  {
    id: drawnIdentity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    uid: text('uid').notNull(),
    email: text('email'),
    mobile: text('mobile'),
    passwordHash: text('password_hash'),
    isDemo: boolean('is_demo').notNull(),
    demoIdHash: text('demo_id_hash'),
    inviteCode: text('invite_code').notNull(),
    /** Country of residence as declared at registration, ISO 3166 alpha-2; null for a demo account. */
    country: text('country'),
    /** A number given besides the e-mail address; never signed in with and never checked. */
    contactMobile: text('contact_mobile'),
    /** Trader whose invite code was used. */
    invitedBy: reference('invited_by'),
    /** Language of mails and texts: the one last signed in with. */
    language: text('language').notNull().default('hk'),
    /** When the address or number that signs in was proven by a sent code; null after an image captcha. */
    contactProvenAt: millis('contact_proven_at'),
    passwordChangedAt: millis('password_changed_at'),
    /** Set by "this was not me": nobody signs in until a new password is set. */
    frozenAt: millis('frozen_at'),
    /** `operator:<name>` where the desk froze the account: then no new password opens it, only the desk does. */
    frozenBy: text('frozen_by'),
    /** The authenticator's secret, sealed under the master key; there while it is being set up, too. */
    twoStepSecret: text('two_step_secret'),
    twoStepSince: millis('two_step_since'),
    /** Number of the last 30-second step whose code was used: a code works once. */
    twoStepLastStep: bigint('two_step_last_step', { mode: 'number' }),
    /** The first of the two operators who take two-step sign-in off; null where nobody has asked. */
    twoStepOffBy: text('two_step_off_by'),
    twoStepOffAt: millis('two_step_off_at'),
    twoStepOffReason: text('two_step_off_reason'),
    /** Nothing new is paid out before: set when the way in changed without the second step. */
    payoutsHeldUntil: millis('payouts_held_until'),
    /** When somebody was last signed in to a demo account, to the day; 0 for a real one, which never goes. */
    lastUsedAt: millis('last_used_at').notNull().default(0),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('trader_uid').on(table.tenantId, table.uid),
    uniqueIndex('trader_email').on(table.tenantId, table.email),
    uniqueIndex('trader_mobile').on(table.tenantId, table.mobile),
    uniqueIndex('trader_demo_id').on(table.tenantId, table.demoIdHash),
    uniqueIndex('trader_invite_code').on(table.tenantId, table.inviteCode),
    index('trader_invited_by').on(table.tenantId, table.invitedBy),
    index('trader_real').on(table.tenantId, table.id).where(sql`not is_demo`),
    index('trader_demo_used').on(table.lastUsedAt).where(sql`is_demo`),
    index('trader_frozen').on(table.tenantId, table.id).where(sql`frozen_at is not null`),
  ],
)

export const session = pgTable(
  'session',
  {
    tokenHash: text('token_hash').primaryKey(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    createdAt: millis('created_at').notNull(),
    lastSeenAt: millis('last_seen_at').notNull(),
    expiresAt: millis('expires_at').notNull(),
    revokedAt: millis('revoked_at'),
    userAgent: text('user_agent').notNull().default(''),
    /** What the trader's list calls it; says nothing about the token. */
    publicId: text('public_id').notNull().default(sql`gen_random_uuid()::text`),
    /** Address of the client that signed in. */
    address: text('address').notNull().default(''),
    /** Until when a code given again opens payout methods and withdrawals. */
    stepUpUntil: millis('step_up_until').notNull().default(0),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    index('session_trader').on(table.tenantId, table.traderId),
  ],
)

export const socketTicket = pgTable(
  'socket_ticket',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    sessionHash: text('session_hash').notNull(),
    expiresAt: millis('expires_at').notNull(),
  },
  (table) => [foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] })],
)

/** Browsers that signed in before, by the hash of a secret that each of them keeps. */
export const knownDevice = pgTable(
  'known_device',
  {
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    deviceHash: text('device_hash').notNull(),
    firstSeenAt: millis('first_seen_at').notNull(),
    lastSeenAt: millis('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.traderId, table.deviceHash] }),
    index('known_device_hash').on(table.tenantId, table.deviceHash),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
  ],
)

/**
 * Single-use keys that are not sessions: the second half of a sign-in, and the link "this was not me".
 * A row goes when it is used or too old.
 */
export const accountKey = pgTable(
  'account_key',
  {
    keyHash: text('key_hash').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    purpose: text('purpose', { enum: ['two-step', 'not-me'] }).notNull(),
    attempts: smallint('attempts').notNull().default(0),
    createdAt: millis('created_at').notNull(),
    expiresAt: millis('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.keyHash] }),
    index('account_key_trader').on(table.tenantId, table.traderId),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
  ],
)

export const recoveryCode = pgTable(
  'recovery_code',
  {
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: millis('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.traderId, table.codeHash] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
  ],
)

/** The newest code sent to an address or number for a purpose, by who asked; a new one takes the place of the old. No account needed. */
export const verificationCode = pgTable(
  'verification_code',
  {
    tenantId: text('tenant_id').notNull(),
    purpose: text('purpose', { enum: ['register', 'reset'] }).notNull(),
    /** Keyed hash of channel and address: the table holds no address book of strangers. */
    targetHash: text('target_hash').notNull(),
    /** Keyed hash of who asked: a network, a known browser or a signed-in trader. One's codes are not replaced by another's. */
    askerHash: text('asker_hash').notNull().default(''),
    /** Keyed hash of the code; empty where none was sent (an account that does not exist), so that nothing can match. */
    codeHash: text('code_hash').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    /** Tries of anybody but who asked. */
    strangeAttempts: smallint('strange_attempts').notNull().default(0),
    sentAt: millis('sent_at').notNull(),
    expiresAt: millis('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.purpose, table.targetHash, table.askerHash] })],
)

export const captcha = pgTable(
  'captcha',
  {
    tenantId: text('tenant_id').notNull(),
    idHash: text('id_hash').notNull(),
    answerHash: text('answer_hash').notNull(),
    expiresAt: millis('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.idHash] })],
)

/**
 * How much of a budget is used up (calls/rate-limits.ts), shared by the nodes of a database; keys are keyed hashes. Unlogged: after a crash
 * of the server, and on a follower that takes over, it is empty and budgets begin anew.
 */
export const budget = pgTable(
  'budget',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    /** Unix milliseconds of the node that counted. */
    expire: millis('expire').notNull(),
  },
  (table) => [index('budget_expire').on(table.expire)],
)

/** Mails and texts on their way out. What they say, and to whom, is sealed under the master key. */
export const message = pgTable(
  'message',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
    kind: text('kind').notNull(),
    /** Recipient, subject, text and code as sealed JSON; emptied when it was delivered. */
    sealed: text('sealed').notNull(),
    /** Keyed hash of the recipient. */
    recipientHash: text('recipient_hash').notNull(),
    /** shown: nothing is configured to carry it, it waits in the developer's outbox. */
    status: text('status', { enum: ['queued', 'sent', 'dead', 'shown'] }).notNull(),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: millis('next_attempt_at').notNull(),
    /** After this it is not worth sending (a code that has run out); null = always. */
    expiresAt: millis('expires_at'),
    lastError: text('last_error'),
    createdAt: millis('created_at').notNull(),
    sentAt: millis('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('message_due').on(table.nextAttemptAt).where(sql`status = 'queued'`),
    index('message_recipient').on(table.tenantId, table.recipientHash, table.id),
  ],
)

/** Random keys of a tenant, each sealed under the master key. `images` encrypts pictures and identity data at rest. */
export const tenantKey = pgTable(
  'tenant_key',
  {
    tenantId: text('tenant_id').notNull(),
    purpose: text('purpose', { enum: ['images'] }).notNull(),
    sealedKey: text('sealed_key').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.purpose] })],
)

/** A picture that a trader sent in; its bytes are encrypted in the image store under `storeKey`. */
export const image = pgTable(
  'image',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    storeKey: text('store_key').notNull(),
    bytes: integer('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Keyed hash of the re-encoded bytes: tells the same picture sent twice. */
    contentHash: text('content_hash').notNull(),
    createdAt: millis('created_at').notNull(),
    /** The call that took it, such as `identity`; null while nothing did. */
    usedFor: text('used_for'),
    /** When the bytes were deleted: never used within its hour, or its time after the review was over. */
    deletedAt: millis('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    index('image_trader').on(table.tenantId, table.traderId, table.createdAt),
  ],
)

/** The opaque addresses of pictures: each for one trader and one hour. */
export const imageReference = pgTable(
  'image_reference',
  {
    tenantId: text('tenant_id').notNull(),
    referenceHash: text('reference_hash').notNull(),
    traderId: reference('trader_id').notNull(),
    imageId: reference('image_id').notNull(),
    /** An upload's own address can be handed in once; an address made for looking cannot. */
    isForUse: boolean('is_for_use').notNull(),
    expiresAt: millis('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.referenceHash] }),
    foreignKey({ columns: [table.tenantId, table.imageId], foreignColumns: [image.tenantId, image.id] }),
  ],
)

/** One submission of a trader's identity; a rejected one stays and a new one follows it. */
export const identityCase = pgTable(
  'identity_case',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    traderId: reference('trader_id').notNull(),
    /** As in statuses.ts. */
    status: smallint('status').notNull(),
    /** Name and number as sealed JSON under the tenant's key. */
    sealed: text('sealed').notNull(),
    frontImageId: reference('front_image_id').notNull(),
    reverseImageId: reference('reverse_image_id').notNull(),
    reason: text('reason').notNull().default(''),
    /** Who decided: `operator:<name>`. */
    decidedBy: text('decided_by'),
    submittedAt: millis('submitted_at').notNull(),
    decidedAt: millis('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.traderId], foreignColumns: [trader.tenantId, trader.id] }),
    // At most one that waits or is finished, whatever races.
    uniqueIndex('identity_case_open')
      .on(table.tenantId, table.traderId)
      .where(sql`status in (${literal(CASE_STATUS.waiting)}, ${literal(CASE_STATUS.finished)})`),
    index('identity_case_queue').on(table.tenantId, table.status, table.id),
    index('identity_case_trader').on(table.tenantId, table.traderId, table.id),
  ],
)
