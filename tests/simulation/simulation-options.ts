/** What a simulation is given and what it tells. */

import type { AccountBooks } from '../../broker/ledger/account-books'
import type { RecordedBooks } from '../../broker/ledger/recorded-books'
import type { ReceiptSigner } from '../../broker/receipts/receipt-signer'
import type { Tenant } from '../../contract/tenant'
import type { Violation } from './check-unit'
import type { MemoryBooks } from './memory-books'
import type { ProcessPlant } from './process'
import type { Simulation } from './simulate'

export interface SimulationOptions {
  readonly seed: number
  readonly events: number
  readonly tenants: readonly Tenant[]
  readonly signer: ReceiptSigner
  readonly plant?: Plant
}

/** A bug that a test plants, to see that it is found. */
export interface Plant {
  readonly process?: ProcessPlant
  readonly store?: (store: MemoryBooks) => void
  readonly books?: (books: RecordedBooks, world: Simulation) => AccountBooks
}

export interface SimulationFailure extends Violation {
  readonly seed: number
  /** Counted from 1; 0 is the boot. */
  readonly event: number
}

export interface SimulationResult {
  readonly seed: number
  readonly events: number
  readonly hash: string
  readonly failure: SimulationFailure | null
  /** How often what happened: to see that a simulation is not a walk in the park. */
  readonly tally: ReadonlyMap<string, number>
}
