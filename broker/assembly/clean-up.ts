/** Housekeeping of the store: what goes, and after how long, is said in docs/operations.md. */

import { forgetOldAlerts } from '../alerts/open-alerts'
import { forgetOldBudgets } from '../calls/open-budgets'
import { loggableError } from '../db/loggable-error'
import { forgetEndedOperatorSessions } from '../desk/operator-sessions'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { runHourly } from '../ground/run-hourly'
import { forgetOldKeys } from '../idempotency/run-once'
import type { Identity } from '../identity/open-identity'
import type { Turn } from '../leases/turn'
import { forgetOldCandles } from '../market/candle-store'
import { forgetOldPrices, PRICES_KEPT_MS } from '../market/price-record-store'
import { forgetOldNotices } from '../notices/notices'
import { forgetOldAccountKeys } from '../sessions/account-keys'
import { forgetEndedSessions } from '../sessions/session-store'
import { forgetOldCaptchas } from '../sign-in/captcha'
import { forgetOldDevices } from '../sign-in/known-devices'
import { forgetOldCodes } from '../sign-in/verification-codes'
import type { Trading } from '../trading/open-trading'
import { forgetUnusedDemos } from './forget-unused-demos'

/** What runs out and is kept no longer than it is worth something. */
const CLEAN_UPS = [
  forgetOldKeys,
  forgetEndedSessions,
  forgetEndedOperatorSessions,
  forgetOldAccountKeys,
  forgetOldDevices,
  forgetOldCodes,
  forgetOldCaptchas,
  forgetOldNotices,
  forgetOldAlerts,
] as const

interface CleanUpParts {
  readonly turn: Turn
  readonly clock: Clock
  readonly logger: Logger
  readonly identity: Pick<Identity, 'forgetOld'>
  readonly trading: Pick<Trading, 'dropped'>
  /** Codes of the instruments whose candles are kept. */
  readonly codes: () => readonly string[]
  /** For so long the prices of every second are kept, in milliseconds. */
  readonly pricesKeptMs?: number | undefined
}

/** Once now and then every hour; gives the way to stop it. */
export function startCleanUp({
  turn,
  clock,
  logger,
  identity,
  trading,
  codes,
  pricesKeptMs = PRICES_KEPT_MS,
}: CleanUpParts): () => Promise<void> {
  const { database } = turn
  const forgetDemos = async () => {
    const accounts = await forgetUnusedDemos(database, clock.now(), trading.dropped)
    if (accounts > 0) logger.info({ accounts }, 'demo accounts that nobody used for 90 days are gone')
  }
  return runHourly(
    async () =>
      turn.isMine() &&
      Promise.all([
        ...CLEAN_UPS.map((forget) => forget(database, clock.now())),
        identity.forgetOld(clock.now()),
        forgetOldBudgets(database),
        forgetOldPrices(database, pricesKeptMs),
        forgetOldCandles(database, codes(), clock.now()),
        forgetDemos(),
      ]),
    (error) => logger.warn({ err: loggableError(error) }, 'what has run out could not be cleaned up'),
  )
}
