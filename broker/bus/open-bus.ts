/** Opens the bus that the settings ask for. */
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { KeyedHash } from '../secrets/keyed-hash'
import { type Bus, inProcessBus } from './bus'
import { storeName } from './store-name'

interface BusParts {
  /** Undefined: there is one node. */
  readonly natsUrl: string | undefined
  readonly database: Database
  readonly keyedHash: KeyedHash
  readonly clock: Clock
  readonly logger: Logger
}

/** @throws when the NATS server lets everybody in from elsewhere; one that cannot be reached is waited for while everything runs */
export async function openBus({ natsUrl: url, database, keyedHash, clock, logger }: BusParts): Promise<Bus> {
  const onFailure = (error: unknown) => logger.error({ err: loggableError(error) }, 'a listener of the bus failed')
  if (url === undefined) return inProcessBus(onFailure)
  // Loaded only here: one node needs nothing of it.
  const { openNatsBus } = await import('./nats-bus')
  return openNatsBus({ url, store: await storeName(database), keyedHash, clock, logger, onFailure })
}
