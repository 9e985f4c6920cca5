/** What this node may do that only one may do at a time, where several share the books. */
import { NODE_ROLES } from '../../contract/node-roles'
import { type Database, openDatabase } from '../db/open-database'
import { type Leases, openLeases } from '../leases/open-leases'
import { PARTITION_LEASES } from '../leases/partitions'
import { JOBS_LEASE } from '../leases/turn'
import { FEED_LEASE } from '../market/price-sharing'
import type { BrokerParts, Closers } from './broker-parts'

/** Undefined where this process alone has the books. */
export async function openLeaseRoom(
  { clock, logger, leases: choice }: BrokerParts,
  database: Database,
  closers: Closers,
): Promise<Leases | undefined> {
  if (choice === undefined) return undefined
  const { isOnlyNode, hasTimers, databaseUrl, roles = NODE_ROLES } = choice
  // Whoever says that it is there does not wait for a connection that trades.
  const own = databaseUrl === undefined ? database : await openDatabase({ databaseUrl, poolSize: 1, migrates: false, logger })
  if (own !== database) closers.push(() => own.close())
  const groups = [
    { role: 'engine', names: PARTITION_LEASES },
    { role: 'feed', names: [FEED_LEASE] },
    { role: 'jobs', names: [JOBS_LEASE] },
  ]
  const leases = await openLeases({ database: own, clock, logger, roles, groups, isOnlyNode, hasTimers })
  closers.push(() => leases.close())
  return leases
}
