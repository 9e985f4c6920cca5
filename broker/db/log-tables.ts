/**
 * The companies' public logs: which receipts and facts are in them, the tiles of their trees, and how far they are published. Part of the
 * schema (schema.ts).
 *
 * Invariants: what is in these tables is published, or may be: entries, tiles and checkpoint are written in one transaction. A log only
 * grows: the store itself refuses another entry in the place of one, a tile that does not begin as it was, and a smaller log.
 */
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { FACT_KINDS } from '../../contract/companies'
import { bytes, identity, millis, reference } from './columns'

export const companyLog = pgTable('company_log', {
  tenantId: text('tenant_id').primaryKey(),
  /** The name of the log, for ever: its checkpoints and keys carry it. */
  origin: text('origin').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  /** The last link of the company's chain whose receipts and facts are in the log. */
  linkSeq: bigint('link_seq', { mode: 'number' }).notNull(),
  /** The newest signed checkpoint, of `size` entries. */
  checkpoint: text('checkpoint').notNull(),
  signedAt: millis('signed_at').notNull(),
})

export type FactKind = (typeof FACT_KINDS)[number]

/** What a company said of itself at a time. Written once, sealed by the chain like receipts, and then an entry of the log. */
export const logFact = pgTable(
  'log_fact',
  {
    id: identity('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    kind: text('kind', { enum: FACT_KINDS }).notNull(),
    /** SHA-256 of the document, lower-case hex. */
    hash: text('hash').notNull(),
    /** As it is published, to the byte; null where only its hash is logged: what is somebody's own is never here. */
    document: text('document'),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('log_fact_kind').on(table.tenantId, table.kind, table.id),
    // What holds until it changes may hold again later; any other document is a fact once.
    uniqueIndex('log_fact_document').on(table.tenantId, table.kind, table.hash).where(sql`kind NOT IN ('rules', 'terms')`),
  ],
)

/** Of a receipt or of a fact. */
export const logEntry = pgTable(
  'log_entry',
  {
    tenantId: text('tenant_id').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    receiptId: reference('receipt_id'),
    factId: reference('fact_id'),
    /** 32 bytes; null once the receipt went with its account: nobody can tell any more whose entry it was. */
    salt: bytes('salt'),
    /** What is published: 32 bytes. */
    entry: bytes('entry').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.index] }),
    uniqueIndex('log_entry_receipt').on(table.tenantId, table.receiptId),
    uniqueIndex('log_entry_fact').on(table.tenantId, table.factId).where(sql`fact_id IS NOT NULL`),
    // The list of facts goes along it.
    index('log_entry_facts').on(table.tenantId, table.index).where(sql`fact_id IS NOT NULL`),
  ],
)

/** The widest that there is of a tile: a narrower one is its beginning. */
export const logTile = pgTable(
  'log_tile',
  {
    tenantId: text('tenant_id').notNull(),
    level: integer('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hashes: bytes('hashes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.level, table.index] })],
)

/** The keys that sign checkpoints; the private half is sealed under the master key. */
export const logKey = pgTable(
  'log_key',
  {
    tenantId: text('tenant_id').notNull(),
    keyId: text('key_id').notNull(),
    /** The key as it is published: name+id+key. */
    noteKey: text('note_key').notNull(),
    sealedPrivateKey: text('sealed_private_key').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.keyId] })],
)

/**
 * What witnesses have signed: of each its newest, and all of the checkpoints since the newest that enough of them have signed. Older ones
 * go; they say nothing that a newer one does not.
 */
export const logCosignature = pgTable(
  'log_cosignature',
  {
    tenantId: text('tenant_id').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Of the witness, as name+id+key. */
    witnessKey: text('witness_key').notNull(),
    /** The checkpoint that was signed, as the company's note. */
    checkpoint: text('checkpoint').notNull(),
    /** The line that the witness adds to it. */
    line: text('line').notNull(),
    /** When it was signed, by the clock of the witness. */
    witnessedAt: millis('witnessed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.size, table.witnessKey] })],
)
