/**
 * The public logs of all companies: they grow at once behind the sealer of the chains, all of them at most twice a second.
 *
 * Invariant: what is served is committed. A log that could not grow waits for the next run, and its last checkpoint stands.
 */
import type { Tenant } from '../../contract/tenant'
import { loggableError } from '../db/loggable-error'
import type { Database, Tx } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { type Cosignatures, gatherCosignatures } from './gather-cosignatures'
import { findBehind, growLog } from './grow-log'
import { type LogOwner, openLogKeys, type PublishedLogs } from './log-keys'
import { answerLog, type LogAnswer } from './read-log'
import { answerPrices } from './read-prices'
import { answerCheckpoint, answerWitnessed } from './read-witnessed'
import { type WitnessPolicy, witnessPolicy } from './witness-policy'

/** Between two checkpoints of a log. With the sealer's own wait it is less than the second that is promised. */
const GROW_EVERY_MS = 500
/** A safety net only: the sealer says when there is something. */
const POLL_MS = 30_000

export interface Logs extends PublishedLogs {
  join(owners: readonly LogOwner[]): Promise<void>
  /** Chains of these companies have new links. Cheap. */
  sealed(tenantIds: Iterable<string>): void
  /** Resolves when everything that was sealed before the call is in the logs. */
  flush(): Promise<void>
  /** What stands at a path below `/log/<company>/`; null where there is nothing. */
  answer(tenantId: string, path: string): Promise<LogAnswer | null>
  /** What witnesses have signed of them. */
  readonly cosignatures: Pick<Cosignatures, 'flush' | 'health'>
  close(): Promise<void>
}

interface LogParts {
  readonly database: Database
  readonly masterKey: Uint8Array
  readonly clock: Clock
  readonly logger: Logger
  /** The companies as they are now, with the witnesses that they name; nobody asks any where it is left out. */
  readonly companies?: { readonly tenants: readonly Tenant[]; keptById(id: string): Tenant | undefined }
}

export async function openLogs(parts: LogParts, owners: readonly LogOwner[]): Promise<Logs> {
  const { database, clock, logger } = parts
  const keys = await openLogKeys(parts, owners)
  const policyOf = (tenantId: string) => witnessPolicy(parts.companies?.keptById(tenantId)?.log)
  const cosignatures = gatherCosignatures({ database, clock, logger, policyOf, policies: () => policiesOf(parts.companies?.tenants ?? []) })
  let due = new Set<string>()
  let waiting: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null
  let isClosed = false
  let grownAt = Number.NEGATIVE_INFINITY

  /** Whether it went as it should. */
  async function growOne(tenantId: string): Promise<boolean> {
    const signer = keys.signer(tenantId)
    if (signer === undefined) return true
    try {
      const { added, hasMore } = await database.system((tx) => growLog(tx, tenantId, signer, clock.now()))
      if (added > 0) cosignatures.grown(tenantId)
      if (hasMore) due.add(tenantId)
      return true
    } catch (error) {
      due.add(tenantId)
      if (!isClosed) logger.error({ err: loggableError(error), tenantId }, 'a log could not grow; it waits for the next run')
      return false
    }
  }

  async function growAll(): Promise<boolean> {
    const taken = due
    due = new Set()
    let isWell = true
    for (const tenantId of taken) if (!(await growOne(tenantId))) isWell = false
    return isWell
  }

  function run(): Promise<boolean> {
    clearTimeout(waiting)
    waiting = undefined
    grownAt = clock.monotonic()
    running ??= growAll().finally(() => {
      running = null
      if (due.size > 0) wake()
    })
    return running
  }

  /** What another process has sealed, or was left when this one began. */
  async function look(): Promise<void> {
    try {
      for (const tenantId of await database.system(findBehind)) if (keys.signer(tenantId) !== undefined) due.add(tenantId)
    } catch (error) {
      if (!isClosed) logger.error({ err: loggableError(error) }, 'nobody could look which logs are behind')
    }
    if (due.size > 0) wake()
  }

  function wake(): void {
    if (isClosed || waiting !== undefined) return
    waiting = setTimeout(run, Math.max(0, grownAt + GROW_EVERY_MS - clock.monotonic()))
    waiting.unref()
  }

  async function flush(): Promise<void> {
    // The run under way may have looked before the last link.
    await running
    await look()
    while (due.size > 0 && (await run()));
  }

  const timer = setInterval(look, POLL_MS)
  timer.unref()
  await look()
  return {
    published: keys.published,
    async join(joining) {
      await keys.join(joining)
      await look()
    },
    sealed(tenantIds) {
      for (const tenantId of tenantIds) due.add(tenantId)
      wake()
    },
    flush,
    answer: (tenantId, path) =>
      keys.signer(tenantId) === undefined
        ? Promise.resolve(null)
        : database.withTenant(tenantId, (tx) => answerPath(tx, tenantId, path, policyOf(tenantId))),
    cosignatures,
    async close() {
      clearInterval(timer)
      await flush()
      isClosed = true
      clearTimeout(waiting)
      await cosignatures.close()
    },
  }
}

function* policiesOf(tenants: readonly Tenant[]): Generator<readonly [string, WitnessPolicy]> {
  for (const { id, log } of tenants) {
    const policy = witnessPolicy(log)
    if (policy !== null) yield [id, policy]
  }
}

/** Where a company names witnesses its checkpoints carry their lines, and `witnessed` is the newest that enough have signed. */
async function answerPath(tx: Tx, tenantId: string, path: string, policy: WitnessPolicy | null): Promise<LogAnswer | null> {
  if (policy !== null && path === 'witnessed') return answerWitnessed(tx, tenantId, policy)
  const witnessed = policy !== null && path === 'checkpoint' ? await answerCheckpoint(tx, tenantId, policy) : null
  return witnessed ?? (await answerPrices(tx, tenantId, path)) ?? answerLog(tx, tenantId, path)
}
