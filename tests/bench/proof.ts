/**
 * What the proofs cost: `npm run bench -- proof`. Each figure stands beside its baseline and its goal; a goal for a count of something
 * is scaled to the count that was taken, so `--quick` can take fewer.
 */

import { measureBrowserChecks } from './proof/browser-checks'
import { measureFillToCheckpoint } from './proof/fill-to-checkpoint'
import { measureSealedOrders, measureSealing } from './proof/sealing'
import { measureSolvency } from './proof/solvency'
import { measureStatement } from './proof/statements'
import { measureReexecution } from './reexecute'
import type { Figure } from './report'

interface Sizes {
  readonly sealed: number
  readonly tradedMs: number
  readonly rounds: number
  readonly verified: number
  readonly rows: number
  readonly accounts: number
  readonly orders: number
}

const WHOLE: Sizes = {
  ...{ sealed: 100_000, tradedMs: 60_000, rounds: 5 },
  ...{ verified: 10_000, rows: 100_000, accounts: 1_000_000, orders: 1_000_000 },
}
const QUICK: Sizes = {
  ...{ sealed: 10_000, tradedMs: 8_000, rounds: 1 },
  ...{ verified: 1_000, rows: 10_000, accounts: 50_000, orders: 20_000 },
}

export async function measureProof(isQuick: boolean): Promise<Figure[]> {
  const sizes = isQuick ? QUICK : WHOLE
  const figures: Figure[] = []
  const say = (what: string) => process.stderr.write(`  ${what} …\n`)
  say(`sealing ${sizes.sealed} receipts`)
  figures.push(...(await measureSealing(sizes.sealed)))
  say('from a fill to its checkpoint')
  figures.push(...(await measureFillToCheckpoint(sizes.tradedMs)))
  say('orders with sealing and without')
  figures.push(...(await measureSealedOrders(sizes.rounds)))
  say(`a statement of ${sizes.rows} rows`)
  figures.push(...(await measureStatement(sizes.rows)))
  say(`what is owed to ${sizes.accounts} accounts`)
  const owed = await measureSolvency(sizes.accounts)
  figures.push(...owed.figures)
  say(`${sizes.verified} receipts in a browser`)
  figures.push(...(await measureBrowserChecks(sizes.verified, owed.example)))
  say(`${sizes.orders} orders executed again`)
  figures.push(...(await measureReexecution(sizes.orders)))
  return figures
}
