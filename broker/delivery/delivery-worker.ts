/**
 * Carries the messages of one channel out of the queue. A message is sent outside any transaction, under a lease, so several nodes
 * share one queue and none holds the store while a server thinks.
 *
 * Invariant: a message leaves the queue only as delivered or as dead. A process that dies between the server's yes and ours sends it
 * again under the same reference.
 */

import { DAY_MS } from '../../rules/durations'
import { loggableError } from '../db/loggable-error'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { type Nudged, runWhenNudged } from '../ground/run-when-nudged'
import { type Carrier, SendFailure } from './carrier'
import type { Channel, ClaimedMessage, MessageStore } from './message-store'

const POLL_MS = 1_000
/** What is committed within this time goes out together. */
const GATHER_MS = 10
/** For one message, all steps together; well below the lease. */
const SEND_TIMEOUT_MS = 30_000
/** A stop waits this long for servers that are about to say yes. */
const CLOSE_MS = 5_000

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 5 * 60_000
const GIVE_UP_MS = DAY_MS
/** One that waited long, for a carrier or for this process, is not given up at its first failure. */
const LEAST_ATTEMPTS = 10

/** `flush` resolves when everything that was due has been tried once. */
export type DeliveryWorker = Nudged

interface WorkerParts {
  readonly channel: Channel
  readonly carrier: Carrier
  readonly store: MessageStore
  readonly clock: Clock
  readonly logger: Logger
  /** 0 ≤ random < 1; spreads the retries of messages that failed together. */
  readonly random?: () => number
}

/** Doubles from one second to five minutes; half of it is chance. */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 30), LONGEST_RETRY_MS)
  return Math.round(delay * (0.5 + random / 2))
}

export function startDeliveryWorker(parts: WorkerParts): DeliveryWorker {
  const { channel, store, clock, logger, carrier } = parts
  const stopping = new AbortController()
  const attempt = attemptOf(parts, stopping.signal)

  const work = runWhenNudged({
    async run(isClosed) {
      // What fails now is due later than this and is not tried twice in one run.
      const dueAt = clock.now()
      while (!isClosed()) {
        const batch = await store.claim(channel, dueAt, clock.now())
        if (batch.length === 0) break
        await Promise.all(batch.map(attempt))
      }
    },
    onFailure: (error) => logger.error({ channel, err: loggableError(error) }, 'the queue of messages could not be read'),
    pollMs: POLL_MS,
    gatherMs: GATHER_MS,
  })
  return {
    ...work,
    async close() {
      const patience = setTimeout(() => stopping.abort(), CLOSE_MS)
      await work.close()
      clearTimeout(patience)
      carrier.close()
    },
  }
}

/** Sends one claimed message and writes down what became of it. */
function attemptOf({ channel, carrier, store, clock, logger, random = Math.random }: WorkerParts, stopping: AbortSignal) {
  let isFailing = false

  async function send({ content, reference, createdAt, expiresAt }: ClaimedMessage): Promise<void> {
    if (expiresAt !== null && expiresAt <= clock.now()) throw new SendFailure('expired', true)
    if (content === null) throw new SendFailure('sealed under another master key', true)
    await withinTime(stopping, (signal) => carrier.send({ content, reference, createdAt }, signal))
  }

  async function giveUp(claimed: ClaimedMessage, reason: string): Promise<void> {
    const { tenantId, id, kind, attempts } = claimed
    await store.bury(claimed, clock.now(), reason)
    logger.warn({ tenant: tenantId, message: id, kind, channel, attempts, reason }, 'a message is given up')
  }

  async function failed(claimed: ClaimedMessage, { reason, isPermanent }: SendFailure): Promise<void> {
    const isOld = claimed.attempts >= LEAST_ATTEMPTS && clock.now() - claimed.createdAt >= GIVE_UP_MS
    if (isPermanent || isOld) return giveUp(claimed, reason)
    await store.retryAt(claimed, clock.now() + retryDelayMs(claimed.attempts, random()), reason)
    if (isFailing || stopping.aborted) return
    isFailing = true
    logger.warn({ channel, reason }, 'messages cannot be sent; they stay in the queue and are tried again')
  }

  return async (claimed: ClaimedMessage): Promise<void> => {
    try {
      const failure = await send(claimed).then(() => null, asFailure)
      if (failure !== null) return await failed(claimed, failure)
      await store.markSent(claimed, clock.now())
      if (isFailing) logger.info({ channel }, 'messages are sent again')
      isFailing = false
    } catch (error) {
      if (!stopping.aborted) logger.error({ channel, err: loggableError(error) }, 'what became of a message could not be written down')
    }
  }
}

/** Not `AbortSignal.any`: a signal that lives as long as the process would remember every message that leaned on it. */
async function withinTime(stopping: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const limit = new AbortController()
  const stop = () => limit.abort()
  const timer = setTimeout(stop, SEND_TIMEOUT_MS)
  stopping.addEventListener('abort', stop)
  try {
    await work(limit.signal)
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', stop)
  }
}

function asFailure(error: unknown): SendFailure {
  return error instanceof SendFailure ? error : new SendFailure('failed unexpectedly', false)
}
