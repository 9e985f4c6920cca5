/** Housekeeping of the store: rows that have run out. Nothing that a person could still ask for is among them. */
import type { Clock } from './clock'
import { loggableError } from './db/loggable-error'
import type { Database } from './db/open-database'
import { forgetEndedOperatorSessions } from './desk/operator-sessions'
import { forgetOldKeys } from './idempotency/answer-once'
import type { Identity } from './identity/open-identity'
import type { Logger } from './logger'
import { runHourly } from './run-hourly'
import { forgetOldAccountKeys } from './users/account-keys'
import { forgetOldCaptchas } from './users/captcha'
import { forgetOldDevices } from './users/known-devices'
import { forgetEndedSessions } from './users/session-store'
import { forgetOldCodes } from './users/verification-codes'

/** What runs out and is kept no longer than it is worth something. */
const CLEAN_UPS = [
  forgetOldKeys,
  forgetEndedSessions,
  forgetEndedOperatorSessions,
  forgetOldAccountKeys,
  forgetOldDevices,
  forgetOldCodes,
  forgetOldCaptchas,
] as const

/** Once now and then every hour; gives the way to stop it. */
export function startCleanUp(database: Database, clock: Clock, logger: Logger, identity: Pick<Identity, 'forgetOld'>): () => Promise<void> {
  return runHourly(
    () => Promise.all([...CLEAN_UPS.map((forget) => forget(database, clock.now())), identity.forgetOld(clock.now())]),
    (error) => logger.warn({ err: loggableError(error) }, 'old keys, sessions and codes could not be cleaned up'),
  )
}
