/** Which process acts on an account by itself, where several share the books: on what a tick sets off, one only. */
import type { HeldLease } from '../leases/hold-epoch'
import type { AccountKey } from './watched-order'

export interface AccountOwner {
  /** Under which lease this process acts on the account now; null where another one does. */
  leaseOf(account: AccountKey): HeldLease | null
  /** A transaction under a lease was refused: another process has it by now. */
  refused(): void
}
