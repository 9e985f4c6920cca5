/** How long to wait before something is tried again, and what an exchange said about it. */

export interface BackoffTerms {
  readonly firstMs: number
  readonly longestMs: number
}

/** Waits that double from try to try, with chance in them, so that many who failed at once do not come back at once. */
export class Backoff {
  readonly #terms: BackoffTerms
  #tries = 0

  constructor(terms: BackoffTerms) {
    this.#terms = terms
  }

  /** Milliseconds until the next try, never less than what the other side asked for. */
  next(askedForMs = 0): number {
    const { firstMs, longestMs } = this.#terms
    const waitMs = Math.min(longestMs, firstMs * 2 ** Math.min(this.#tries, 20))
    this.#tries += 1
    return Math.max(askedForMs, waitMs * (0.5 + Math.random() / 2))
  }

  /** It holds: the next failure is a first one. */
  forget(): void {
    this.#tries = 0
  }
}

/** Longer than an exchange bans anybody, and what a timer can wait. */
const LONGEST_ASKED_MS = 7 * 86_400_000

/** Milliseconds that a Retry-After header asks for; 0 where there is none or it cannot be read. @param nowMs Unix milliseconds */
export function readRetryAfter(header: string | null | undefined, nowMs: number): number {
  if (header === null || header === undefined) return 0
  const isDate = / GMT$/.test(header)
  const asked = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : isDate ? Date.parse(header) - nowMs : 0
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_ASKED_MS)
}
