/** Opens the way out for mails and texts: a queue in the store, and a worker for each channel that something can carry. */

import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { runHourly } from '../ground/run-hourly'
import type { Texts } from '../ground/texts'
import type { KeyedHash } from '../secrets/keyed-hash'
import type { Carrier } from './carrier'
import { composeMessage } from './compose-message'
import type { Delivery } from './delivery'
import { type DeliveryWorker, startDeliveryWorker } from './delivery-worker'
import { type Channel, messageStore } from './message-store'
import { type SmsSettings, smsCarrier } from './sms-carrier'
import { type MailSettings, smtpCarrier } from './smtp-carrier'

export interface DeliveryParts {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly texts: Texts
  readonly masterKey: Uint8Array
  readonly keyedHash: KeyedHash
  readonly mail?: MailSettings | undefined
  readonly sms?: SmsSettings | undefined
  /** A message that nothing is configured to carry is shown to the developer; otherwise it waits in the queue until something is. */
  readonly showsUndeliverable: boolean
}

/** A transaction that queued a message has ended by then, or the poll finds it. */
const AWAITED_MS = 1_000

export function openDelivery(parts: DeliveryParts): Delivery {
  const { clock, logger, texts, mail, sms, showsUndeliverable } = parts
  const store = messageStore(parts)
  const carriers: Readonly<Record<Channel, Carrier | null>> = {
    email: mail === undefined ? null : smtpCarrier(mail),
    sms: sms === undefined ? null : smsCarrier(sms),
  }
  const channels = Object.keys(carriers) as Channel[]
  const waiting = channels.filter((channel) => carriers[channel] === null)
  if (waiting.length > 0 && !showsUndeliverable) {
    logger.warn({ channels: waiting }, 'messages wait in the queue: nothing is configured to carry them (SMTP_URL, SMS_URL)')
  }
  const workers = channels.flatMap((channel): DeliveryWorker[] => {
    const carrier = carriers[channel]
    return carrier === null ? [] : [startDeliveryWorker({ channel, carrier, store, clock, logger })]
  })
  const stopCleanUp = runHourly(
    () => store.cleanUp(clock.now()),
    (error) => logger.warn({ err: loggableError(error) }, 'old messages could not be cleaned up'),
  )
  let awaitedUntil = 0
  return {
    async queue(tx, draft, now) {
      const { channel } = draft.recipient
      await store.insert(
        tx,
        {
          tenantId: draft.tenant.id,
          channel,
          kind: draft.kind,
          content: await composeMessage(texts, draft),
          status: carriers[channel] === null && showsUndeliverable ? 'shown' : 'queued',
          expiresAt: draft.expiresAt,
        },
        now,
      )
      awaitedUntil = performance.now() + AWAITED_MS
    },
    // Called for every commit of a busy broker: the queue is looked at only when something was put there just before.
    nudge() {
      if (performance.now() < awaitedUntil) for (const worker of workers) worker.nudge()
    },
    flush: async () => void (await Promise.all(workers.map((worker) => worker.flush()))),
    shown: (tenantId, to) => store.shown(tenantId, waiting, to),
    async close() {
      await Promise.all([stopCleanUp(), ...workers.map((worker) => worker.close())])
    },
  }
}
