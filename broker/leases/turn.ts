/** Work that begins by itself, on one node at a time: who may begin it, and transactions that are kept only while it is that node's turn. */
import type { Database, Tx } from '../db/open-database'
import { holdEpoch, LeaseLost } from './hold-epoch'
import type { Leases } from './open-leases'

export interface Turn {
  /** As it was last heard: whoever begins is asked again in each transaction. */
  isMine(): boolean
  /** As the given one, but a transaction that writes is refused (`LeaseLost`) where it is another node's turn by then. */
  readonly database: Database
}

/** @param leases undefined: this process alone has the books, and it is always its turn */
export function turnOf(leases: Pick<Leases, 'held'> | undefined, name: string, database: Database): Turn {
  if (leases === undefined) return { isMine: () => true, database }
  const guarded =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const held = leases.held(name)
      if (held === null) throw new LeaseLost({ name, epoch: 0n })
      await holdEpoch(tx, held)
      return work(tx)
    }
  return {
    isMine: () => leases.held(name) !== null,
    database: {
      ...database,
      withTenant: (tenantId, work, how) => database.withTenant(tenantId, guarded(work), how),
      system: (work) => database.system(guarded(work)),
    },
  }
}

/** What nobody waits for: clean-up, hourly figures, what is owed, nights. */
export const JOBS_LEASE = 'jobs'
