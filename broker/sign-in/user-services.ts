/** What the calls about accounts stand on. */
import type { Tenant } from '../../contract/tenant'
import type { Database, Tx } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import type { KeyedHash } from '../secrets/keyed-hash'

export interface UserServices {
  readonly database: Database
  readonly delivery: Delivery
  readonly keyedHash: KeyedHash
  /** 32 bytes; seals what an authenticator shares with us. */
  readonly masterKey: Uint8Array
  /** ISO 3166 alpha-2 of an address, empty where nobody knows. A second signal only. */
  countryOf(address: string): string
  /** Opens the books in the same transaction as the trader's row: a demo's with its balance, a real one's with nothing. */
  openBooks(tx: Tx, tenant: Tenant, trader: { readonly id: bigint; readonly isDemo: boolean }, now: number): Promise<void>
}
