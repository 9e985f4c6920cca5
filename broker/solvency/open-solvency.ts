/**
 * Every hour what each company owes is counted (docs/decisions/085-solvency.md).
 *
 * Invariant: one company after the other, so that counting never takes the machine from those who trade. An hour that could not be
 * counted is tried again each minute while it lasts; then it is missing, and every trader's page says so.
 */
import type { Tenant } from '../../contract/tenant'
import { MINUTE_MS } from '../../rules/durations'
import { loggableError } from '../db/loggable-error'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Turn } from '../leases/turn'
import type { Pricing } from '../market/pricing'
import { countHour, hourOf } from './count-hour'

export interface Solvency {
  /** Counts the hour of every company where that is not done. */
  countDue(): Promise<void>
  close(): Promise<void>
}

interface SolvencyParts {
  /** What is owed is counted by one node at a time. */
  readonly turn: Turn
  readonly pricing: Pick<Pricing, 'quote'>
  readonly clock: Clock
  readonly logger: Logger
  readonly tenants: () => readonly Tenant[]
  /** Called after a commit. */
  readonly committed: () => void
  /** False where somebody else says when. */
  readonly isHourly: boolean
}

export function openSolvency({ turn, pricing, clock, logger, tenants, committed, isHourly }: SolvencyParts): Solvency {
  /** The hour up to which a company is done with. */
  const done = new Map<string, number>()
  let running: Promise<void> | null = null
  let isClosed = false

  async function countAll(): Promise<void> {
    const { database } = turn
    if (!turn.isMine()) return
    for (const tenant of tenants()) {
      const now = clock.now()
      if (isClosed) return
      if (done.get(tenant.id) === hourOf(now)) continue
      try {
        const counted = await countHour({ database, pricing }, tenant, now)
        if (counted === 'counted') committed()
        if (counted === 'without_a_price')
          logger.warn({ tenant: tenant.id }, 'what is owed is not counted while an instrument has no price')
        else if (counted !== 'nobody_to_count') done.set(tenant.id, hourOf(now))
      } catch (error) {
        logger.error({ err: loggableError(error), tenant: tenant.id }, 'what is owed could not be counted; it is tried again')
      }
    }
  }

  function countDue(): Promise<void> {
    running ??= countAll().finally(() => {
      running = null
    })
    return running
  }

  const timer = isHourly ? setInterval(countDue, MINUTE_MS) : undefined
  timer?.unref()
  return {
    countDue,
    async close() {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}
