/**
 * What the open positions of real accounts amount to, by company and instrument: units of the base asset (lots × contract size).
 *
 * Invariant: changes with the copy of the books in memory and by the same steps, so it is what the commits that were heard of leave.
 */
import { FIXED_ONE, type Fixed } from '../../rules/decimal'
import type { WatchedOrder } from './watched-order'

interface RealExposure {
  readonly long: Fixed
  readonly short: Fixed
}

type ExposureListener = (tenantId: string, code: string) => void

const NONE: RealExposure = { long: 0n, short: 0n }

export class RealExposures {
  readonly #byTenant = new Map<string, Map<string, RealExposure>>()
  readonly #listeners = new Set<ExposureListener>()

  of(tenantId: string, code: string): RealExposure {
    return this.#byTenant.get(tenantId)?.get(code) ?? NONE
  }

  /** Instruments in which the company's real accounts have had positions since the start. */
  codes(tenantId: string): readonly string[] {
    return [...(this.#byTenant.get(tenantId)?.keys() ?? [])]
  }

  tenants(): readonly string[] {
    return [...this.#byTenant.keys()]
  }

  /** Told in the turn of the change, which must not be held up. */
  follow(listener: ExposureListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @param sign 1 for a position that is there from now on, −1 for one that is not any more */
  change({ tenantId, instrumentCode, side, lots, contractSize, isDemo }: WatchedOrder, sign: 1n | -1n): void {
    if (isDemo) return
    const quantity = sign * quantityOf(lots, contractSize)
    const { long, short } = this.of(tenantId, instrumentCode)
    const own = this.#byTenant.get(tenantId) ?? new Map<string, RealExposure>()
    this.#byTenant.set(
      tenantId,
      own.set(instrumentCode, side === 'buy' ? { long: long + quantity, short } : { long, short: short + quantity }),
    )
    for (const listener of this.#listeners) listener(tenantId, instrumentCode)
  }
}

/** Lots have few decimals and so has a contract: the product is exact. */
function quantityOf(lots: Fixed, contractSize: Fixed): Fixed {
  return (lots * contractSize) / FIXED_ONE
}
