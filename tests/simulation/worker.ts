/** Simulates the seeds it is told, one after the other, and reports each. */
import { hashOnlySigner, testSigner } from '../fixtures/test-signer'
import { simulatedBrands } from './brands'
import { simulate } from './simulate'
import type { SimulationFailure } from './simulation-options'

export interface SeedReport {
  readonly seed: number
  readonly hash: string
  readonly failure: SimulationFailure | null
}

/** One seed in so many signs its receipts for real; the others only hash them. */
const REAL_SIGNATURES_EVERY = 250

const tenants = simulatedBrands()

process.on('message', ({ seeds, events }: { readonly seeds: readonly number[]; readonly events: number }) => {
  void (async () => {
    const reports: SeedReport[] = []
    for (const seed of seeds) {
      const signer = seed % REAL_SIGNATURES_EVERY === 0 ? testSigner : hashOnlySigner
      const { hash, failure } = await simulate({ seed, events, tenants, signer })
      reports.push({ seed, hash, failure })
    }
    process.send?.(reports)
  })()
})
