/**
 * Limits and spans that sentences name, for whoever keeps them and for whoever says them: constants without a schema. What a person may
 * type into a field is form-bounds.ts.
 */

/** Limits of an upload: PNG, JPEG or WebP. */
export const IMAGE_LIMITS = { bytes: 8 * 1024 * 1024, pixels: 24_000_000 } as const
/** The first of them as people are told it. */
export const IMAGE_MEGABYTES = IMAGE_LIMITS.bytes / 1024 / 1024

export const SHORTEST_PASSWORD = 8

/** How long payout methods and withdrawals stay open after a code was given again. */
export const STEP_UP_MINUTES = 5

/** A session of the desk ends so long after its operator last did something. */
export const OPERATOR_IDLE_MINUTES = 30

/** The longest reason or note that an operator gives, in characters. */
export const REASON_MAX = 500

/** Entries of the audit trail that are counted and exported at most. */
export const AUDIT_ROWS_MAX = 10_000
