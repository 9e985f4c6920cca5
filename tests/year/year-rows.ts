/** Rows of a year on their way into the store, thousands at a time and with the ids that were counted for them. */
import { getTableColumns, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { type Database, queryRows, type Tx } from '../../broker/db/open-database'

const ROWS_AT_ONCE = 2_000

type Row = Readonly<Record<string, unknown>>

export class YearRows {
  private readonly waiting = new Map<PgTable, Row[]>()
  count = 0

  add<Table extends PgTable>(table: Table, row: Table['$inferSelect']): void {
    const columns = columnsOf(table)
    const named: Record<string, unknown> = {}
    for (const [field, name] of columns) {
      const value = (row as Row)[field]
      named[name] = typeof value === 'bigint' ? value.toString() : (value ?? null)
    }
    const rows = this.waiting.get(table)
    if (rows === undefined) this.waiting.set(table, [named])
    else rows.push(named)
    this.count += 1
  }

  /**
   * Writes what waits, in one transaction. Whether rows fit each other is not asked row by row, which would be most of the work: the
   * audit asks it of all of them.
   */
  async write(database: Database): Promise<void> {
    await database.system(async (tx) => {
      await tx.execute(sql`reset role`)
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`set local synchronous_commit = off`)
      for (const [table, rows] of this.waiting) {
        for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) await writeRows(tx, table, rows.slice(from, from + ROWS_AT_ONCE))
      }
    })
    this.waiting.clear()
    this.count = 0
  }
}

async function writeRows(tx: Tx, table: PgTable, rows: readonly Row[]): Promise<void> {
  const name = sql.identifier(getTableConfig(table).name)
  const columns = sql.join(
    columnsOf(table).map(([, column]) => sql.identifier(column)),
    sql`, `,
  )
  await tx.execute(
    sql`insert into ${name} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)`,
  )
}

const known = new Map<PgTable, readonly (readonly [field: string, column: string])[]>()

function columnsOf(table: PgTable): readonly (readonly [field: string, column: string])[] {
  let columns = known.get(table)
  if (columns === undefined) {
    columns = Object.entries(getTableColumns(table)).map(([field, { name }]) => [field, name] as const)
    known.set(table, columns)
  }
  return columns
}

/** Ids that a table counts itself: taken up where they stand, and left where the last row is. */
export class CountedIds {
  private constructor(private readonly next: Map<string, bigint>) {}

  static async open(database: Database, tables: readonly string[]): Promise<CountedIds> {
    const next = new Map<string, bigint>()
    await database.system(async (tx) => {
      for (const table of tables) {
        const [row] = await queryRows<{ last: string }>(tx, sql`select coalesce(max(id), 0)::text as last from ${sql.identifier(table)}`)
        next.set(table, BigInt(row?.last ?? 0) + 1n)
      }
    })
    return new CountedIds(next)
  }

  take(table: string): bigint {
    const id = this.next.get(table)
    if (id === undefined) throw new Error(`no ids of ${table}`)
    this.next.set(table, id + 1n)
    return id
  }

  async close(database: Database): Promise<void> {
    await database.system(async (tx) => {
      await tx.execute(sql`reset role`)
      for (const [table, id] of this.next) {
        await tx.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id.toString()}::bigint, false)`)
      }
    })
  }
}
