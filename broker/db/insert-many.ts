/** Writes thousands of rows as one parameter: a placeholder for each value would be most of the work, and there are 65,535 at most. */
import { getTableColumns, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './open-database'

/** A statement's text stays far below what the store takes at once. */
const ROWS_AT_ONCE = 2_000

/**
 * Every row names the same columns; what none names is the table's default.
 * @param known what becomes of a row that is there already: the statement fails, or it stays as it is
 */
export async function insertMany<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  known: 'fails' | 'stays' = 'fails',
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in first)
  const name = sql.identifier(getTableConfig(table).name)
  const named = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  )
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const written = rows.slice(from, from + ROWS_AT_ONCE).map((row) => {
      const values = row as Readonly<Record<string, unknown>>
      return Object.fromEntries(columns.map(([field, column]) => [column.name, asJson(values[field])]))
    })
    await tx.execute(
      sql`insert into ${name} (${named}) select ${named} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(written)}::jsonb)
          ${sql.raw(known === 'stays' ? 'on conflict do nothing' : '')}`,
    )
  }
}

/** JSON has no integers of 64 bits: they are read from text. */
function asJson(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
