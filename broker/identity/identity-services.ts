/** What pictures and real-name verification stand on. */
import type { Clock } from '../clock'
import type { Database } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import type { Logger } from '../logger'
import type { KeyedHash } from '../users/keyed-hash'

export interface IdentityServices {
  readonly database: Database
  readonly delivery: Delivery
  readonly keyedHash: KeyedHash
  readonly masterKey: Uint8Array
  /** Folder of the encrypted pictures. */
  readonly imagesDir: string
  readonly clock: Clock
  readonly logger: Logger
}
