/**
 * Budgets for calls that cost others something: guessing passwords, creating accounts, flooding.
 *
 * Invariant: memory is bounded; a bucket that has filled up again is forgotten. In process for now: with several nodes each
 * node grants its own budget.
 */
export interface Budget {
  /** Calls that may come at once. */
  readonly burst: number
  /** Milliseconds in which a whole burst grows back. */
  readonly refillMs: number
}

export interface RateLimits {
  /** Demo accounts per client address. */
  readonly demoAccounts: Budget
  /** Attempts to sign in per company and account, whether the account exists or not. */
  readonly loginsPerAccount: Budget
  /** Attempts to sign in per client address. */
  readonly loginsPerAddress: Budget
  /** Calls of any kind per client address. */
  readonly calls: Budget
}

export const DEFAULT_RATE_LIMITS: RateLimits = {
  demoAccounts: { burst: 300, refillMs: 5 * 60_000 },
  loginsPerAccount: { burst: 10, refillMs: 15 * 60_000 },
  loginsPerAddress: { burst: 60, refillMs: 15 * 60_000 },
  // A page that the site renders makes several calls in its visitor's name, and many visitors may share one address.
  calls: { burst: 20_000, refillMs: 10_000 },
}

const MAX_BUCKETS = 100_000

export class RateLimiter {
  /** Theoretical arrival time per key (generic cell rate algorithm): one number a key. */
  readonly #fullUntil = new Map<string, number>()

  get size(): number {
    return this.#fullUntil.size
  }

  /** Takes one call from the budget of `key`; false when it is used up. `now` in milliseconds of a monotonic clock. */
  take(kind: keyof RateLimits, key: string, budget: Budget, now: number): boolean {
    const interval = budget.refillMs / budget.burst
    const bucket = `${kind}\0${key}`
    const arrival = Math.max(this.#fullUntil.get(bucket) ?? now, now) + interval
    if (arrival - now > budget.refillMs + 1e-6) return false
    // Deleting first keeps the map in order of use, so the oldest keys are the first to go.
    this.#fullUntil.delete(bucket)
    this.#fullUntil.set(bucket, arrival)
    if (this.#fullUntil.size > MAX_BUCKETS) this.#forget(now)
    return true
  }

  #forget(now: number): void {
    for (const [bucket, arrival] of this.#fullUntil) {
      if (arrival <= now || this.#fullUntil.size > MAX_BUCKETS) this.#fullUntil.delete(bucket)
      else if (this.#fullUntil.size <= MAX_BUCKETS) return
    }
  }
}
