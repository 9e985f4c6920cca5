/**
 * What each provider says that the house holds there against what the cover books of all companies say: a bust that nobody was told of, a
 * fill of somebody else's order on the same account. Looked at while nothing is under way there; it names, and changes nothing.
 */
import { type Fixed, formatFixedShort } from '../../rules/decimal'
import type { Database } from '../db/open-database'
import { coverPosition } from '../db/schema'
import type { ProviderOrders } from '../execution/provider-orders'
import type { Logger } from '../ground/logger'

export interface PositionDifference {
  readonly provider: string
  readonly code: string
  /** Units of the base asset; long is positive. */
  readonly ours: Fixed
  readonly theirs: Fixed
}

interface CheckParts {
  readonly database: Database
  readonly orders: ProviderOrders
  readonly logger: Logger
}

/** Of those that are connected, hold still and answer. */
export async function checkPositions({ database, orders, logger }: CheckParts): Promise<PositionDifference[]> {
  const found: PositionDifference[] = []
  for (const { provider, isConnected, underWay } of orders.health()) {
    if (!isConnected || underWay > 0) continue
    try {
      found.push(...(await comparePositions(provider, { database, orders })).differences)
    } catch (error) {
      logger.warn({ provider, problem: String(error) }, 'a provider did not say what the house holds there')
    }
  }
  for (const { provider, code, ours, theirs } of found) {
    const figures = { ours: formatFixedShort(ours), theirs: formatFixedShort(theirs) }
    logger.error({ provider, code, ...figures }, 'a provider holds another position than the cover book')
  }
  return found
}

export interface ComparedPositions {
  /** How many instruments are held alike. */
  readonly equal: number
  readonly differences: readonly PositionDifference[]
}

/** Rejects when the provider does not answer. */
export async function comparePositions(
  provider: string,
  { database, orders }: { readonly database: Database; readonly orders: Pick<ProviderOrders, 'positions'> },
): Promise<ComparedPositions> {
  const before = await bookOf(provider, database)
  const theirs = new Map((await orders.positions(provider)).map(({ code, quantity }) => [code, quantity]))
  const after = await bookOf(provider, database)
  let equal = 0
  const differences = [...new Set([...after.keys(), ...theirs.keys()])].flatMap((code) => {
    const [ours, held] = [after.get(code) ?? 0n, theirs.get(code) ?? 0n]
    if (ours === held) equal += 1
    // What moved meanwhile is looked at the next time.
    return ours === held || before.get(code) !== after.get(code) ? [] : [{ provider, code, ours, theirs: held }]
  })
  return { equal, differences }
}

/** Of all companies together, by instrument. */
async function bookOf(provider: string, database: Database): Promise<ReadonlyMap<string, Fixed>> {
  const rows = await database.system((tx) => tx.select().from(coverPosition))
  const sums = new Map<string, Fixed>()
  for (const row of rows) if (row.provider === provider) sums.set(row.instrumentCode, (sums.get(row.instrumentCode) ?? 0n) + row.quantity)
  return sums
}
