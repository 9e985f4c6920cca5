/**
 * Keeps count of the budgets: in process, or where all nodes share them, in a Redis or in the PostgreSQL of the books.
 *
 * Invariants: keys are keyed hashes, so neither this memory nor what is shared is a list of people and addresses; memory is bounded; a
 * store that is gone or silent is stood in for by the process's own count, so it never makes a call fail, and is said once.
 */

import { lt } from 'drizzle-orm'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { deleteInBatches } from '../db/delete-in-batches'
import { type Database, openDatabase, queryText } from '../db/open-database'
import { budget } from '../db/schema'
import type { Logger } from '../ground/logger'
import { within } from '../ground/within'
import type { KeyedHash } from '../secrets/keyed-hash'
import { type Budget, type BudgetName, DEFAULT_RATE_LIMITS, type RateLimits } from './rate-limits'

export interface Budgets {
  /** Takes one from the budget of `key`: 0, or the milliseconds until there is one again. */
  take(name: BudgetName, key: string): Promise<number>
  /** Gives one back that was taken for nothing. */
  giveBack(name: BudgetName, key: string): Promise<void>
  close(): Promise<void>
}

interface BudgetParts {
  readonly limits?: Partial<RateLimits> | undefined
  readonly keyedHash: KeyedHash
  readonly logger: Logger
  readonly redisUrl?: string | undefined
  /** The PostgreSQL of the books, where several nodes may serve it; not asked where there is a Redis. */
  readonly databaseUrl?: string | undefined
  /** Milliseconds that a count, and the first connection to a Redis, are waited for. */
  readonly patienceMs?: number | undefined
  /** Before the keys in Redis; for tests that share one. */
  readonly keyPrefix?: string
}

const MAX_KEYS = 50_000
/** A count is not worth a longer wait: then the process counts for itself, and for a while does not ask again. */
const PATIENCE_MS = 1_000
const REST_MS = 2_000

/** Apart from those of the books: a count may be taken while a call holds one of them. */
const CONNECTIONS = 2

interface Limiter {
  consume(key: string): Promise<RateLimiterRes>
  reward(key: string): Promise<RateLimiterRes>
}

interface LimiterOptions {
  readonly points: number
  readonly duration: number
  readonly keyPrefix: string
}

/** Where nodes share budgets. */
interface SharedCount {
  readonly name: 'Redis' | 'PostgreSQL'
  limiter(options: LimiterOptions): Limiter
  close(): Promise<void> | void
}

export async function openBudgets(parts: BudgetParts): Promise<Budgets> {
  const { limits, logger } = parts
  const sharedCount = await openShared(parts)
  const outage = new Outage(sharedCount?.name ?? '', logger)
  const limiters = new Map<BudgetName, { readonly inProcess: Limiter; readonly shared: Limiter | null }>()
  for (const [name, { burst, refillMs }] of Object.entries({ ...DEFAULT_RATE_LIMITS, ...limits }) as [BudgetName, Budget][]) {
    const options = { points: burst, duration: Math.ceil(refillMs / 1000), keyPrefix: `${parts.keyPrefix ?? 'candor:budget'}:${name}` }
    limiters.set(name, { inProcess: new BoundedLimiter(options), shared: sharedCount?.limiter(options) ?? null })
  }
  const count = async (name: BudgetName, work: (limiter: Limiter) => Promise<RateLimiterRes>): Promise<RateLimiterRes> => {
    const { inProcess, shared } = limiters.get(name) as { inProcess: Limiter; shared: Limiter | null }
    if (shared === null || outage.isResting) return answerOf(work(inProcess))
    try {
      const answer = await answerOf(work(shared))
      outage.end()
      return answer
    } catch {
      outage.begin()
      return answerOf(work(inProcess))
    }
  }
  const keyOf = (name: BudgetName, key: string) => parts.keyedHash('budget', `${name}\0${key}`)
  return {
    async take(name, key) {
      const { burst } = { ...DEFAULT_RATE_LIMITS, ...limits }[name]
      const { consumedPoints, msBeforeNext } = await count(name, (limiter) => limiter.consume(keyOf(name, key)))
      return consumedPoints <= burst ? 0 : Math.max(1, msBeforeNext)
    },
    async giveBack(name, key) {
      await count(name, (limiter) => limiter.reward(keyOf(name, key)))
    },
    async close() {
      await sharedCount?.close()
    },
  }
}

async function openShared({ redisUrl, databaseUrl, patienceMs = PATIENCE_MS, logger }: BudgetParts): Promise<SharedCount | null> {
  if (redisUrl !== undefined) {
    const redis = await connect(redisUrl, patienceMs, logger)
    return {
      name: 'Redis',
      limiter: (options) => new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true }),
      close: () => redis.disconnect(),
    }
  }
  if (databaseUrl === undefined) return null
  const database = await openDatabase({ databaseUrl, poolSize: CONNECTIONS, migrates: false, logger })
  const query = ({ text, values }: { text: string; values: (string | number)[] }) =>
    inTime(
      patienceMs,
      database.system(async (tx) => {
        const rows = await queryText(tx, text, values)
        return { rows, rowCount: rows.length }
      }),
    )
  return {
    name: 'PostgreSQL',
    limiter: (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: { query },
        storeType: 'pool',
        tableName: 'budget',
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    close: () => database.close(),
  }
}

/** What comes later is not waited for; it may still count. */
async function inTime<T>(patienceMs: number, work: Promise<T>): Promise<T> {
  const answer = await within(patienceMs, work)
  if (answer === 'late') throw new Error(`no count within ${patienceMs} ms`)
  return answer
}

/** Removes the counts in PostgreSQL whose time is over, by the clock of the machine: the counts know no other. */
export async function forgetOldBudgets(database: Database): Promise<void> {
  await deleteInBatches(database, budget, lt(budget.expire, Date.now()))
}

/** The library throws the same answer that it otherwise gives where a budget is used up; anything else that it throws is a failure. */
async function answerOf(counting: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await counting
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason
    throw reason
  }
}

async function connect(url: string, patienceMs: number, logger: Logger): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patienceMs,
    connectTimeout: patienceMs,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  })
  // Each failed attempt is an event; what it means for the budgets is said where it is noticed.
  redis.on('error', (error) => logger.debug({ reason: error.message }, 'the connection to Redis failed'))
  const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref())
  await Promise.race([redis.connect().catch(() => {}), patience])
  return redis
}

/** Whether what is shared is being stood in for: said when it begins, and over with its next answer. */
class Outage {
  #isSaid = false
  #restUntil = 0

  constructor(
    private readonly name: string,
    private readonly logger: Logger,
  ) {}

  get isResting(): boolean {
    return performance.now() < this.#restUntil
  }

  begin(): void {
    if (!this.#isSaid) this.logger.warn({}, `${this.name} does not answer: every node counts its own budgets until it does`)
    this.#isSaid = true
    this.#restUntil = performance.now() + REST_MS
  }

  end(): void {
    this.#isSaid = false
  }
}

/** The library's own count in memory, which would grow with every key that is tried; here the oldest key makes room. */
class BoundedLimiter extends RateLimiterMemory {
  readonly #keys = new Set<string>()

  override consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.#makeRoom(String(key))
    return super.consume(key, points)
  }

  override reward(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.#makeRoom(String(key))
    return super.reward(key, points)
  }

  #makeRoom(key: string): void {
    if (!this.#keys.delete(key) && this.#keys.size >= MAX_KEYS) {
      const [oldest] = this.#keys
      if (oldest !== undefined) {
        this.#keys.delete(oldest)
        void this.delete(oldest)
      }
    }
    this.#keys.add(key)
  }
}
