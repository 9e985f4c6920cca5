/** Housekeeping in bounded transactions: nobody waits long for a row, and what was deleted stays so when it stops in between. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Database, queryRows } from './open-database'

const ROWS_A_TRANSACTION = 5_000

/** Deletes the rows of all companies for which `which` holds. */
export async function deleteInBatches(database: Database, table: PgTable, which: SQL | undefined): Promise<void> {
  for (;;) {
    const [batch] = await database.system((tx) =>
      queryRows<{ count: number }>(
        tx,
        sql`with gone as (
              delete from ${table} where ctid = any(array(select ctid from ${table} where ${which} limit ${sql.raw(String(ROWS_A_TRANSACTION))})) returning 1
            ) select count(*)::int as count from gone`,
      ),
    )
    if ((batch?.count ?? 0) < ROWS_A_TRANSACTION) return
  }
}
