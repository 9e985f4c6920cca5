/**
 * What becomes of accounts that change hands: this process acts on those whose part it holds the lease of, and knows them as the store
 * does when it begins to.
 *
 * Invariant: whatever a tick reached while another process, or nobody, acted on an account is armed again when it becomes ours: the
 * first tick from then on that reaches it sets it off.
 */
import { and, eq, exists, sql } from 'drizzle-orm'
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import { tradeOrder, tradingAccount } from '../db/schema'
import type { Logger } from '../ground/logger'
import type { Leases } from '../leases/open-leases'
import { PARTITION_LEASES, partitionLease, partitionOf } from '../leases/partitions'
import { IS_OPEN } from '../ledger/order-store'
import type { AccountOwner } from './account-owner'
import type { OpenOrderIndex } from './open-order-index'
import type { AccountKey } from './watched-order'

export type PartitionLeases = Pick<Leases, 'held' | 'follow' | 'nudge' | 'cluster'>

interface Followed {
  readonly database: Database
  readonly book: OpenOrderIndex
  readonly leases: PartitionLeases
  readonly logger: Logger
  /** Reads an account anew; `idle` resolves when all that was asked for is read. */
  readonly reloads: { reload(account: AccountKey): void; idle(): Promise<void> }
  /** Resolves when the triggers under way are over. */
  finishBegun(): Promise<void>
}

interface FollowedLeases {
  /** Looks what other processes have changed of the accounts that this one acts on. Rejects when the store fails. */
  catchUp(): Promise<void>
  /** Resolves when accounts that became ours are known and armed. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Whoever changes an account tells its owner; this finds what was not told. */
const CATCH_UP_MS = 5_000
const AGAIN_MS = 500

const isEngine = new Set(PARTITION_LEASES)
const leaseNameOf = (account: AccountKey): string => partitionLease(partitionOf(account))

export function ownerByLeases(leases: PartitionLeases): AccountOwner {
  return { leaseOf: (account) => leases.held(leaseNameOf(account)), refused: () => leases.nudge() }
}

export function followLeases({ database, book, leases, logger, reloads, finishBegun }: Followed): FollowedLeases {
  let taking: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  const isOurs = (account: AccountKey) => leases.held(leaseNameOf(account)) !== null

  async function readChanged(isMeant: (account: AccountKey) => boolean): Promise<void> {
    const known = book.knownVersions()
    for (const account of await accountsWithOpenOrders(database)) {
      const name = `${account.tenantId}/${account.traderId}`
      const version = known.get(name)?.version ?? -1
      known.delete(name)
      if (isMeant(account) && account.version > version) reloads.reload(account)
    }
    // Whatever is left has no open order any more.
    for (const account of known.values()) if (isMeant(account)) reloads.reload(account)
    await reloads.idle()
  }

  function takeOver(names: ReadonlySet<string>): void {
    const isMeant = (account: AccountKey) => names.has(leaseNameOf(account)) && isOurs(account)
    taking = taking.then(async () => {
      try {
        await readChanged(isMeant)
        book.rearmAccounts(isMeant)
      } catch (error) {
        if (isClosed) return
        logger.warn({ err: loggableError(error) }, 'accounts of another node could not be read yet; it is tried again')
        // What is known is watched meanwhile: it is only a suspicion, decided on the opened books.
        book.rearmAccounts(isMeant)
        retry = setTimeout(() => takeOver(names), AGAIN_MS)
      }
    })
  }

  leases.follow({
    gained(gained) {
      const names = new Set(gained.flatMap(({ name }) => (isEngine.has(name) ? [name] : [])))
      if (names.size > 0 && !isClosed) takeOver(names)
    },
    lost: (names) => (names.some((name) => isEngine.has(name)) ? finishBegun() : undefined),
  })
  // Also those that another process acts on: their figures are shown here.
  const catchUp = () => readChanged(() => true)
  const timer = setInterval(() => {
    if (leases.cluster.nodes.size > 1)
      catchUp().catch((error: unknown) => logger.warn({ err: loggableError(error) }, 'accounts could not be compared; it is tried again'))
  }, CATCH_UP_MS)
  timer.unref()
  return {
    catchUp,
    idle: () => taking,
    close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(retry)
      return taking
    },
  }
}

async function accountsWithOpenOrders(database: Database): Promise<(AccountKey & { readonly version: number })[]> {
  const { tenantId, traderId, version } = tradingAccount
  const isOfAccount = and(eq(tradeOrder.tenantId, tenantId), eq(tradeOrder.traderId, traderId))
  return database.system((tx) =>
    tx
      .select({ tenantId, traderId, version })
      .from(tradingAccount)
      .where(exists(tx.select({ one: sql`1` }).from(tradeOrder).where(and(isOfAccount, IS_OPEN)))),
  )
}
