/**
 * A node and the schema that it meets. A newer version may have been here already: what it only added is none of this one's business; where
 * it took something away, this version does not run.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'

/** This version is too old for the database. The message is one sentence for whoever started it. */
export class SchemaTooNew extends Error {
  override name = 'SchemaTooNew'
}

interface Journal {
  readonly entries: readonly { readonly tag: string }[]
}

/** The tags of all migrations of this version, in their order. */
export function migrationTags(folder: string): string[] {
  const { entries } = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as Journal
  return entries.map(({ tag }) => tag)
}

/** @throws SchemaTooNew where a newer version has taken away what this one needs */
export async function checkFloor(client: Pick<pg.Client, 'query'>, folder: string): Promise<void> {
  const { rows: tables } = await client.query<{ is_there: boolean }>(`select to_regclass('public.schema_floor') is not null as is_there`)
  if (tables[0]?.is_there !== true) return
  const { rows } = await client.query<{ migration: number }>('select migration from schema_floor')
  const floor = rows[0]?.migration ?? 0
  const known = migrationTags(folder).length - 1
  if (floor <= known) return
  throw new SchemaTooNew(
    `this version of Candor knows the database up to migration ${known}, and a newer version has taken away what came before ${floor}: ` +
      'start the newer version, or restore the backup that was made before it',
  )
}
