/**
 * Makes statements behind the calls that ask for them: one that takes long is waited for a moment, then it is prepared further and says
 * how far it is.
 *
 * Invariants: a period is signed once, after it is over and when it adds up to the last digit; one that does not is never signed, and
 * every try is an alarm in the log. Two are made at once at most, and of a trader's period never more than one.
 */
import { LRUCache } from 'lru-cache'
import type { Tenant } from '../../contract/tenant'
import { MINUTE_MS } from '../../rules/durations'
import type { StatementPeriod } from '../../rules/statement-period'
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { Turns } from '../ground/turns'
import { noteFact } from '../log/note-fact'
import type { ReceiptSigner } from '../receipts/receipt-signer'
import type { Place } from './read-rows'
import { type Progress, type Reading, readStatement } from './read-statement'
import { findStatement, type KeptStatement, keepStatement } from './statement-store'

export interface StatementOwner {
  readonly tenant: Tenant
  readonly traderId: string
  readonly uid: string
  readonly isDemo: boolean
}

export interface MadeStatement {
  readonly state: 'running' | 'signed' | 'wrong'
  readonly summary: Reading['summary']
  readonly parts: readonly Place[]
  readonly signed: KeptStatement['signed'] | null
}

export type Asked = MadeStatement | { readonly state: 'preparing'; readonly progress: Progress }

export interface Statements {
  /** What there is after a moment of waiting. */
  ask(owner: StatementOwner, period: StatementPeriod): Promise<Asked>
  /** Waits to the end. What was made a moment ago may be given again, so that the rows below a sum are the rows of the sum. */
  wait(owner: StatementOwner, period: StatementPeriod): Promise<MadeStatement | 'busy'>
}

interface StatementParts {
  readonly database: Database
  readonly signer: ReceiptSigner
  readonly clock: Clock
  readonly logger: Logger
  /** A signed statement was committed: its hash waits to be sealed, and goes into the company's public log. */
  signed(): void
}

/** A movement that began before the end of a period may be written a little later. */
export const SETTLED_MS = MINUTE_MS
/** How long a call waits before it says "being prepared". */
const PATIENCE_MS = 1_000
const AGAIN_MS = 10_000

interface Job {
  progress: Progress
  readonly end: Promise<MadeStatement | 'busy'>
}

export function openStatements({ database, signer, clock, logger, signed: told }: StatementParts): Statements {
  const turns = new Turns({ atOnce: 2, waiting: 200 })
  const jobs = new Map<string, Job>()
  const recent = new LRUCache<string, MadeStatement>({ max: 500, ttl: AGAIN_MS })

  async function make(owner: StatementOwner, period: StatementPeriod, tell: (progress: Progress) => void): Promise<MadeStatement> {
    const { tenant, traderId } = owner
    const place = { tenantId: tenant.id, traderId }
    const kept = await database.withTenant(tenant.id, (tx) => findStatement(tx, place, period.name))
    if (kept !== null) return ofKept(kept)
    const now = clock.now()
    const isOver = now >= period.to + SETTLED_MS
    const { summary, rowsHash, parts, addsUp } = await readStatement(database, place, period, tell)
    if (!isOver) return { state: 'running', summary, parts, signed: null }
    if (!addsUp) {
      logger.error({ tenantId: tenant.id, traderId, period: period.name }, 'a statement does not add up; it is not signed')
      return { state: 'wrong', summary, parts, signed: null }
    }
    const signed = signer.sign(tenant, {
      v: 1,
      event: 'statement',
      broker: tenant.id,
      legal_entity: tenant.legal.entity,
      demo_account: owner.isDemo,
      demo_site: tenant.isDemoSite,
      number: `${owner.uid}-${period.name}`,
      account: owner.uid,
      period: period.name,
      from: period.from,
      to: period.to,
      currency: 'USDT',
      ...summary,
      rows_hash: rowsHash,
      at: now,
    })
    const stands = await database.system(async (tx) => {
      if (await keepStatement(tx, place, period.name, signed, { parts, now }))
        await noteFact(tx, tenant.id, { kind: 'statement', hash: Buffer.from(signed.hash, 'hex'), at: now })
      return findStatement(tx, place, period.name)
    })
    if (stands === null) throw new Error('a statement that was kept is not there')
    told()
    return ofKept(stands)
  }

  function start(key: string, owner: StatementOwner, period: StatementPeriod): Job {
    const running = jobs.get(key)
    if (running !== undefined) return running
    const job: Job = {
      progress: { done: 0, of: 0 },
      end: turns
        .take(() => make(owner, period, (progress) => Object.assign(job, { progress })))
        .then((made) => {
          if (made !== 'busy') recent.set(key, made)
          return made
        })
        .finally(() => jobs.delete(key)),
    }
    // Whoever asked may have gone meanwhile: a failure is told to the next one.
    job.end.catch((error: unknown) => logger.error({ err: loggableError(error) }, 'a statement could not be made'))
    jobs.set(key, job)
    return job
  }

  const keyOf = ({ tenant, traderId }: StatementOwner, { name }: StatementPeriod) => `${tenant.id}/${traderId}/${name}`
  return {
    async ask(owner, period) {
      const job = start(keyOf(owner, period), owner, period)
      const made = await Promise.race([job.end, moment()])
      return made === undefined || made === 'busy' ? { state: 'preparing', progress: job.progress } : made
    },
    async wait(owner, period) {
      const key = keyOf(owner, period)
      return recent.get(key) ?? start(key, owner, period).end
    },
  }
}

function ofKept({ signed, parts }: KeptStatement): MadeStatement {
  const { opening, closing, kinds, rows } = signed.body
  return { state: 'signed', summary: { opening, closing, kinds, rows }, parts, signed }
}

function moment(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS).unref())
}
