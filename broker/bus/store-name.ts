/** The name under which the nodes of one database know each other: another database on the same NATS is never heard. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '../db/open-database'
import { dataFolder } from '../db/schema'

/**
 * 16 hexadecimal digits. The same on a standby that was promoted; another one for a copy that was restored into another database, and
 * for every database of a server.
 */
export async function storeName(database: Database): Promise<string> {
  return database.system(async (tx) => {
    const [server] = await queryRows<{ cluster: string; database: string }>(
      tx,
      sql`select (select system_identifier::text from pg_control_system()) as cluster,
            (select oid::text from pg_database where datname = current_database()) as database`,
    )
    const [folder] = await tx.select().from(dataFolder).limit(1)
    const facts = [server?.cluster, server?.database, folder?.id ?? '']
    return createHash('sha256').update(facts.join('\0')).digest('hex').slice(0, 16)
  })
}
