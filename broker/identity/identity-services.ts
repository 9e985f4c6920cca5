/** What pictures and real-name verification stand on. */

import type { Database } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import type { FileStore } from '../files/file-store'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { KeyedHash } from '../secrets/keyed-hash'
import type { ImageKeys } from './image-keys'

export interface IdentityServices {
  readonly database: Database
  readonly delivery: Delivery
  readonly keyedHash: KeyedHash
  readonly masterKey: Uint8Array
  /** Where the encrypted pictures lie. */
  readonly files: FileStore
  readonly clock: Clock
  readonly logger: Logger
}

/** What the parts of this room share. */
export interface IdentityTools extends IdentityServices {
  readonly keys: ImageKeys
}
