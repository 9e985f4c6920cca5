/**
 * Reads an account anew into the copy in memory, when a unit of work failed and nobody knows whether it was kept: the store
 * may have committed and only its answer was lost. Until then a stop that exists might not be watched.
 *
 * Tried again until the store answers; one reading an account at a time.
 */
import { and, eq } from 'drizzle-orm'
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import { tradeOrder, tradingAccount } from '../db/schema'
import type { Logger } from '../ground/logger'
import { IS_OPEN } from '../ledger/order-store'
import type { OpenOrderIndex } from './open-order-index'
import { WATCHED_COLUMNS } from './open-orders'
import type { AccountKey } from './watched-order'

const RETRY_MS = 1_000

interface AccountReloads {
  /** Soon, and as often as it takes. */
  reload(account: AccountKey): void
  /** Resolves when no reading is under way. */
  idle(): Promise<void>
  close(): Promise<void>
}

export function accountReloads(database: Database, book: OpenOrderIndex, logger: Logger): AccountReloads {
  const wanted = new Map<string, AccountKey>()
  let running: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function read({ tenantId, traderId }: AccountKey): Promise<void> {
    await database.withTenant(tenantId, async (tx) => {
      // The lock waits for a unit of work that may still be on its way to its commit.
      const [account] = await tx
        .select()
        .from(tradingAccount)
        .where(and(eq(tradingAccount.tenantId, tenantId), eq(tradingAccount.traderId, traderId)))
        .for('update')
      if (account === undefined) return
      const open = await tx
        .select(WATCHED_COLUMNS)
        .from(tradeOrder)
        .where(and(eq(tradeOrder.tenantId, tenantId), eq(tradeOrder.traderId, traderId), IS_OPEN))
      book.replace(account, open)
    })
  }

  async function run(): Promise<void> {
    for (const [key, account] of wanted) {
      if (isClosed) return
      try {
        await read(account)
        wanted.delete(key)
      } catch (error) {
        logger.warn({ err: loggableError(error), tenantId: account.tenantId }, 'an account could not be read again yet')
      }
    }
    if (wanted.size > 0 && !isClosed) retry = setTimeout(start, RETRY_MS)
  }

  function start(): void {
    retry = undefined
    running ??= run().finally(() => {
      running = null
    })
  }

  return {
    reload(account) {
      wanted.set(`${account.tenantId}/${account.traderId}`, account)
      if (!isClosed && retry === undefined) start()
    },
    async idle() {
      while (running !== null) await running
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await running
    },
  }
}
