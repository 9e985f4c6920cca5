/** Headers between a page and its site, for what a page sends. */
export const SENDING = {
  /** The request's: names one sending; every repetition has the same. */
  key: 'idempotency-key',
  /** The request's: `1` asks only what became of the sending. */
  ask: 'idempotency-ask',
  /** The request's: whose page sends it; another account may be signed in by now. */
  trader: 'x-trader',
  /** The answer's: `1` says that the site was reached, but does not know whether it was carried out. */
  notKnown: 'x-not-known',
} as const
