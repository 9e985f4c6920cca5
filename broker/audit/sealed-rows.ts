/**
 * What the audit chain seals, and the text of a row that is hashed: one expression for the sealer and for the auditor.
 *
 * Invariant: the text holds every column of the row, each quoted, so that no two different rows have the same text. A column that
 * a migration adds is not part of the text of older rows: it may be empty, and stands with its name behind the others where it is not
 * (a test compares these lists with the schema).
 */
import { type SQL, sql } from 'drizzle-orm'

/** Rows that are written once. A completed order is sealed with the row that ended it; an open one still changes. */
export type SealedKind = 'ledger_transaction' | 'receipt' | 'audit_event' | 'log_fact' | 'trade_order'
/** Kinds that are looked for, a fact before the receipts that name it; completed orders come along with them. */
export const LOOKED_FOR = ['log_fact', 'ledger_transaction', 'receipt', 'audit_event'] as const satisfies readonly SealedKind[]
export type LookedForKind = (typeof LOOKED_FOR)[number]

export const HASHED_COLUMNS = {
  ledger_transaction: ['id', 'tenant_id', 'trader_id', 'is_demo', 'kind', 'order_id', 'created_at'],
  ledger_entry: ['id', 'tenant_id', 'transaction_id', 'account', 'trader_id', 'amount'],
  receipt: [
    'id',
    'tenant_id',
    'trader_id',
    'order_id',
    'event',
    'body',
    'hash',
    'previous_hash',
    'signature',
    'key_id',
    'ticks',
    'created_at',
  ],
  audit_event: ['id', 'tenant_id', 'actor', 'action', 'object', 'detail', 'created_at'],
  log_fact: ['id', 'tenant_id', 'kind', 'hash', 'document', 'created_at'],
  trade_order: [
    'id',
    'tenant_id',
    'trader_id',
    'is_demo',
    'instrument_code',
    'side',
    'status',
    'pending_kind',
    'lots',
    'leverage',
    'margin_mode',
    'contract_size',
    'quote_currency',
    'price_precision',
    'requested_price',
    'fill_price',
    'close_price',
    'stop_loss',
    'take_profit',
    'margin',
    'fee',
    'profit',
    'conversion_rate',
    'close_conversion_rate',
    'quote_source',
    'quote_seq',
    'cancel_reason',
    'trailing_distance',
    'close_reason',
    'parent_id',
    'version',
    'created_at',
    'opened_at',
    'completed_at',
  ],
} as const

/** Columns that rows did not have when the first of them were sealed. */
export const ADDED_COLUMNS: Partial<Record<keyof typeof HASHED_COLUMNS, readonly string[]>> = { trade_order: ['provider', 'under_way'] }

/** Columns of the row `alias`, quoted and joined; what is null of those that were added is left out. */
function textOf(table: keyof typeof HASHED_COLUMNS, alias: string): string {
  const columns = HASHED_COLUMNS[table].map((column) => `quote_nullable(${alias}.${column}::text)`)
  const added = (ADDED_COLUMNS[table] ?? []).map((column) => `'${column}=' || quote_literal(${alias}.${column}::text)`)
  return `concat_ws('|', ${[...columns, ...added].join(', ')})`
}

const ENTRIES_TEXT = `(select string_agg(${textOf('ledger_entry', 'e')}, ';' order by e.id) from ledger_entry e
  where e.tenant_id = r.tenant_id and e.transaction_id = r.id)`

/** SHA-256 in hex of the row `r` of a kind; a ledger transaction is one row with its entries. */
export function rowHash(kind: SealedKind): SQL {
  const text = kind === 'ledger_transaction' ? `concat_ws('#', ${textOf(kind, 'r')}, ${ENTRIES_TEXT})` : textOf(kind, 'r')
  return sql.raw(`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`)
}
