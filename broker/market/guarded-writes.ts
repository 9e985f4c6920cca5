/** What the market writes, checked in the same transaction where another node may be the one that makes the prices by now. */
import type { Database, Tx } from '../db/open-database'

/** Rejects where this process may not write; what is written then is not kept. */
export type WriteGuard = (tx: Tx) => Promise<void>

/** Of a process that nobody can have taken the place of. */
export const unguarded: WriteGuard = async () => {}

export function guardedWrites(database: Pick<Database, 'system'>, guard: WriteGuard): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  return (work) =>
    database.system(async (tx) => {
      await guard(tx)
      return work(tx)
    })
}
