/** The migrations of this version, as they lie in their folder. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Migration } from './judge-migrations'
import { MIGRATIONS_FOLDER } from './open-database'
import { migrationTags } from './schema-floor'

export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  return migrationTags(folder).map((tag) => ({ tag, sql: readFileSync(path.join(folder, `${tag}.sql`), 'utf8') }))
}
