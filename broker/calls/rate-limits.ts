/**
 * How much of what costs others something one party may do: guessing passwords and codes, sending messages, opening accounts,
 * uploading, flooding.
 *
 * The sharp budgets are those of one network at an account or target, of a session or a known browser; what strangers use up is never
 * the owner's (call-budgets.ts). The wide ones of an account or target bound an attack from many networks, those of an address let an
 * office behind one address work, those of a company bound what an attack on it costs. What is refused is refused for a while and
 * never for good.
 */
export interface Budget {
  /** Calls that may come at once. */
  readonly burst: number
  /** Milliseconds in which a whole burst grows back. */
  readonly refillMs: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const DEFAULT_RATE_LIMITS = {
  /** Calls of any kind per address: a page that the site renders makes several in its visitor's name. */
  calls: { burst: 20_000, refillMs: 10 * SECOND },
  /** Wrong passwords per company, account and network, whether the account exists or not. */
  loginsPerAccount: { burst: 10, refillMs: 15 * MINUTE },
  /** The same of all networks together. */
  loginsPerAccountAnywhere: { burst: 100, refillMs: 15 * MINUTE },
  /** Wrong passwords from a browser that has signed in to the account before. */
  loginsPerDevice: { burst: 10, refillMs: 15 * MINUTE },
  loginsPerAddress: { burst: 300, refillMs: 15 * MINUTE },
  /** About what two processors can judge: the rest of a storm is turned away before it costs anything, in short spells. */
  loginsPerTenant: { burst: 600, refillMs: 10 * SECOND },
  /** Wrong codes of two-step sign-in at the sign-ins of a trader, at those from a browser they used before, and in one session. */
  twoStepCodes: { burst: 5, refillMs: 15 * MINUTE },
  twoStepCodesPerDevice: { burst: 5, refillMs: 15 * MINUTE },
  twoStepCodesPerSession: { burst: 5, refillMs: 15 * MINUTE },
  /** Codes sent to one address or number for one network, for all together, and for its signed-in owner. */
  codesPerAsker: { burst: 5, refillMs: HOUR },
  codesPerTarget: { burst: 30, refillMs: HOUR },
  codesPerOwner: { burst: 10, refillMs: HOUR },
  /** Wrong codes of one network: for one address or number, and for all together, for who asks for many hopes to hit one. */
  codeTriesPerTarget: { burst: 10, refillMs: 15 * MINUTE },
  codeTriesPerAddress: { burst: 30, refillMs: HOUR },
  codesPerAddress: { burst: 120, refillMs: HOUR },
  /** By the hour: what few addresses use up is there again in the next. */
  mailsPerTenant: { burst: 5_000, refillMs: HOUR },
  /** Texts cost money. */
  textsPerTenant: { burst: 500, refillMs: HOUR },
  registrationsPerAddress: { burst: 120, refillMs: HOUR },
  registrationsPerTenant: { burst: 5_000, refillMs: HOUR },
  /** Registrations that were refused without a reason: each could be an account that exists. */
  refusedRegistrations: { burst: 10, refillMs: HOUR },
  captchasPerAddress: { burst: 600, refillMs: HOUR },
  /** Wrong proofs of the owner in one session. */
  ownerProofs: { burst: 10, refillMs: HOUR },
  /** Demo accounts opened or signed in to again. */
  demoAccounts: { burst: 300, refillMs: 5 * MINUTE },
  demoAccountsPerTenant: { burst: 50_000, refillMs: HOUR },
  uploadsPerTrader: { burst: 60, refillMs: HOUR },
  uploadsPerAddress: { burst: 300, refillMs: HOUR },
  uploadsPerTenant: { burst: 20_000, refillMs: HOUR },
  /** Messages to the company: of one account, of visitors behind one address, and of all. */
  feedbackPerTrader: { burst: 20, refillMs: DAY },
  /** Cases about fills, and words that are added to them. */
  challengesPerTrader: { burst: 60, refillMs: DAY },
  challengesPerTenant: { burst: 5_000, refillMs: HOUR },
  feedbackPerAddress: { burst: 60, refillMs: HOUR },
  feedbackPerTenant: { burst: 5_000, refillMs: HOUR },
  /** Sign-ins at the desk that failed, per name and network, whether there is such an operator or not. */
  deskLoginsPerName: { burst: 10, refillMs: 15 * MINUTE },
  deskLoginsPerAddress: { burst: 60, refillMs: 15 * MINUTE },
  /** Links out of mails. */
  linksPerAddress: { burst: 60, refillMs: 15 * MINUTE },
} as const satisfies Record<string, Budget>

export type BudgetName = keyof typeof DEFAULT_RATE_LIMITS
export type RateLimits = Readonly<Record<BudgetName, Budget>>

const MAX_BUCKETS = 100_000

/**
 * The budget of every call, for which nothing may be slow: one number a key (generic cell rate algorithm), in process.
 *
 * Invariant: memory is bounded; a bucket that has filled up again is forgotten.
 */
export class CallLimiter {
  /** Theoretical arrival time per key. */
  readonly #fullUntil = new Map<string, number>()

  constructor(private readonly budget: Budget) {}

  get size(): number {
    return this.#fullUntil.size
  }

  /** Takes one call: 0, or the milliseconds until there is one again. `now` in milliseconds of a monotonic clock. */
  take(key: string, now: number): number {
    const { burst, refillMs } = this.budget
    const arrival = Math.max(this.#fullUntil.get(key) ?? now, now) + refillMs / burst
    const waitMs = arrival - now - refillMs
    if (waitMs > 1e-6) return waitMs
    // Deleting first keeps the map in order of use, so the oldest keys are the first to go.
    this.#fullUntil.delete(key)
    this.#fullUntil.set(key, arrival)
    if (this.#fullUntil.size > MAX_BUCKETS) this.#forget(now)
    return 0
  }

  #forget(now: number): void {
    for (const [key, arrival] of this.#fullUntil) {
      if (arrival <= now || this.#fullUntil.size > MAX_BUCKETS) this.#fullUntil.delete(key)
      else if (this.#fullUntil.size <= MAX_BUCKETS) return
    }
  }
}
