/** Spans of time in milliseconds, and the beginning of the one that a moment (Unix milliseconds) lies in. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const secondOf = (time: number): number => Math.floor(time / SECOND_MS) * SECOND_MS
export const minuteOf = (time: number): number => Math.floor(time / MINUTE_MS) * MINUTE_MS
